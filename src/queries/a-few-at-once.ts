const AT_ONCE = 4

/** Does something with each of these, a few at a time, in their order: a service lets few requests through in a second. */
export async function aFewAtOnce<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  const workOn = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workOn))
}
