/** Which column a table is sorted by; null keeps the order of the rows. */
export type Sort = { column: string; direction: 'asc' | 'desc' } | null

/** What a row is sorted by. Absent values come last in both directions. */
export type SortValue = string | number | boolean | null | undefined

/** Made when a text is first compared: making it takes longer than many lists take to sort. */
let words: Intl.Collator | undefined

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The order of two texts. Times of one form need no alphabet, in which 100,000 of them take a second to sort. */
function orderOf(values: readonly SortValue[]): (one: string, other: string) => number {
  const length = values.find((value) => typeof value === 'string')?.length
  const areTimes = values.every(
    (value) => typeof value !== 'string' || (value.length === length && TIME.test(value)),
  )
  if (areTimes) return (one, other) => (one < other ? -1 : one > other ? 1 : 0)
  words ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return words.compare
}

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
  const order = orderOf(valued.map(({ value }) => value))
  valued.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    if (typeof a.value === 'string' && typeof b.value === 'string') return sign * order(a.value, b.value)
    return sign * (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)
  })
  return valued.map(({ row }) => row)
}
