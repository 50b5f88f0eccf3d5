import type { QueryClient } from '@tanstack/react-query'
import type { LedgerEntry } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import type { EntryRemoval } from '../ledger/row-store'
import { ifStored } from '../ledger/storage'
import { KEEP_DAYS_KEY, keys } from './keys'
import { readEverywhere } from './query-client'

/** For how many days sent writes are stored; 0: until somebody forgets them. Of all services together. */
export const keepDays = (): number => Number(ifStored(() => localStorage.getItem(KEEP_DAYS_KEY))) || 0

const DAY_MS = 86_400_000

/** Forgets the writes of a service that are older than a person wants; resolves with how many. */
export async function forgetOld(
  client: QueryClient,
  ledger: Ledger,
  service: string,
  onStep?: EntryRemoval['onStep'],
  days = keepDays(),
): Promise<number> {
  if (days === 0) return 0
  const forgotten = await forgetBefore(ledger, service, new Date(Date.now() - days * DAY_MS), onStep)
  if (forgotten > 0) {
    const queryKeys = [keys.ledger, keys.calls, keys.threads, keys.lab]
    // A list that nobody looks at would show what is forgotten until 100,000 writes are read again.
    for (const queryKey of queryKeys) client.removeQueries({ queryKey, type: 'inactive' })
    void readEverywhere(client, queryKeys)
  }
  return forgotten
}

/**
 * Forgets the writes that began before this time; resolves with how many. Those of unknown outcome stay, because somebody may still find it
 * out, and those of a batch that is stored here, because they say which of its rows were called.
 */
export async function forgetBefore(
  ledger: Ledger,
  service: string,
  time: Date,
  onStep?: EntryRemoval['onStep'],
): Promise<number> {
  const jobs = new Set((await ledger.jobs(service)).map(({ id }) => id))
  const keeps = ({ state, checked, batch }: LedgerEntry) =>
    (state === 'unknown' && !checked) || state === 'sending' || (batch !== undefined && jobs.has(batch.id))
  return ledger.removeEntries(service, { before: time.toISOString(), keeps, onStep })
}
