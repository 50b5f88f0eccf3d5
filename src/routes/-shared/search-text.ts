type Reader = (value: unknown) => unknown

/**
 * Reads the search of an address: one reader for each of its names. What cannot be meant is left out, so that a bad link shows the
 * page and not an error.
 */
export const searchParams =
  <Readers extends Record<string, Reader>>(readers: Readers) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])) as {
      readonly [Name in keyof Readers]?: ReturnType<Readers[Name]>
    }

/** Text, whatever the address bar made of it: `?q=2024` arrives as a number. */
export function searchText(value: unknown, max = 300): string | undefined {
  const said = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof said === 'string' && said !== '' && said.length <= max ? said : undefined
}

/** A switch: there or not there. Who types `?forget` means it, too. */
export function searchFlag(value: unknown): true | undefined {
  return value === true || value === 'true' || value === '' || value === 1 ? true : undefined
}

/** A whole number from 1 on. */
export function searchCount(value: unknown): number | undefined {
  const count = Number(searchText(value))
  return Number.isSafeInteger(count) && count > 0 ? count : undefined
}

/** One of several words. */
export const searchOneOf =
  <Value extends string>(values: readonly Value[]) =>
  (value: unknown): Value | undefined =>
    values.find((each) => each === value)

/** Whether a search may stand in the address: what may be a phone number or an e-mail address may not (safety rule 16). */
export function mayStandInAddress(text: string): boolean {
  return !text.includes('@') && !/\d(?:[\s().-]*\d){5}/.test(text)
}

/** Text that may stand in an address. */
export function searchShared(value: unknown): string | undefined {
  const text = searchText(value)
  return text !== undefined && mayStandInAddress(text) ? text : undefined
}
