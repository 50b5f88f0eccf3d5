import type { ReactNode } from 'react'
import type { SortValue } from './table-sort'

/** One column of a table. The first names the row and always stays. */
export type Column<Row> = {
  id: string
  /** Words of the header; also names the value in the second line on narrow screens for screen readers. */
  header: string
  /** Without it the sort value is shown. Nothing is shown as a dash, and left out of the second line on narrow screens. */
  cell?: (row: Row) => ReactNode
  /** Least width in px; without it 120, and the column shares what is left. What does not fit joins the second line, from the last on. */
  width?: number
  /** `end` for numbers. */
  align?: 'end'
  /** Makes the column sortable. */
  sortValue?: (row: Row) => SortValue
  /** Direction of the first click: `desc` for times and numbers of interest. */
  sortFirst?: 'asc' | 'desc'
  /** Below 640 px: `line` joins the second line under the first column (default), `keep` stays a column (status, menu), `hide` is left out. */
  narrow?: 'line' | 'keep' | 'hide'
  /** Mostly empty, and known with the row: where the second line is for nothing else, a row without it has one line. */
  seldom?: boolean
  /** Always in the second line, whose whole width it may take (D889). */
  below?: boolean
  /** Its words may come after the row, as names do: last in the second line, where they move nothing. */
  late?: boolean
  /** A text of any length: in the second line all others keep their room beside it. */
  long?: boolean
  /** The second line says its header, too, as it does of numbers: its value alone would not tell what it is. */
  named?: boolean
  /** Makes the cell's words a button that opens the row, for screen readers and touch; where `onOpen` is given. Not for cells that hold a link. */
  opens?: boolean
  /** A line below the table while it is shown, where nothing else is said there. */
  note?: string
  /** The header is only for screen readers (a column of menus). */
  hideHeader?: boolean
}

/** What a cell shows; `null` where it has nothing. */
export function cellOf<Row>({ cell, sortValue }: Column<Row>, row: Row): ReactNode {
  const shown = cell ? cell(row) : sortValue?.(row)
  return shown === undefined || shown === '' || shown === false ? null : shown
}

/**
 * How high rows are in px: with a second line, and `bare` without, which is less only where the second line is for nothing but what is seldom
 * there. `deep`: with what is `below`, which on a narrow screen takes three lines more.
 */
export function heightsOf<Row>(lines: readonly Column<Row>[], dense: boolean, narrow: boolean) {
  const low = dense ? 28 : 36
  const height = lines.length > 0 ? low + 20 : low
  return {
    height,
    bare: lines.every(({ seldom }) => seldom) ? low : height,
    deep: narrow && lines.some(({ below }) => below) ? height + 60 : height,
  }
}

type Heights = ReturnType<typeof heightsOf>

/** Where each row begins in px, and at last where the last one ends: rows with nothing on the second line are lower, those with what is below higher. */
export function topsOf<Row>(
  rows: readonly Row[],
  { lines, height, bare, deep }: { lines: readonly Column<Row>[] } & Heights,
): readonly number[] {
  const tops = [0]
  const has = (row: Row, some: readonly Column<Row>[]) => some.some((line) => cellOf(line, row) !== null)
  const below = lines.filter((line) => line.below)
  for (const row of rows)
    tops.push((tops.at(-1) ?? 0) + (has(row, below) ? deep : has(row, lines) ? height : bare))
  return tops
}

/** The least widths in px of a column that shares what is left, and of the first, which names the row and has the second line under it. */
export const LEAST = 120
export const LEAST_FIRST = 200

const leastOf = <Row>({ width, below }: Column<Row>, at?: number) =>
  at === 0 ? Math.max(width ?? 0, LEAST_FIRST) : (width ?? (below ? 0 : LEAST))

/** The width in px from which on all columns stand as columns. */
export const widthOfAll = <Row>(columns: readonly Column<Row>[]): number =>
  columns.reduce((sum, column, at) => sum + leastOf(column, at), 0)

/**
 * The columns that stand as columns, and those that go into the second line: on a narrow screen as each column says, else from the last on
 * until the others fit into `width` px, those first that a narrow screen hides.
 */
export function layOut<Row>(columns: readonly Column<Row>[], narrow: boolean, width: number) {
  const leaving = columns
    .slice(1)
    .filter((column) => column.narrow !== 'keep')
    .reverse()
    .sort((a, b) => Number(b.narrow === 'hide') - Number(a.narrow === 'hide'))
  const left = new Set(columns.filter(({ below }) => below))
  let room = widthOfAll(columns)
  for (const column of leaving) {
    if (!narrow && room <= width) break
    left.add(column)
    room -= leastOf(column)
  }
  return {
    shown: columns.filter((column) => !left.has(column)),
    lines: columns.filter((column) => left.has(column) && !(narrow && column.narrow === 'hide')),
  }
}
