/**
 * Text out of an address, whatever the address bar made of it: `?q=2024` arrives as a number. A value that cannot be
 * meant is left out, so that a bad link shows the page and not an error.
 */
export function searchText(value: unknown): string | undefined {
  const said = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof said === 'string' && said !== '' && said.length <= 300 ? said : undefined
}

/** A switch out of an address: there or not there. */
export function searchFlag(value: unknown): true | undefined {
  return value === true || value === 'true' || value === 1 ? true : undefined
}
