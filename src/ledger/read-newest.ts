import type { LedgerDatabase } from './database'
import type { LedgerEntry } from './entry'
import { settle } from './read-entries'
import type { NewestEntries } from './row-store'
import type { Tabs } from './tabs'

/** Those readable entries of a service, or of one of its operations, that began last, oldest first, without reading the others. */
export async function readNewest(
  database: LedgerDatabase,
  { range, count, ...page }: { range: IDBKeyRange; count: number; tabs: Tabs; now: Date },
): Promise<NewestEntries> {
  const rows: LedgerEntry[] = []
  const { store } = database.transaction('entries')
  const index = range.lower.length > 1 ? 'by-operation' : 'by-service'
  let cursor = await store.index(index).openCursor(range, 'prev')
  for (; cursor && rows.length < count; cursor = await cursor.continue()) rows.push(cursor.value)
  return { entries: await settle(database, rows.reverse(), page), more: cursor !== null }
}
