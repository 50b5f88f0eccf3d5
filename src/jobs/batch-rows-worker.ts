import { type BatchRow, RowChecker } from './check-rows'
import { type Declared, type Proposal, proposeColumns, type Target } from './map-columns'
import { NoTable, readCsv } from './read-csv'
import { countries } from './read-number'
import type { CheckedRow, RowEdits } from './row-edits'

/** What a page asks of the worker. Rows go back in parts, so that taking them over is never felt. */
export type RowsRequest =
  | {
      readonly name: 'read'
      readonly bytes: ArrayBuffer
      readonly declared: Declared
      readonly edits: RowEdits | undefined
    }
  | { readonly name: 'countries' }
  | {
      readonly name: 'check'
      readonly targets: readonly Target[]
      readonly country: string | undefined
      readonly declared: Declared
      readonly earlier: ReadonlyMap<string, string>
    }
  | { readonly name: 'fix'; readonly row: number; readonly column: number; readonly text: string }
  | { readonly name: 'mend' | 'allow' | 'leave out' | 'take back'; readonly rows: readonly number[] }
  | { readonly name: 'take' }

/** A file as the page sees it before its rows are judged. */
export interface FileRead {
  readonly header: readonly string[]
  readonly count: number
  readonly encoding: string
  readonly separator: string
  readonly sample: readonly (readonly string[])[]
  readonly proposals: readonly Proposal[]
}

export type RowsReply =
  | { readonly id: number; readonly file: FileRead }
  | { readonly id: number; readonly countries: ReturnType<typeof countries> }
  | { readonly id: number; readonly rows: readonly CheckedRow[]; readonly last: boolean }
  | { readonly id: number; readonly taken: readonly BatchRow[]; readonly last: boolean }
  | { readonly id: number; readonly refused: string }

const PART = 500
const SAMPLES = 3

let checker: RowChecker | undefined

/** Answers one request, in one reply or in parts. */
export function answer(id: number, request: RowsRequest, reply: (reply: RowsReply) => void): void {
  try {
    for (const part of answersTo(id, request)) reply(part)
  } catch (error) {
    if (!(error instanceof NoTable)) throw error
    reply({ id, refused: error.message })
  }
}

function* answersTo(id: number, request: RowsRequest): Generator<RowsReply> {
  if (request.name === 'countries') {
    yield { id, countries: countries() }
    return
  }
  if (request.name === 'read') {
    const { header, rows, encoding, separator } = readCsv(new Uint8Array(request.bytes))
    checker = new RowChecker(header, rows)
    if (request.edits) checker.restore(request.edits)
    const proposals = proposeColumns(header, request.declared)
    const sample = rows.slice(0, SAMPLES).map((cells) => [...cells])
    yield { id, file: { header, count: rows.length, encoding, separator, sample, proposals } }
    return
  }
  if (!checker) throw new NoTable('The file was not read.')
  if (request.name === 'take') {
    const { length } = checker.rows
    for (let from = 0; from < length; from += PART)
      yield { id, taken: checker.take(from, from + PART), last: from + PART >= length }
    return
  }
  const rows = change(checker, request)
  for (let from = 0; from < Math.max(rows.length, 1); from += PART)
    yield { id, rows: rows.slice(from, from + PART), last: from + PART >= rows.length }
}

type Change = Exclude<RowsRequest, { readonly name: 'read' | 'countries' | 'take' }>

function change(rows: RowChecker, request: Change): readonly CheckedRow[] {
  if (request.name === 'check') {
    rows.check(request)
    return rows.rows
  }
  if (request.name === 'fix') return rows.fix(request.row, request.column, request.text)
  if (request.name === 'mend') return rows.mend(request.rows)
  if (request.name === 'allow') return rows.allow(request.rows)
  return rows.leaveOut(request.rows, request.name === 'leave out')
}

const scope = globalThis as unknown as {
  document?: unknown
  postMessage: (reply: RowsReply) => void
  onmessage: (event: MessageEvent<{ id: number; request: RowsRequest }>) => void
}
// A test imports this without being a worker.
if (scope.document === undefined && typeof scope.postMessage === 'function')
  scope.onmessage = ({ data: { id, request } }) => answer(id, request, (reply) => scope.postMessage(reply))
