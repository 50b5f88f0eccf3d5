import { isAway, isSignInRequired } from '../client/api-error'
import { call } from '../client/call'
import { untilSignedIn } from '../client/session'
import { listCollections } from '../contract/collections'
import type { BatchRow } from '../jobs/check-rows'
import { type Batch, type BatchPace, endOfFailure, type RowEnd } from '../jobs/dispatch-batch'
import { waitFor } from '../jobs/hold'
import { NotDone } from '../jobs/not-done'
import { JobChanged } from '../ledger/job-changed'
import type { Ledger } from '../ledger/ledger'
import { inParts, storedParts } from '../ledger/row-parts'
import type { LiveBatch } from './batch-live'
import { troubleOf } from './trouble'
import { NotRecorded } from './write'

export type NewBatch = Pick<
  Batch,
  'agentId' | 'versionId' | 'outboundPhoneNumberId' | 'fileName' | 'header' | keyof BatchPace
>

/** A batch of which nothing was sent. */
export function unsent(id: string, given: NewBatch, rows: readonly BatchRow[]): Batch {
  const toSend = rows.filter(({ request }) => request !== undefined).length
  const startedAt = new Date().toISOString()
  return { ...given, id, startedAt, total: rows.length, toSend, confirmed: false, course: 'open' }
}

/** Stores the rows of a batch, before the batch itself. */
export async function storeRows(
  ledger: Ledger,
  { service, job, rows }: { service: string; job: string; rows: readonly BatchRow[] },
): Promise<void> {
  for (const [part, some] of [...inParts(rows)].entries())
    await ledger.saveRows({ service, job, part, rows: some })
}

/** Changes some of the stored rows. */
export async function changeRows(
  ledger: Ledger,
  { service, job }: { service: string; job: string },
  changes: ReadonlyMap<number, Partial<BatchRow>>,
): Promise<void> {
  let from = 0
  for await (const stored of storedParts(ledger, service, job)) {
    const rows = stored.rows.map((row, at) => ({ ...(row as BatchRow), ...changes.get(from + at) }))
    if (rows.some((_, at) => changes.has(from + at))) await ledger.saveRows({ ...stored, rows })
    from += rows.length
  }
}

/** Rows that were sent elsewhere may not be sent here. */
export const wentOn = () =>
  new NotDone(
    'Could not continue',
    'Another page went on with this batch meanwhile. Its rows were read again.',
    'Check them, then continue.',
  )

/** Milliseconds in which a page hears that another took over what it works on: it renews its lease more often. */
const HEARD_MS = 12_000

/** All rows of a batch, in their order. */
export async function storedRows(ledger: Ledger, service: string, job: string): Promise<BatchRow[]> {
  const all: BatchRow[] = []
  for await (const { rows } of storedParts(ledger, service, job))
    for (const row of rows) all.push(row as BatchRow)
  return all
}

/** Whether other calls of a batch are on their way or in doubt than its rows say; without reading those that ended. */
export async function isStale(ledger: Ledger, service: string, { batch, view }: LiveBatch) {
  const { rows, counts } = view
  const doubts = counts.sending + counts.unknown
  if (doubts === 0) return false
  const open = (await ledger.open(service)).flatMap(({ batch: of, state }) =>
    of?.id === batch.id && of.row >= 0 ? [{ row: of.row, state }] : [],
  )
  return open.length !== doubts || open.some(({ row, state }) => rows[row]?.state !== state)
}

/** How a row ends whose sending failed. Where somebody has to sign in first, it waits for that; then its hours are looked at again. */
export async function endOfSending(error: unknown, signal: AbortSignal): Promise<RowEnd> {
  // No other row would fare better.
  if (error instanceof NotRecorded) {
    const { message, cause } = error
    if (isAway(cause)) return { state: 'back', away: true, said: message }
    // Another page took over, and from now on says how the batch stands.
    if (cause instanceof JobChanged) {
      await waitFor(HEARD_MS, signal)
      return { state: 'back', ready: true, said: message }
    }
    const title = 'Paused: the console cannot keep the record'
    return { state: 'back', trouble: { title, message }, said: message }
  }
  if (!isSignInRequired(error)) return endOfFailure(error, troubleOf(error))
  await untilSignedIn(signal)
  return { state: 'back', ready: true }
}

/** Whether the service answers. Asks for something small, which needs the store of the console as well. */
export const isAnswering = (signal: AbortSignal): Promise<boolean> =>
  call(listCollections, { signal }).then(
    () => true,
    (error: unknown) => !isAway(error),
  )
