/** A name of the metadata with its value as it is typed. `isJson`: it was no text, and stays what it is as long as it reads so. */
export type MetadataRow = { name: string; value: string; isJson?: boolean }

export const rowsOf = (metadata: Readonly<Record<string, unknown>> = {}): MetadataRow[] =>
  Object.entries(metadata).map(([name, value]) =>
    typeof value === 'string' ? { name, value } : { name, value: JSON.stringify(value), isJson: true },
  )

/** The object that the rows stand for; `undefined`: none. Rows without a name are not there yet. */
export function metadataOf(rows: readonly MetadataRow[]): Record<string, unknown> | undefined {
  const named = rows.filter(({ name }) => name.trim() !== '')
  // fromEntries defines, so a name such as "__proto__" stays data.
  return named.length > 0
    ? Object.fromEntries(named.map((row) => [row.name.trim(), readValue(row)]))
    : undefined
}

/** Whether the object holds all that was typed. */
export const isAllNamedOnce = (rows: readonly MetadataRow[]) =>
  Object.keys(metadataOf(rows) ?? {}).length === rows.filter(({ name, value }) => name.trim() || value).length

function readValue({ value, isJson }: MetadataRow): unknown {
  if (!isJson) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
