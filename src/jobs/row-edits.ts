/**
 * What is wrong with a row. `error`: it cannot be sent as it is. `held`: it is not sent unless a person says so. `note`: good to know.
 * `column`: where it stands; `suggestion`: what that cell was probably meant to hold.
 */
export interface RowProblem {
  readonly kind:
    | 'no-number'
    | 'number'
    | 'plus'
    | 'damage'
    | 'duplicate'
    | 'called'
    | 'missing'
    | 'cells'
    | 'text'
    | 'doubt'
  readonly severity: 'error' | 'held' | 'note'
  readonly message: string
  readonly column?: number
  readonly suggestion?: string
}

/** One row of the file, looked at. `row` counts from 0, the header not included. */
export interface CheckedRow {
  readonly row: number
  readonly cells: readonly string[]
  /** The number to call, where it can be read. */
  readonly to?: string
  readonly problems: readonly RowProblem[]
  readonly state: 'ready' | 'held' | 'wrong' | 'left out'
}

/** What a person changed of the rows of a file: cells by row, which rows stay out, and in spite of what others go (see `allowances`). */
export interface RowEdits {
  readonly cells: ReadonlyMap<number, readonly string[]>
  readonly leftOut: ReadonlySet<number>
  readonly allowed: ReadonlySet<string>
}

/** What can be done with rows as a whole. */
export type RowsChange = 'mend' | 'allow' | 'leave out' | 'take back'

export const NO_EDITS: RowEdits = { cells: new Map(), leftOut: new Set(), allowed: new Set() }

/**
 * Which row would be allowed to call which number in spite of what: another number, or another reason, is asked about anew. How long ago a number
 * was called is said in other words as time goes by, and is no other reason.
 */
export const allowances = ({ row, to, problems }: Pick<CheckedRow, 'row' | 'to' | 'problems'>): string[] =>
  problems
    .filter(({ severity }) => severity === 'held')
    .map(({ kind, message }) => `${row} ${to} ${kind === 'called' ? kind : message}`)

const isRow = (value: unknown): value is number => Number.isInteger(value)
const isCells = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((cell) => typeof cell === 'string')

/** Edits as they were stored; none where nothing fits. */
export function readEdits(stored: unknown): RowEdits {
  const { cells, leftOut, allowed } = (stored ?? {}) as Partial<Record<keyof RowEdits, unknown>>
  const setOf = <T>(set: unknown, isOne: (value: unknown) => value is T) =>
    new Set(set instanceof Set ? [...set].filter(isOne) : [])
  const texts = cells instanceof Map ? [...cells] : []
  return {
    cells: new Map(
      texts.filter((entry): entry is [number, string[]] => isRow(entry[0]) && isCells(entry[1])),
    ),
    leftOut: setOf(leftOut, isRow),
    allowed: setOf(allowed, (value) => typeof value === 'string'),
  }
}
