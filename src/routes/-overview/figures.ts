import { type KnowledgeFile, progressOf } from '../../contract/files'
import { countRun, type Run } from '../../contract/run'
import type { CallRow } from '../../queries/merge-calls'
import type { Share } from '../../ui/trend'

/** So many days, or runs, a trend shows. */
const TREND_MAX = 14
const DAY_MS = 86_400_000

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

export function fileShares(files: readonly KnowledgeFile[]): readonly Share[] {
  const count = (progress: ReturnType<typeof progressOf>) =>
    files.filter(({ status }) => progressOf(status) === progress).length
  return [
    { label: 'ready', count: count('ready'), tone: 'good' },
    { label: 'waiting', count: count('waiting'), tone: 'busy' },
    { label: 'failed', count: count('failed'), tone: 'bad' },
  ]
}

/** How a call came out, as far as is known: of one that the service does not list, only whether it was accepted. */
function toneOf({ record, launch }: CallRow): 'good' | 'busy' | 'bad' | 'unknown' {
  const status = record?.status?.toUpperCase()
  if (status === 'COMPLETED') return 'good'
  if (status === 'FAILED') return 'bad'
  if (record) return 'busy'
  if (launch?.state === 'refused') return 'bad'
  return launch?.state === 'accepted' ? 'good' : 'unknown'
}

export function callShares(calls: readonly CallRow[]): readonly Share[] {
  const listed = calls.some(({ record }) => record)
  const count = (tone: Share['tone']) => calls.filter((row) => toneOf(row) === tone).length
  return [
    { label: listed ? 'completed' : 'accepted', count: count('good'), tone: 'good' },
    { label: 'going on', count: count('busy'), tone: 'busy' },
    { label: listed ? 'failed' : 'refused', count: count('bad'), tone: 'bad' },
    { label: 'unknown', count: count('unknown'), tone: 'unknown' },
  ]
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
    const day = new Date(now - (TREND_MAX - 1 - back) * DAY_MS)
    const value = counts.get(day.toDateString()) ?? 0
    return { label: `${dayFormat.format(day)}: ${value} ${value === 1 ? 'call' : 'calls'}`, value }
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
      return [{ label: `${run.name ?? `Run ${run.id}`}: ${passed ?? 0} of ${total} passed`, value }]
    })
    .slice(0, TREND_MAX)
    .toReversed()
}
