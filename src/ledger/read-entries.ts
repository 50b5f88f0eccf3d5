import type { LedgerDatabase } from './database'
import { isLedgerEntry, type LedgerEntry } from './entry'
import type { EntryIndex } from './row-store'
import type { Tabs } from './tabs'

/** Rows that are read at once. More would block the page while the browser makes objects of them. */
const PAGE = 1_000

/** Without Web Locks, a write counts as abandoned after twice the longest wait for an answer (D65). */
export const ABANDONED_MS = 120_000

/** Readable entries of an index, oldest first. Those that a closed tab left as `sending` become `unknown`. */
export async function readEntries(
  database: LedgerDatabase,
  { index, range, tabs, now }: { index: EntryIndex; range: IDBKeyRange; tabs: Tabs; now: Date },
): Promise<LedgerEntry[]> {
  const rows: LedgerEntry[] = []
  const start = range.lower as readonly string[]
  let from = range
  let count = PAGE
  for (;;) {
    const page = await database.getAllFromIndex('entries', index, from, count)
    // A page starts at the last time of the page before, because several writes can start in one millisecond.
    const read = new Set(rows.slice(-count).map(({ id }) => id))
    const fresh = page.filter(({ id }) => !read.has(id))
    for (const row of fresh) rows.push(row)
    const last = page.at(-1)
    if (!last || page.length < count) break
    if (fresh.length === 0) count *= 2
    from = IDBKeyRange.bound([...start, last.startedAt], range.upper)
  }
  return settle(database, rows, { tabs, now })
}

/** The readable ones of these, in which those that a closed tab left as `sending` are `unknown`. */
export async function settle(
  database: LedgerDatabase,
  rows: readonly LedgerEntry[],
  { tabs, now }: { tabs: Tabs; now: Date },
): Promise<LedgerEntry[]> {
  const settled = await settleAbandoned(database, await abandonedOf(rows, tabs, now), now)
  return rows.map((row) => settled.get(row.id) ?? row).filter(isLedgerEntry)
}

/** The writes in state `sending` whose tab is closed. */
async function abandonedOf(rows: readonly LedgerEntry[], tabs: Tabs, now: Date) {
  const others = rows.filter((row) => row.state === 'sending' && row.tab !== tabs.own)
  if (others.length === 0) return []
  const living = await tabs.living()
  return others.filter((row) =>
    living ? !living.has(row.tab) : now.getTime() - Date.parse(row.startedAt) > ABANDONED_MS,
  )
}

/** A write whose page is gone. */
export const asAbandoned = (row: LedgerEntry, now: Date): LedgerEntry => ({
  ...row,
  state: 'unknown',
  finishedAt: now.toISOString(),
  error: { message: 'The page was closed before the answer arrived.' },
})

/** Makes writes `unknown` unless they ended meanwhile. Returns the changed rows by id. */
async function settleAbandoned(database: LedgerDatabase, abandoned: readonly LedgerEntry[], now: Date) {
  const changed = new Map<string, LedgerEntry>()
  if (abandoned.length === 0) return changed
  const transaction = database.transaction('entries', 'readwrite')
  for (const { id } of abandoned) {
    const row = await transaction.store.get(id)
    if (row?.state !== 'sending') continue
    const settled = asAbandoned(row, now)
    await transaction.store.put(settled)
    changed.set(id, settled)
  }
  await transaction.done
  return changed
}
