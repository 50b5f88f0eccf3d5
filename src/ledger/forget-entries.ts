import type { LedgerDatabase } from './database'
import type { EntryRemoval } from './row-store'

/** Entries that are read and removed at once. */
const PAGE = 1_000

/** Removes entries of a service, some at once, between which the page lives; resolves with how many. */
export async function forgetEntries(
  database: LedgerDatabase,
  service: string,
  { before, keeps, onStep }: EntryRemoval,
): Promise<number> {
  let removed = 0
  let count = PAGE
  let range = IDBKeyRange.bound([service], [service, before], false, true)
  const most = onStep ? await database.countFromIndex('entries', 'by-service', range) : 0
  for (;;) {
    onStep?.(removed, most)
    const transaction = database.transaction('entries', 'readwrite')
    const page = await transaction.store.index('by-service').getAll(range, count)
    const old = page.filter((entry) => !keeps(entry))
    await Promise.all(old.map(({ id }) => transaction.store.delete(id)))
    await transaction.done
    removed += old.length
    const last = page.at(-1)
    if (!last || page.length < count) return removed
    // Several writes can start in one millisecond, and those to keep come again.
    if (old.length === 0) count *= 2
    range = IDBKeyRange.bound([service, last.startedAt], [service, before], false, true)
  }
}
