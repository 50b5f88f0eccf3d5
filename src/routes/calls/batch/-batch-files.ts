import { type CallRecord, isCallOpen } from '../../../contract/call-records'
import type { DeclaredVariable } from '../../../contract/variable-lint'
import { CSV_START, csvLine } from '../../../contract/write-csv'
import type { BatchView, LiveRow } from '../../../queries/batches'
import type { Launch } from '../../../queries/calls'
import { relativeTime } from '../../../ui/time-words'

/** How far a row is, as a person reads it; `cancelled`: it waited when its batch was stopped. */
export type Outcome = LiveRow['state'] | 'cancelled'

export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  accepted: 'Accepted',
  refused: 'Refused',
  unknown: 'Unknown',
  cancelled: 'Not sent',
  'not sent': 'Left out',
}

export const outcomeOf = (
  state: LiveRow['state'],
  { course }: Pick<BatchView['batch'], 'course'>,
): Outcome => (state === 'waiting' && course === 'stopped' ? 'cancelled' : state)

/** A file to fill in: the columns of the version, and one row that shows how. */
export function templateOf(declared: readonly DeclaredVariable[]): string {
  const header = ['toPhoneNumber', 'firstName', 'leadId', ...declared.map(({ name }) => name)]
  const sample = ['+15551234567', 'Ada', 'lead-1', ...declared.map(({ defaultValue }) => defaultValue)]
  return CSV_START + csvLine(header) + csvLine(sample)
}

const FAILED: readonly Outcome[] = ['refused', 'cancelled', 'not sent']

/** How many accepted rows nobody knows to have failed or not. `calls`: as of `resultsOf`. */
export const withoutResult = ({ rows }: Pick<BatchView, 'rows'>, calls: ReadonlyMap<string, CallRecord>) =>
  rows.filter(({ state, callId = '' }) => {
    const call = calls.get(callId)
    return state === 'accepted' && (!call || isCallOpen(call))
  }).length

/**
 * The columns of the file as they were, and what became of each row; `only` those to call again, if wanted: what may have been placed is
 * none (D946). `calls`: what the service reports of them, by the id of the call.
 */
export function resultsOf(
  view: BatchView,
  only: 'all' | 'failed',
  calls: ReadonlyMap<string, CallRecord>,
): string[] {
  const { header } = view.batch
  const news = [
    'Row',
    'Outcome',
    'Problem',
    'Call id',
    'Status returned',
    'Sent time',
    'Call state',
    'Call ended',
  ]
  const lines = view.rows
    .map((row) => ({
      ...row,
      outcome: outcomeOf(row.state, view.batch),
      call: calls.get(row.callId ?? ''),
    }))
    .filter(({ outcome, call }) => only === 'all' || FAILED.includes(outcome) || call?.status === 'FAILED')
    .map(({ row, cells, outcome, said = '', callId = '', status = '', at = '', call }) => [
      ...header.map((_, column) => cells[column] ?? ''),
      ...[String(row + 1), OUTCOMES[outcome], said, callId, status, at],
      ...[call?.status ?? '', call?.callEndedReason ?? ''],
    ])
  return [CSV_START, csvLine([...header, ...news]), ...lines.map(csvLine)]
}

/** The newest calls to numbers, in words. */
export function earlierCalls(calls: ReadonlyMap<string, Launch>, now: number): ReadonlyMap<string, string> {
  const wordsOf = ({ state, startedAt }: Launch) => {
    const verb = state === 'accepted' ? 'was' : 'may have been'
    return `This number ${verb} called ${relativeTime(Date.parse(startedAt), now)} by this console.`
  }
  return new Map(Array.from(calls, ([number, launch]) => [number, wordsOf(launch)]))
}
