/** What the storage of this browser or tab gives; `undefined` where it is full, forbidden or broken: that stores nothing and breaks nothing. */
export function ifStored<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
