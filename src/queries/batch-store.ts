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
import { troubleOf } from './trouble'
import { NotRecorded } from './write'

/** So many rows are stored at a time, or fewer that are this long as JSON: a part must fit where a team stores it. */
const PART = 500
const PART_LENGTH = 500_000

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
  let part = 0
  let from = 0
  let length = 0
  for (const [index, row] of rows.entries()) {
    length += JSON.stringify(row).length
    const next = index + 1
    if (next < rows.length && next - from < PART && length < PART_LENGTH) continue
    await ledger.saveRows({ service, job, part, rows: rows.slice(from, next) })
    part += 1
    from = next
    length = 0
  }
}

/** Changes some of the stored rows. */
export async function changeRows(
  ledger: Ledger,
  { service, job }: { service: string; job: string },
  changes: ReadonlyMap<number, Partial<BatchRow>>,
): Promise<void> {
  let from = 0
  for (let part = 0; ; part += 1) {
    const before = await ledger.rows(service, job, part)
    if (!before) return
    const rows = before.map((row, at) => ({ ...(row as BatchRow), ...changes.get(from + at) }))
    if (before.some((_, at) => changes.has(from + at))) await ledger.saveRows({ service, job, part, rows })
    from += before.length
  }
}

/** Rows that were sent elsewhere may not be sent here. */
export const wentOn = () =>
  new NotDone(
    'Could not continue',
    'Another page went on with this batch meanwhile. Its rows were read again.',
    'Look at them, then continue.',
  )

/** Milliseconds in which a page hears that another took over what it works on: it renews its lease more often. */
const HEARD_MS = 12_000

/** All rows of a batch, in their order. */
export async function storedRows(ledger: Ledger, service: string, job: string): Promise<BatchRow[]> {
  const rows: BatchRow[] = []
  for (let part = 0; ; part += 1) {
    const more = await ledger.rows(service, job, part)
    if (!more) return rows
    for (const row of more) rows.push(row as BatchRow)
  }
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
