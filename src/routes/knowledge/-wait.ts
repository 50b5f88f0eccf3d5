import { type KnowledgeFile, progressOf } from '../../contract/files'
import { countOf } from '../../ui/numbers'
import { formatDuration, readTime } from '../../ui/time-words'

/** From here on a wait is called too long, whatever is usual (D107). */
export const LATE_MS = 12 * 60_000

/** So many of the files in the list are enough to say what is usual. */
const SAMPLE_MAX = 500

/** How long a file has been waiting to be read; `undefined` for one that does not wait or has no time of its beginning. */
export function waitedFor({ status, createdAt, updatedAt }: KnowledgeFile, now: number): number | undefined {
  if (progressOf(status) !== 'waiting') return undefined
  const since = readTime(createdAt ?? updatedAt)
  // The clock of a service may be ahead of ours.
  return since === null ? undefined : Math.max(0, now - since)
}

export const isLate = (waitedMs: number): boolean => waitedMs >= LATE_MS

/** Up to this many files wait without one waiting for another. */
const AT_ONCE = 3

/**
 * What a file that waits can expect: how many wait beside it, where they are so many that they wait for each other, else how long files usually
 * take to be read.
 */
export interface Expected {
  readonly others: number
  /** Milliseconds. */
  readonly usualMs?: number
}

export function expectedWait(files: readonly KnowledgeFile[]): Expected {
  const waiting = files.filter(({ status }) => progressOf(status) === 'waiting').length
  if (waiting === 0) return { others: 0 }
  return waiting > AT_ONCE ? { others: waiting - 1 } : { others: 0, usualMs: usualWait(files) }
}

/** How long files took to be read, at the median; those that are ready only. While another was read, a file may just have waited for its turn. */
export function usualWait(files: readonly KnowledgeFile[]): number | undefined {
  const times: { from: number; to: number }[] = []
  for (const { status, createdAt, updatedAt } of files) {
    if (times.length >= SAMPLE_MAX) break
    if (progressOf(status) !== 'ready') continue
    const [from, to] = [readTime(createdAt), readTime(updatedAt)]
    // Without a change since its creation, the time when it was ready is unknown.
    if (from !== null && to !== null && to > from) times.push({ from, to })
  }
  times.sort((one, other) => one.to - other.to)
  const spans = times.map(({ from, to }, at) => to - Math.max(from, times[at - 1]?.to ?? from))
  return spans.sort((one, other) => one - other)[Math.floor((spans.length - 1) / 2)]
}

/** "for 12 s, usually 4.0 s". Less than a second is not worth a word. */
export function waitWords(waitedMs: number, { others, usualMs = 0 }: Expected = { others: 0 }): string {
  if (waitedMs < 1_000) return ''
  const usual =
    others > 0
      ? `, ${countOf(others, 'other')} ${others === 1 ? 'waits' : 'wait'} too`
      : usualMs < 1_000
        ? ''
        : `, usually ${formatDuration(usualMs)}`
  return `for ${formatDuration(waitedMs)}${usual}`
}

/** "12 min": the seconds of a long wait do not matter. */
export function minutesOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : formatDuration(ms)
}
