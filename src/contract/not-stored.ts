/** Stands where a secret was, in what a browser stores; never sent (D446). */
export const NOT_STORED = '[not stored]'

/** Where secrets were left out of a stored request, by path. */
export function leftOut(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.endsWith(NOT_STORED) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => leftOut(each, path ? `${path}.${name}` : name))
}
