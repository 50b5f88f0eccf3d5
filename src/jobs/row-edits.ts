import type { CheckedRow, RowEdits } from './check-rows'

/** What can be done with rows as a whole. */
export type RowsChange = 'mend' | 'allow' | 'leave out' | 'take back'

export const NO_EDITS: RowEdits = { cells: new Map(), leftOut: new Set(), allowed: new Set() }

/**
 * The edits after a change: `rows` are those it was asked of (none for a change of cells), `changed` those that it made different, `before`
 * how they were.
 */
export function withChange(
  edits: RowEdits,
  change: RowsChange | 'fix',
  {
    rows,
    changed,
    before,
  }: { rows: readonly number[]; changed: readonly CheckedRow[]; before: readonly CheckedRow[] },
): RowEdits {
  if (change === 'allow') return { ...edits, allowed: new Set([...edits.allowed, ...rows]) }
  if (change === 'leave out') return { ...edits, leftOut: new Set([...edits.leftOut, ...rows]) }
  if (change === 'take back') {
    const back = new Set(rows)
    return { ...edits, leftOut: new Set([...edits.leftOut].filter((row) => !back.has(row))) }
  }
  const cells = new Map(edits.cells)
  for (const { row, cells: now } of changed) {
    const was = before[row]?.cells ?? []
    if (now.length !== was.length || now.some((cell, column) => cell !== was[column])) cells.set(row, now)
  }
  return { ...edits, cells }
}

const isRow = (value: unknown): value is number => Number.isInteger(value)
const isCells = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((cell) => typeof cell === 'string')

/** Edits as they were kept; none where nothing fits. */
export function readEdits(kept: unknown): RowEdits {
  const { cells, leftOut, allowed } = (kept ?? {}) as Partial<Record<keyof RowEdits, unknown>>
  const rowsOf = (set: unknown) => new Set(set instanceof Set ? [...set].filter(isRow) : [])
  const texts = cells instanceof Map ? [...cells] : []
  return {
    cells: new Map(
      texts.filter((entry): entry is [number, string[]] => isRow(entry[0]) && isCells(entry[1])),
    ),
    leftOut: rowsOf(leftOut),
    allowed: rowsOf(allowed),
  }
}
