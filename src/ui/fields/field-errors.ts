/** A field error as the service words it: a path into the request and a sentence. */
export type PlacedError = { path: string; message: string }

/** Whether the form's values have something at "prompt.variables.0.name" or "prompt.variables[0].name". */
function hasPath(values: unknown, path: string): boolean {
  let here = values
  for (const key of path.split('.')) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return false
    here = (here as Record<string, unknown>)[key]
  }
  return true
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
    if (dotted !== '' && hasPath(values, dotted)) onFields.push({ path: dotted, message })
    else others.push({ path, message })
  }
  return { onFields, others }
}

/** The errors of a form that belong to no field on the screen, which therefore nothing shows and nothing can focus. */
export function strayErrors(errors: unknown, path: readonly string[] = []): PlacedError[] {
  if (errors === null || typeof errors !== 'object') return []
  const error = errors as Record<string, unknown>
  if (typeof error.type === 'string' || typeof error.message === 'string') {
    if (error.ref) return []
    return [
      { path: path.join('.'), message: typeof error.message === 'string' ? error.message : 'is not right' },
    ]
  }
  return Object.entries(error).flatMap(([key, value]) =>
    strayErrors(value, key === 'root' || key === '' ? path : [...path, key]),
  )
}
