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
