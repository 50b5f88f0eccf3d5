import { type FileEdits, moveEdits } from './batch-edits'
import { RowChecker, type Rules } from './check-rows'
import { NoTable, readCsv, type Table } from './read-csv'
import { countries } from './read-number'
import { NO_EDITS, type RowsChange } from './row-edits'

/** A file as the page sees it before its rows are judged. */
export interface FileRead extends Omit<Table, 'rows'> {
  readonly count: number
  readonly sample: readonly (readonly string[])[]
}

/** A part of an answer, so that taking over many rows is never felt; or why the file cannot be read. */
export interface RowsReply {
  readonly id: number
  readonly items: readonly unknown[]
  readonly last: boolean
  readonly refused?: string
}

const PART = 500
const SAMPLES = 3

let checker = new RowChecker([], [])
/** The file whose rows are held, and what of it was changed before it was read last. */
let fileId = ''
let edits: FileEdits = NO_EDITS

function editsNow(): FileEdits {
  // A line that is no row now keeps what was changed of it.
  const above = [...edits.cells].filter(([row]) => row < 0)
  return { ...edits, ...checker.edits, cells: new Map([...checker.edits.cells, ...above]) }
}

/** What a page asks of the worker, by name. Each answers with a list: `check`, `fix` and `change` with the rows that are judged differently. */
const answers = {
  countries,
  /**
   * `stored`: what was changed of its rows before, where they are not held here; `said`: whether the first line names the columns,
   * and `chosen` the encoding, where a person said so.
   */
  read(id: string, bytes: ArrayBuffer, stored: FileEdits, said?: boolean, chosen?: string): FileRead[] {
    const { rows, ...file } = readCsv(new Uint8Array(bytes), said, chosen)
    const before = id === fileId ? editsNow() : stored
    edits = moveEdits(before, file.above.length + Number(file.hasHeader), file.encoding)
    fileId = id
    checker = new RowChecker(file.header, rows, edits)
    const sample = rows.slice(0, SAMPLES).map((cells) => [...cells])
    return [{ ...file, count: rows.length, sample }]
  },
  check: (rules: Rules) => checker.check(rules),
  /** Puts other text into cells of a row, by column. */
  fix: (row: number, cells: ReadonlyMap<number, string>) => checker.fix(row, cells),
  change: (change: RowsChange, rows: readonly number[]) => checker.change(change, rows),
  /** What was changed of this file; nothing where its rows are not held (yet). */
  edits: (id: string) => (id === fileId ? [editsNow()] : []),
  /** The rows as a batch stores them. */
  take: () => checker.take(),
}

export type Answers = typeof answers

/** Answers one request, in one reply or in parts. */
function answer(id: number, name: keyof Answers, given: readonly never[]): void {
  try {
    const items: readonly unknown[] = (answers[name] as (...given: never[]) => readonly unknown[])(...given)
    for (let from = 0; from === 0 || from < items.length; from += PART)
      scope.postMessage({ id, items: items.slice(from, from + PART), last: from + PART >= items.length })
  } catch (error) {
    if (!(error instanceof NoTable)) throw error
    scope.postMessage({ id, items: [], last: true, refused: error.message })
  }
}

const scope = globalThis as unknown as {
  postMessage: (reply: RowsReply) => void
  onmessage: (event: MessageEvent<{ id: number; name: keyof Answers; given: readonly never[] }>) => void
}
scope.onmessage = ({ data: { id, name, given } }) => answer(id, name, given)
