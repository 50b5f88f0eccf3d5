import { type RowEdits, readEdits } from './row-edits'

/** What a person changed of the rows of a file that may be read again with another first row. */
export interface FileEdits extends RowEdits {
  /** The line that was row 0, of those that are not empty; absent: the one that is now, as an earlier console stored it. */
  readonly firstLine?: number
  /** In which the cells were read. */
  readonly encoding?: string
}

/**
 * The same changes where row 0 is another line: each stays with its line. A line above the rows has a number below 0. Cells that were read in another
 * encoding are dropped, as all of a row hold what was read.
 */
export function moveEdits(
  { cells, leftOut, allowed, firstLine, encoding: before }: FileEdits,
  line: number,
  encoding: string,
): FileEdits {
  const by = (firstLine ?? line) - line
  return {
    cells: new Map(
      [...((before ?? encoding) === encoding ? cells : [])].map(([row, texts]) => [row + by, texts]),
    ),
    leftOut: new Set([...leftOut].map((row) => row + by)),
    // They begin with the row: see `allowances`.
    allowed: new Set([...allowed].map((each) => each.replace(/^-?\d+/, (row) => String(Number(row) + by)))),
    firstLine: line,
    encoding,
  }
}

/** Edits as they were stored; none where nothing fits. */
export function readFileEdits(stored: unknown): FileEdits {
  const { firstLine, encoding } = (stored ?? {}) as Partial<FileEdits>
  return {
    ...readEdits(stored),
    firstLine: Number.isInteger(firstLine) ? firstLine : undefined,
    encoding: typeof encoding === 'string' ? encoding : undefined,
  }
}
