import { isCallOpen } from '../../../contract/call-records'
import type { DeclaredVariable } from '../../../contract/variable-lint'
import type { BatchView, LiveRow } from '../../../queries/batches'
import type { Launch } from '../../../queries/calls'
import { countOf } from '../../../ui/numbers'
import { relativeTime } from '../../../ui/time-words'
import type { BatchResults } from './-use-batch-results'

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
export function templateOf(declared: readonly DeclaredVariable[]): string[][] {
  const header = ['toPhoneNumber', 'firstName', 'leadId', ...declared.map(({ name }) => name)]
  const sample = ['+15551234567', 'Ada', 'lead-1', ...declared.map(({ defaultValue }) => defaultValue)]
  return [header, sample]
}

const FAILED: readonly Outcome[] = ['refused', 'cancelled', 'not sent']

type Read = Pick<BatchResults, 'calls' | 'listed'>

/** What stands for the result of a call that the service lists and that was not read. */
export const NOT_READ = 'Not read'

/** Whether the service has a result of this row that was not read (D950). */
export const isUnread = ({ callId }: Pick<LiveRow, 'callId'>, { calls, listed }: Read): boolean =>
  listed && callId !== undefined && !calls.has(callId)

/** What the rows of `resultsOf` lack, in words: nobody knows of these accepted rows whether they failed. */
export function lacksOf({ rows }: Pick<BatchView, 'rows'>, only: 'all' | 'failed', read: Read) {
  const accepted = rows.filter(({ state }) => state === 'accepted')
  const unread = accepted.filter((row) => isUnread(row, read)).length
  const open = accepted.filter(({ callId = '' }) => {
    const call = read.calls.get(callId)
    return !call || isCallOpen(call)
  }).length
  const lacks = [
    unread > 0 && `${countOf(unread, 'result')} not read`,
    only === 'failed' && open > unread && `${countOf(open - unread, 'accepted call')} without a result`,
  ].filter(Boolean)
  return lacks.length > 0 ? `Not in the file: ${lacks.join(', ')}` : undefined
}

/**
 * The columns of the file as they were, and what became of each row; `only` those to call again, if wanted: what may have been placed is
 * none (D946).
 */
export function resultsOf(view: BatchView, only: 'all' | 'failed', read: Read): string[][] {
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
      call: read.calls.get(row.callId ?? ''),
      unread: isUnread(row, read) ? NOT_READ : '',
    }))
    .filter(
      ({ outcome, call }) =>
        only === 'all' || FAILED.includes(outcome) || call?.status?.toUpperCase() === 'FAILED',
    )
    .map(({ row, cells, outcome, said = '', callId = '', status = '', at = '', call, unread }) => [
      ...header.map((_, column) => cells[column] ?? ''),
      ...[String(row + 1), OUTCOMES[outcome], said, callId, status, at],
      ...[call?.status ?? unread, call?.callEndedReason ?? ''],
    ])
  return [[...header, ...news], ...lines]
}

/** The newest calls to numbers, in words. */
export function earlierCalls(calls: ReadonlyMap<string, Launch>, now: number): ReadonlyMap<string, string> {
  const wordsOf = ({ state, startedAt }: Launch) => {
    const verb = state === 'accepted' ? 'was' : 'may have been'
    return `This number ${verb} called ${relativeTime(Date.parse(startedAt), now)} by this console.`
  }
  return new Map(Array.from(calls, ([number, launch]) => [number, wordsOf(launch)]))
}
