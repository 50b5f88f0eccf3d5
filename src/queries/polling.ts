import { isTemporary } from '../client/api-error'
import { isOffline } from '../client/call'
import { type KnowledgeFile, progressOf } from '../contract/files'

/** After a failed read, the next attempt; so that a screen goes on by itself when the service is back. */
const RECOVER_MS = 5_000

/** When to read again after an error; `false` where trying again would not help, and while offline. */
export function recoverDelay(error: unknown): number | false {
  return error && isTemporary(error) && !isOffline() ? RECOVER_MS : false
}

/**
 * Milliseconds until the next look at files that have waited this long: often at first, ever less. In steps, because
 * a timer whose length changes with every look would be set anew by every rendering, and never run out.
 */
export function pollDelay(waitedMs: number): number {
  if (waitedMs < 15_000) return 1_500
  if (waitedMs < 30_000) return 2_500
  return waitedMs < 60_000 ? 5_000 : 10_000
}

/** Since when which files are waiting, for each reader of the list. */
const waits = new WeakMap<object, { readonly ids: string; readonly since: number }>()

/**
 * When to read the list of files again: while one of them waits, from when the set of those that wait last changed.
 * `reader` is what the waiting is remembered by.
 */
export function filePollDelay(
  reader: object,
  files: readonly KnowledgeFile[] | undefined,
  now = Date.now(),
): number | false {
  const ids = (files ?? [])
    .filter(({ status }) => progressOf(status) === 'waiting')
    .map(({ fileId }) => fileId)
    .sort()
    .join('\n')
  if (ids === '' || isOffline()) {
    waits.delete(reader)
    return false
  }
  const known = waits.get(reader)
  const since = known?.ids === ids ? known.since : now
  waits.set(reader, { ids, since })
  return pollDelay(now - since)
}
