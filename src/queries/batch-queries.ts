import { queryOptions } from '@tanstack/react-query'
import { opensAt } from '../jobs/call-hours'
import { type Batch, batchKind } from '../jobs/dispatch-batch'
import { batchesOf, type LiveRow } from './batches'
import { storedAs } from './job-engine'
import { keys } from './keys'
import { recorded } from './ledger'

const key = [...keys.ledger, 'batches'] as const
/** How often a screen looks whether another tab went on with its batch. */
const LOOK_MS = 3_000

export const batchQueries = {
  /** The batches that this browser knows, newest first. */
  list: () =>
    recorded(
      [...key, 'list'],
      async (ledger, service): Promise<readonly Batch[]> =>
        (await ledger.jobs(service)).flatMap((row) => storedAs(batchKind, row)?.job ?? []),
    ),

  /** Whether this browser has a batch; its `view` is then there, and follows what other tabs do with it. */
  opened: (id: string) =>
    queryOptions({
      queryKey: [...key, 'opened', id],
      queryFn: async ({ client }) => (await batchesOf(client).open(id)) !== null,
      refetchInterval: LOOK_MS,
    }),

  /** As of `Batches.calledSince`, at the moment of a question. */
  calledSince: (id: string) =>
    queryOptions({
      queryKey: [...key, 'called since', id],
      queryFn: ({ client }) => batchesOf(client).calledSince(id),
      staleTime: 0,
      gcTime: 0,
    }),
}

/** From when rows of each country may be called, as of `opensAt`; each country is looked at once. */
export function hoursOf(batch: Batch, now = Date.now()): (row: LiveRow) => number {
  const known = new Map<string, number>()
  return ({ country = '' }) => {
    const opens = known.get(country) ?? opensAt(batch, country, now)
    known.set(country, opens)
    return opens
  }
}
