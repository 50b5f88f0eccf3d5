import type { Sort } from '../../ui/table-sort'

/** `-updated` as "by updated, falling". What names no column of the table sorts by nothing. */
export function readSort(text: string | undefined, columns: readonly string[]): Sort {
  const column = text?.replace(/^-/, '') ?? ''
  if (!columns.includes(column)) return null
  return { column, direction: text?.startsWith('-') ? 'desc' : 'asc' }
}

export function writeSort(sort: Sort): string | undefined {
  return sort ? `${sort.direction === 'desc' ? '-' : ''}${sort.column}` : undefined
}

/** Narrows a list to the rows that have one value. */
export interface ListFilter<Row> {
  /** Its name in the address, where the chosen value stands. */
  readonly param: string
  readonly label: string
  /** The words for "all of them". */
  readonly all: string
  readonly look: 'chips' | 'choice'
  /** What a row has: a value, several, or none. */
  readonly of: (row: Row) => string | readonly string[] | undefined
  /** Values in the order in which they are offered; others that occur follow by name. */
  readonly choices?: readonly FilterValue[]
  /** What other values are called; else they are shown as they are. */
  readonly nameOf?: (value: string) => string
}

interface FilterValue {
  readonly value: string
  readonly label: string
}

/** The values that are chosen, by the name of their filter. */
export type Chosen = Readonly<Record<string, string>>

const nothing: readonly string[] = []

function valuesOf<Row>({ of }: ListFilter<Row>, row: Row): readonly string[] {
  const value = of(row) ?? nothing
  return typeof value === 'string' ? [value] : value
}

/** The rows that have every chosen value. `but`: a filter that is left out. */
export function filterRows<Row>(
  rows: readonly Row[],
  filters: readonly ListFilter<Row>[],
  chosen: Chosen,
  but?: ListFilter<Row>,
): readonly Row[] {
  const applied = filters.filter((filter) => filter !== but && chosen[filter.param] !== undefined)
  if (applied.length === 0) return rows
  return rows.filter((row) =>
    applied.every((filter) => valuesOf(filter, row).includes(chosen[filter.param] ?? '')),
  )
}

/** What a filter offers, each value with how many of `counted` have it; the chosen one always. A chip that none of `rows` has is left out. */
export function choicesOf<Row>(
  filter: ListFilter<Row>,
  rows: readonly Row[],
  counted: readonly Row[],
  chosen: string | undefined,
): readonly (FilterValue & { readonly count: number })[] {
  const counts = new Map<string, number>(chosen === undefined ? [] : [[chosen, 0]])
  for (const row of rows) for (const value of valuesOf(filter, row)) counts.set(value, 0)
  for (const row of counted)
    for (const value of valuesOf(filter, row)) counts.set(value, (counts.get(value) ?? 0) + 1)
  const { choices = [], nameOf = (value) => value, look } = filter
  const offered = look === 'chips' ? choices.filter(({ value }) => counts.has(value)) : choices
  const others = [...counts.keys()]
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return [...offered, ...others].map((choice) => ({ ...choice, count: counts.get(choice.value) ?? 0 }))
}
