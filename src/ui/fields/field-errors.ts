import { get } from 'react-hook-form'

/** A field error as the service words it: a path into the request and a sentence. */
export type PlacedError = { path: string; message: string }

/** Whether the form has a field there, also one that nothing was typed into yet. */
function hasField(values: unknown, path: string): boolean {
  const [, parent, name = ''] = /^(?:(.+)\.)?([^.]+)$/.exec(path) ?? []
  const group: unknown = parent ? get(values, parent) : values
  return group !== null && typeof group === 'object' && Object.hasOwn(group, name)
}

/** Parts the service's field errors into those of a field of this form, and the others. Brackets in a path become dots. */
export function splitFieldErrors(
  errors: readonly PlacedError[],
  values: unknown,
): { onFields: PlacedError[]; others: PlacedError[] } {
  const onFields: PlacedError[] = []
  const others: PlacedError[] = []
  for (const { path, message } of errors) {
    const dotted = path.replace(/\[(\w+)\]/g, '.$1').replace(/^\./, '')
    if (hasField(values, dotted)) onFields.push({ path: dotted, message })
    else others.push({ path, message })
  }
  return { onFields, others }
}

/**
 * The errors of a form that belong to no field on the screen, which therefore nothing shows and nothing can focus. `fields`: those of the form's
 * control, because not every resolver names the element of an error.
 */
export const strayErrors = (errors: unknown, fields: unknown = {}): PlacedError[] =>
  listErrors(errors, fields).flatMap(({ path, message, isShown }) => (isShown ? [] : { path, message }))

/** How many fields on the screen have an error. */
export const countWrong = (errors: unknown, fields: unknown): number =>
  listErrors(errors, fields).filter(({ isShown }) => isShown).length

function listErrors(
  errors: unknown,
  fields: unknown,
  path: readonly string[] = [],
): (PlacedError & { isShown: boolean })[] {
  if (errors === null || typeof errors !== 'object') return []
  const error = errors as Record<string, unknown>
  if (typeof error.type === 'string' || typeof error.message === 'string') {
    const field: { mount?: boolean } | undefined = get(fields, [...path, '_f'].join('.'))
    const isShown = Boolean(error.ref || field?.mount)
    const message = typeof error.message === 'string' ? error.message : 'is not right'
    return [{ path: path.join('.'), message, isShown }]
  }
  return Object.entries(error).flatMap(([key, value]) =>
    listErrors(value, fields, key === 'root' || key === '' ? path : [...path, key]),
  )
}
