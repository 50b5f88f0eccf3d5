import { type KnowledgeFile, progressOf } from '../../contract/files'
import { formatDuration, readTime } from '../../ui/time-words'

/** From here on a wait is called too long, whatever is usual (D107). */
const LATE_MS = 12 * 60_000

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

/** Until when nothing more is said in the panel of a file whose wait a person has accepted; forgotten with the page. */
const accepted = new Map<string, number>()

/** Says nothing more of this wait for as long again. */
export const keepWaiting = (fileId: string, now: number): void => void accepted.set(fileId, now + LATE_MS)

/** Whether a person said to keep waiting, and not so long ago. */
export const waitsOn = (fileId: string, now: number): boolean => now < (accepted.get(fileId) ?? 0)

/** How long the files of the list took from their record to their last change, at the median; those that are ready only. */
export function usualWait(files: readonly KnowledgeFile[]): number | undefined {
  const spans: number[] = []
  for (const { status, createdAt, updatedAt } of files) {
    if (spans.length >= SAMPLE_MAX) break
    if (progressOf(status) !== 'ready') continue
    const [from, to] = [readTime(createdAt), readTime(updatedAt)]
    // Without a change since its creation, the time when it was ready is unknown.
    if (from !== null && to !== null && to > from) spans.push(to - from)
  }
  return spans.sort((a, b) => a - b)[Math.floor((spans.length - 1) / 2)]
}

/** "12 min": the seconds of a long wait do not matter. */
export function minutesOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : formatDuration(ms)
}

/** While the service is too busy: until when, in ms since 1970. */
export const heldWords = (until: number) =>
  `The service asked to wait. Continues by itself at ${new Date(until).toLocaleTimeString()}.`
