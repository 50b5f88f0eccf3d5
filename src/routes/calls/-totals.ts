import { endOf } from '../../queries/describe-error'
import { agentOf, type CallRow } from '../../queries/merge-calls'
import { dayOf } from '../../ui/time-words'
import { CALL_STATES, reasonWords } from '../-shared/call-state'

/** One line of a table of totals. */
interface Total {
  readonly label: string
  readonly calls: number
}

/** What some calls come to. */
export interface CallTotals {
  readonly byResult: readonly Total[]
  readonly byAgent: readonly Total[]
  /** The newest days that have calls, oldest first. */
  readonly byDay: readonly Total[]
  /** Seconds of all calls together, and how many calls lasted at all. */
  readonly seconds: number
  readonly timed: number
}

const DAYS_MAX = 14

/** Why a call ended, else how it stands, else what became of its dispatch. */
function resultOf({ launch, record }: CallRow): string {
  if (record?.callEndedReason) return reasonWords(record.callEndedReason)
  const { status = '' } = record ?? {}
  const state = CALL_STATES.find(({ value }) => value === status)?.label ?? status
  const end = launch && endOf(launch)
  return state || (end === 'unsent' ? 'Not sent' : end ? `Dispatch ${end}` : 'No state')
}

/** "2 May"; with the year where it is not that of the newest day. Both as `toDateString` has them. */
const dayLabel = (day: string, newest = '') =>
  dayOf(new Date(day)) + (day.slice(-4) === newest.slice(-4) ? '' : ` ${day.slice(-4)}`)

function count(labels: readonly string[]): Total[] {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].map(([label, calls]) => ({ label, calls }))
}

const mostFirst = (totals: Total[]) =>
  totals.sort((a, b) => b.calls - a.calls || a.label.localeCompare(b.label))

/** `nameOf`: what an agent is called. */
export function totalsOf(rows: readonly CallRow[], nameOf: (agentId: string) => string): CallTotals {
  // With the year: the same day of another year is another day.
  const times = rows.flatMap(({ time }) => (time ? Date.parse(time) : [])).sort((a, b) => b - a)
  const days = times.map((time) => new Date(time).toDateString())
  // Who was never reached did not talk for 0 s: the list shows no duration either (D991).
  const durations = rows.flatMap(({ record }) => record?.callDuration || [])
  return {
    byResult: mostFirst(count(rows.map(resultOf))),
    byAgent: mostFirst(
      count(
        rows.map((row) => {
          const id = agentOf(row)
          return id === undefined ? 'No agent' : nameOf(id)
        }),
      ),
    ),
    byDay: count(days)
      .slice(0, DAYS_MAX)
      .reverse()
      .map(({ label, calls }) => ({ label: dayLabel(label, days[0]), calls })),
    seconds: durations.reduce((sum, each) => sum + each, 0),
    timed: durations.length,
  }
}

/** The columns of the exported file. */
export const CSV_COLUMNS = [
  'Time',
  'Phone number',
  'State',
  'Ended reason',
  'Duration (s)',
  'Agent',
  'Agent id',
  'Version id',
  'Outcome',
  'Lead id',
  'Call id',
  'Summary',
]

/** A call as a line of that file. */
export function csvRow(row: CallRow, number: string | undefined, agent: string): string[] {
  const { launch, record } = row
  const values = [
    row.time,
    number,
    record?.status ?? launch?.result?.status,
    record?.callEndedReason,
    record?.callDuration,
    agent,
    agentOf(row),
    launch?.request?.versionId ?? record?.agentVersionId,
    launch && endOf(launch),
    launch?.request?.leadId ?? record?.leadId,
    record?.id ?? launch?.result?.id,
    record?.summary,
  ]
  return values.map((value) => String(value ?? ''))
}
