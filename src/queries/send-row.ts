import type { QueryClient } from '@tanstack/react-query'
import { isSignInRequired } from '../client/api-error'
import { dispatchCall } from '../contract/calls'
import type { BatchRow } from '../jobs/check-rows'
import { isBusy, type RowEnd, unlessTooOften } from '../jobs/dispatch-batch'
import { holdAfter } from '../jobs/hold'
import type { LiveBatch } from './batch-live'
import { endOfSending } from './batch-store'
import { leaveOut, type OtherCalls } from './called-since'
import { NotRecorded, write } from './write'

interface Sending {
  readonly live: LiveBatch
  readonly row: number
  readonly request: BatchRow['request']
  readonly signal: AbortSignal
}

/** Places the call of a row; never rejects. */
async function sendRow(client: QueryClient, { live, row, request, signal }: Sending): Promise<RowEnd> {
  const { agentId, versionId, outboundPhoneNumberId, id } = live.batch
  if (!request) return { state: 'refused', said: 'There is nothing to send in this row.' }
  const body = { versionId, outboundPhoneNumberId, ...request }
  live.set(row, {
    state: 'sending',
    to: request.toPhoneNumber,
    at: new Date().toISOString(),
    said: undefined,
  })
  try {
    const recorded = (entryId: string) => live.set(row, { entryId })
    const sent = { params: { agentId }, body, batch: { id, row }, recorded }
    const { record } = await write(client, dispatchCall, sent)
    live.set(row, { callId: record?.id, status: record?.status })
    return { state: 'accepted' }
  } catch (error) {
    const end = await endOfSending(error, signal)
    live.set(row, { said: end.said })
    return end
  }
}

/** Places the call of a row by itself; resolves with why no other would be placed. As long as a busy service asks, the batch waits, too. */
export async function sendTest(client: QueryClient, sending: Sending): Promise<RowEnd['trouble']> {
  const { live, row } = sending
  const end = await sendRow(client, sending)
  live.end(row, unlessTooOften(live, row, end))
  if (isBusy(end)) live.hold(Date.now() + holdAfter(live.busy(row), end.holdMs))
  if (end.trouble || end.state !== 'back' || isBusy(end)) return end.trouble
  return { title: 'The test row was not sent', message: end.said ?? '' }
}

/**
 * As `sendRow`, unless somebody else called the number since its file was read. Batches of this browser that come to one number at the same
 * moment do so one after the other.
 */
export async function sendUncalled(
  client: QueryClient,
  others: OtherCalls,
  sending: Sending,
): Promise<RowEnd> {
  const { live, row, request, signal } = sending
  const number = request?.toPhoneNumber ?? ''
  const send = async (): Promise<RowEnd> => {
    let call: string | undefined
    try {
      call = await others.to(number)
    } catch (cause) {
      const unread = 'The record of calls could not be read.'
      return endOfSending(isSignInRequired(cause) ? cause : new NotRecorded(unread, { cause }), signal)
    }
    // Paused meanwhile, nothing begins any more.
    if (signal.aborted) return { state: 'back', ready: true }
    if (call === undefined || call === live.view.rows[row]?.called) return sendRow(client, sending)
    // If that is not stored, whoever sends the row next looks again.
    await leaveOut(client, live, [row]).catch(() => undefined)
    return { state: 'not sent' }
  }
  const locks = globalThis.navigator?.locks
  return locks ? locks.request(`switchboard-call-${number}`, {}, send) : send()
}
