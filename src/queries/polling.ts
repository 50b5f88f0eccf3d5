import { isOffline, isTemporary as isTemporaryAnswer, ServiceRefusal } from '../client/api-error'
import type { ProxyCode } from '../contract/errors'
import { type KnowledgeFile, progressOf } from '../contract/files'
import { isPartMissing, isUpdated } from './new-build'

/** Whether trying the same read again may well succeed; code of this build that is gone does not come back. */
const isTemporary = (error: unknown): boolean =>
  isPartMissing(error) ? !isUpdated : isTemporaryAnswer(error)

/** After a failed read, the next attempt; so that a screen goes on by itself when the service is back. It doubles with each failure in a row, up to the other. */
const RECOVER_MS = 5_000
const RECOVER_MAX = 20_000

/** When to read again after an error, at the earliest when the service asks for it; `false` where that would not help, and while offline. `failures`: in a row (D986). */
export function recoverDelay(error: unknown, failures: number): number | false {
  if (!error || !isTemporary(error) || isOffline()) return false
  return Math.max(Math.min(RECOVER_MS * 2 ** (failures - 1), RECOVER_MAX), askedWait(error) ?? 0)
}

/** Longest that a read waits before it is tried again out of sight; a longer wait is shown as the failure that it is, and the screen goes on by itself. */
const RETRY_WAIT_MAX = 2_000

/** Milliseconds that the service asks to wait (`Retry-After`). */
const askedWait = (error: unknown) => (error instanceof ServiceRefusal ? error.retryAfterMs : undefined)

/** Whether the service asks for no wait that is still under way, when a person comes back to the page. */
export const mayLook = ({ error, errorUpdatedAt }: { error: unknown; errorUpdatedAt: number }): boolean =>
  Date.now() - errorUpdatedAt >= (askedWait(error) ?? 0)

/**
 * Whether a read that failed is tried again at once, so that a short pause that the service asks for is not shown. Who waited for as long as an
 * answer may take is told (D968).
 */
export const retriesRead = (failures: number, error: unknown): boolean =>
  failures < 2 &&
  isTemporary(error) &&
  (error as Partial<ServiceRefusal>).code !== ('SERVICE_TIMED_OUT' satisfies ProxyCode) &&
  (askedWait(error) ?? 0) <= RETRY_WAIT_MAX

export const retryDelay = (failures: number, error: unknown): number =>
  Math.max(500 * 2 ** failures, askedWait(error) ?? 0)

/**
 * Milliseconds until the next look at files that have waited this long: often at first, ever less. In steps, because
 * a timer whose length changes with every look would be set anew by every rendering, and never run out.
 */
export function pollDelay(waitedMs: number): number {
  // Most documents are read within a second (D572).
  if (waitedMs < 2_000) return 240
  if (waitedMs < 15_000) return 1_500
  if (waitedMs < 30_000) return 2_500
  return waitedMs < 60_000 ? 5_000 : 10_000
}

/** Where no file waits: what others uploaded is seen after this long at the latest. */
const QUIET_MS = 60_000

/** With more, a list changes all the time and is read whole each time, so it is not read as often. */
const FEW = 3

/** Since when which files are waiting, for each reader of the list. */
const waits = new WeakMap<object, { readonly ids: string; readonly since: number }>()

/**
 * When to read the list of files again: while one of them waits, by when the set of those that wait last changed, else now and then.
 * `reader` is what the waiting is remembered by.
 */
export function filePollDelay(
  reader: object,
  files: readonly KnowledgeFile[] | undefined,
  now = Date.now(),
): number | false {
  const waiting = (files ?? []).filter(({ status }) => progressOf(status) === 'waiting')
  const ids = waiting
    .map(({ fileId }) => fileId)
    .sort()
    .join('\n')
  if (ids === '' || isOffline()) {
    waits.delete(reader)
    return files && !isOffline() ? QUIET_MS : false
  }
  const before = waits.get(reader)
  const since = before?.ids === ids ? before.since : now
  waits.set(reader, { ids, since })
  return pollDelay(Math.max(now - since, waiting.length > FEW ? 2_000 : 0))
}
