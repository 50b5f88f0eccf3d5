/** A name of the metadata with its value as it is typed. `isJson`: it was no text, and stays what it is as long as it reads so. */
export interface MetadataRow {
  readonly name: string
  readonly value: string
  readonly isJson?: true
}

export function rowsOf(metadata: Readonly<Record<string, unknown>>): MetadataRow[] {
  return Object.entries(metadata).map(([name, value]) =>
    typeof value === 'string' ? { name, value } : { name, value: JSON.stringify(value), isJson: true },
  )
}

/** The JSON that the rows stand for; empty where there are none. Rows without a name and a value are not there yet. */
export function textOf(rows: readonly MetadataRow[]): string {
  const named = rows.filter(({ name }) => name.trim() !== '')
  // fromEntries defines, so a name such as "__proto__" stays data.
  const object = Object.fromEntries(named.map((row) => [row.name.trim(), readValue(row)]))
  return named.length > 0 ? JSON.stringify(object, null, 2) : ''
}

function readValue({ value, isJson }: MetadataRow): unknown {
  if (!isJson) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Why the rows cannot be sent, in a sentence. */
export function rowsFault(rows: readonly MetadataRow[]): string | null {
  const names = rows.map(({ name }) => name.trim())
  if (rows.some(({ name, value }) => name.trim() === '' && value !== ''))
    return 'A value has no name. Name it, or empty the value.'
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  return twice === undefined ? null : `The name ${twice} is there twice. Remove one of them.`
}
