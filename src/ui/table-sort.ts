/** Which column a table is sorted by; null keeps the order of the rows. */
export type Sort = { column: string; direction: 'asc' | 'desc' } | null

/** What a row is sorted by. Absent values come last in both directions. */
export type SortValue = string | number | boolean | null | undefined

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Turns a column's sort on its first way, then the other way, then off. */
export function nextSort(sort: Sort, column: string, first: 'asc' | 'desc' = 'asc'): Sort {
  if (sort?.column !== column) return { column, direction: first }
  return sort.direction === first ? { column, direction: first === 'asc' ? 'desc' : 'asc' } : null
}

/** A sorted copy; stable, so that equal rows keep their order. Texts by the alphabet, numbers inside them by size. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortValue: (row: Row) => SortValue,
  direction: 'asc' | 'desc',
): Row[] {
  const sign = direction === 'asc' ? 1 : -1
  const valued = rows.map((row) => ({ row, value: sortValue(row) ?? null }))
  valued.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    if (typeof a.value === 'string' && typeof b.value === 'string')
      return sign * words.compare(a.value, b.value)
    return sign * (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)
  })
  return valued.map(({ row }) => row)
}
