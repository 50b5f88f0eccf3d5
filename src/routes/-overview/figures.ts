import { isCallOpen } from '../../contract/call-records'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import { countRun, type Run } from '../../contract/run'
import type { Launch } from '../../queries/calls'
import { endOf } from '../../queries/describe-error'
import type { CallRow } from '../../queries/merge-calls'
import { countOf, isolated } from '../../ui/numbers'
import { dayOf } from '../../ui/time-words'
import type { Share } from '../../ui/trend'

/** So many days, or runs, a trend shows. */
const TREND_MAX = 14

export function fileShares(files: readonly KnowledgeFile[]): readonly Share[] {
  const count = (progress: ReturnType<typeof progressOf>) =>
    files.filter(({ status }) => progressOf(status) === progress).length
  return [
    { label: 'ready', count: count('ready'), tone: 'good' },
    { label: 'waiting', count: count('waiting'), tone: 'busy' },
    { label: 'failed', count: count('failed'), tone: 'bad' },
  ]
}

/** Ends of calls that nobody answered. */
const NOT_REACHED: readonly unknown[] = ['NO_ANSWER', 'LINE_BUSY', 'BAD_NUMBER', 'COULD_NOT_CONNECT']

/** What calls came to, each with its colour; of one that the service does not list, only whether it was accepted. */
const RESULTS = {
  answered: 'good',
  accepted: 'good',
  voicemail: 'waiting',
  'going on': 'busy',
  'not reached': 'bad',
  failed: 'bad',
  refused: 'bad',
  'not sent': 'bad',
  unknown: 'unknown',
} as const

/** As `lastAttempts`, which as a module of three screens is a request more (D922). */
export function lastLaunches(launches: readonly Launch[]): readonly Launch[] {
  const rows = new Set<string>()
  return launches.filter(({ state, batch: { id, row = -1 } = {} }) => {
    const before = rows.size
    return row < 0 || rows.add(`${id} ${row}`).size > before || state !== 'refused'
  })
}

/** Whether it may have been placed, and may be one that the service lists, too. */
export const isDoubt = ({ record, launch }: CallRow) => !record && launch?.state === 'unknown'

function resultOf({ record, launch }: CallRow): keyof typeof RESULTS {
  if (!record) {
    const end = launch && endOf(launch)
    return end === 'unsent' ? 'not sent' : end === 'accepted' || end === 'refused' ? end : 'unknown'
  }
  if (isCallOpen(record)) return 'going on'
  const reason = record.callEndedReason?.toUpperCase()
  if (reason === 'LEFT_VOICEMAIL') return 'voicemail'
  if (NOT_REACHED.includes(reason)) return 'not reached'
  if (record.status?.toUpperCase() === 'FAILED') return 'failed'
  // A word that nobody knows says nothing.
  return reason || record.status?.toUpperCase() === 'COMPLETED' ? 'answered' : 'unknown'
}

export function callShares(calls: readonly CallRow[]): readonly Share[] {
  const results = calls.map(resultOf)
  return Object.entries(RESULTS).map(([label, tone]) => ({
    label,
    count: results.filter((result) => result === label).length,
    tone,
  }))
}

/** Calls a day, of the last days until `now`, each with its words. */
export function callsByDay(
  calls: readonly CallRow[],
  now: number,
): readonly { readonly label: string; readonly value: number }[] {
  const counts = new Map<string, number>()
  for (const { time } of calls) {
    const day = time === undefined ? '' : new Date(time).toDateString()
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return Array.from({ length: TREND_MAX }, (_, back) => {
    // A day on which clocks change has not 24 hours.
    const day = new Date(now)
    day.setDate(day.getDate() - (TREND_MAX - 1 - back))
    const value = counts.get(day.toDateString()) ?? 0
    return { label: `${dayOf(day)}: ${countOf(value, 'call')}`, value }
  })
}

/** The part that passed of each of the last runs that were judged, oldest first. `runs`: newest first. */
export function passRates(
  runs: readonly Run[],
): readonly { readonly label: string; readonly value: number }[] {
  return runs
    .flatMap((run) => {
      const { total = 0, passed, failed, unclear } = countRun(run)
      if ((passed ?? failed ?? unclear) === undefined || total === 0) return []
      const value = (passed ?? 0) / total
      return [{ label: `${isolated(run.name ?? `Run ${run.id}`)}: ${passed ?? 0} of ${total} passed`, value }]
    })
    .slice(0, TREND_MAX)
    .toReversed()
}
