import { sqlState } from '../log'
import { StartRefused } from '../store/lock'
import { isDiskFull, isStoreAway } from '../store/store-away'

/** What went wrong, as one sentence. Never an error's own text: it may hold what is stored. */
export function explain(error: unknown): string {
  if (error instanceof StartRefused) return error.message
  const { code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException
  if (isDiskFull(error)) return 'The disk is full; nothing was kept.'
  if (isStoreAway(error)) return 'The database does not answer any more; nothing was kept.'
  if (code && syscall) return `${path ?? 'The data directory'} cannot be used (${syscall}: ${code}).`
  const what =
    error instanceof Error ? [error.name, sqlState(error)].filter(Boolean).join(' ') : 'unknown reason'
  return `It could not be done (${what}); nothing was kept.`
}
