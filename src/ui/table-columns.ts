import type { ReactNode } from 'react'
import type { SortValue } from './table-sort'

/** One column of a table. The first names the row and always stays. */
export type Column<Row> = {
  id: string
  /** Words of the header; also names the value in the second line on narrow screens for screen readers. */
  header: string
  /** Without it the sort value is shown. Nothing is shown as a dash, and left out of the second line on narrow screens. */
  cell?: (row: Row) => ReactNode
  /** Width in px; without it the column shares what is left. */
  width?: number
  /** `end` for numbers. */
  align?: 'end'
  /** Makes the column sortable. */
  sortValue?: (row: Row) => SortValue
  /** Direction of the first click: `desc` for times and numbers of interest. */
  sortFirst?: 'asc' | 'desc'
  /** Below 640 px: `line` joins the second line under the first column (default), `keep` stays a column (status, menu), `hide` is left out. */
  narrow?: 'line' | 'keep' | 'hide'
  /** Makes the cell's words a button that opens the row, for screen readers and touch; where `onOpen` is given. Not for cells that hold a link. */
  opens?: boolean
  /** The header is only for screen readers (a column of menus). */
  hideHeader?: boolean
}

/** What a cell shows; `null` where it has nothing. */
export function cellOf<Row>({ cell, sortValue }: Column<Row>, row: Row): ReactNode {
  const shown = cell ? cell(row) : sortValue?.(row)
  return shown === undefined || shown === '' || shown === false ? null : shown
}

/** The columns that stand as columns, and those that go into the second line. */
export function layOut<Row>(columns: readonly Column<Row>[], narrow: boolean) {
  if (!narrow) return { shown: columns, lines: [] as readonly Column<Row>[] }
  return {
    shown: columns.filter((column, index) => index === 0 || column.narrow === 'keep'),
    lines: columns.filter((column, index) => index > 0 && (column.narrow ?? 'line') === 'line'),
  }
}
