import { type BatchRow, RowChecker, type Rules } from './check-rows'
import { type Declared, type Proposal, proposeColumns } from './map-columns'
import { NoTable, readCsv } from './read-csv'
import { countries } from './read-number'
import type { CheckedRow, RowEdits, RowsChange } from './row-edits'

/** What a page asks of the worker, by name. */
export interface Questions {
  countries: []
  /** Reads a file. `edits`: what was changed of its rows before. */
  read: [bytes: ArrayBuffer, declared: Declared, edits: RowEdits | undefined]
  check: [rules: Rules]
  /** Puts other text into cells of a row, by column. */
  fix: [row: number, cells: ReadonlyMap<number, string>]
  change: [change: RowsChange, rows: readonly number[]]
  edits: []
  take: []
}

/** What comes back, as a list: of `check`, `fix` and `change` the rows that are judged differently, of `take` those that a batch stores. */
export interface Answers {
  countries: ReturnType<typeof countries>[number]
  read: FileRead
  check: CheckedRow
  fix: CheckedRow
  change: CheckedRow
  edits: RowEdits
  take: BatchRow
}

type RowsRequest = { [Name in keyof Questions]: readonly [Name, ...Questions[Name]] }[keyof Questions]

/** A file as the page sees it before its rows are judged. */
export interface FileRead {
  readonly header: readonly string[]
  readonly count: number
  readonly encoding: string
  readonly separator: string
  readonly sample: readonly (readonly string[])[]
  readonly proposals: readonly Proposal[]
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

/** Answers one request, in one reply or in parts. */
export function answer(id: number, request: RowsRequest, reply: (reply: RowsReply) => void): void {
  try {
    const items = answerTo(request)
    for (let from = 0; from === 0 || from < items.length; from += PART)
      reply({ id, items: items.slice(from, from + PART), last: from + PART >= items.length })
  } catch (error) {
    if (!(error instanceof NoTable)) throw error
    reply({ id, items: [], last: true, refused: error.message })
  }
}

function answerTo(request: RowsRequest): readonly Answers[keyof Answers][] {
  switch (request[0]) {
    case 'countries':
      return countries()
    case 'read': {
      const [, bytes, declared, edits] = request
      const { header, rows, encoding, separator } = readCsv(new Uint8Array(bytes))
      checker = new RowChecker(header, rows, edits)
      const sample = rows.slice(0, SAMPLES).map((cells) => [...cells])
      const proposals = proposeColumns(header, declared)
      return [{ header, count: rows.length, encoding, separator, sample, proposals }]
    }
    case 'check':
      return checker.check(request[1])
    case 'fix':
      return checker.fix(request[1], request[2])
    case 'change':
      return checker.change(request[1], request[2])
    case 'edits':
      return [checker.edits]
    case 'take':
      return checker.take()
  }
}

const scope = globalThis as unknown as {
  document?: unknown
  postMessage: (reply: RowsReply) => void
  onmessage: (event: MessageEvent<{ id: number; request: RowsRequest }>) => void
}
// A test imports this without being a worker.
if (scope.document === undefined && typeof scope.postMessage === 'function')
  scope.onmessage = ({ data: { id, request } }) => answer(id, request, (reply) => scope.postMessage(reply))
