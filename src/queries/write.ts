import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  isSignInRequired,
  NoAnswer,
  outcomeOf,
  ServiceRefusal,
  saidBy,
  UnreadableReply,
} from '../client/api-error'
import { type CallOptions, call } from '../client/call'
import type { Operation, Reply } from '../contract/operation'
import { isWire } from '../contract/reply'
import type { EntryEnd } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import { connectedLedger } from './ledger'
import { noteWrite } from './service-health'

/** A write that was done, and where to record what follows from it. */
export interface Written<O extends Operation> {
  /** Absent where the service accepted the write and its reply could not be read. */
  readonly reply?: Reply<O>
  readonly ledger: Ledger
  readonly service: string
  /** Id of the ledger entry; absent where this browser could not record the write. */
  readonly entryId?: string
}

/** What is sent, and what the ledger records with it. */
export type WriteRequest<O extends Operation> = CallOptions<O> & {
  /** Recorded with the write and never sent, such as why a version was deployed. */
  readonly note?: unknown
  /** The row of a batch that this is; it is sent only if it could be recorded before (D111). */
  readonly batch?: { readonly id: string; readonly row: number }
  /** Learns the id of the ledger entry before the write is sent. */
  readonly recorded?: (entryId: string) => void
  /** Records what follows from the write, such as what is deployed now. Called once it was done; a failure is no failure of the write. */
  readonly after?: (written: Written<O>) => unknown
}

/** A row of a batch could not be recorded, so it was not sent. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded'
}

/**
 * Sends a write as the ledger records it: recorded before it is sent, completed when it has ended. A browser that
 * records nothing may still write; the ledger's `problem` then says so (D67). Rejects like `call`, or with `NotRecorded`.
 */
export async function write<O extends Operation>(
  client: QueryClient,
  operation: O,
  request: WriteRequest<O>,
): Promise<Reply<O>> {
  const { params = {}, body, note, batch, after } = request
  // The console's own server is gone; without knowing the service, or with a part missing, the write is not sent at all.
  const unsent = (error: unknown): never => {
    const cause = error instanceof NoAnswer ? error.cause : 'connection lost'
    throw new NoAnswer({ operation: operation.name, cause, sent: false })
  }
  const { ledger, service } = await connectedLedger(client).catch(unsent)
  // What knows of extensions is not part of a first load.
  const offered = operation.source === 'extension' ? await import('./offered').catch(unsent) : undefined
  const learn = await offered?.mustBeOffered(client, operation)
  const entry = { service, operation: operation.name, params: { ...params }, body, note }
  const id = ledger.newId()
  let notRecorded: unknown
  const entryId = await ledger
    .begin({ ...entry, ...(batch && { batch: { ...batch } }) }, id)
    .catch((error: unknown) => {
      if (isSignInRequired(error)) throw refusedWith(operation, error)
      notRecorded = error
      return undefined
    })
  const finish = async (end: EntryEnd) => {
    const reply = operation.stores ? operation.stores(end.reply) : end.reply
    const finishing = ledger.finish(service, id, { ...end, reply }).catch(() => undefined)
    // Without an answer of the record the write may stand there all the same, and would stay in doubt.
    if (batch || entryId !== undefined) await finishing
  }
  if (batch && entryId === undefined) {
    await finish({ state: 'refused', error: { message: 'It was not sent.' } })
    throw new NotRecorded(ledger.problem?.message ?? 'The console could not keep the record of the call.', {
      cause: notRecorded,
    })
  }
  if (entryId !== undefined) request.recorded?.(entryId)
  const follow = async (reply?: Reply<O>) => after?.({ reply, ledger, service, entryId })
  try {
    const reply = await call(operation, request)
    noteWrite(client)
    learn?.()
    await finish({ state: 'accepted', reply: isWire(reply) && 'raw' in reply ? reply.raw : reply })
    await follow(reply).catch(() => undefined)
    return reply
  } catch (error) {
    noteWrite(client, error)
    await finish(endOf(error))
    await learn?.(error)
    if (error instanceof UnreadableReply) await follow().catch(() => undefined)
    throw error
  }
}

/** Closes in the record what was sent about files without an answer and found done since; resolves with whether something stays in doubt (D936). */
export const settleLost = (client: QueryClient): Promise<boolean> =>
  import('./settle-writes').then(
    ({ settleWrites }) => settleWrites(client),
    () => true,
  )

/** The record of a write was refused because the session has ended, and so is the write. */
const refusedWith = ({ name }: Operation, { status, code, message, fromProxy, nextStep }: ServiceRefusal) =>
  new ServiceRefusal({ operation: name, status, code, message, fromProxy, nextStep })

function endOf(error: unknown): EntryEnd {
  const message = error instanceof Error ? saidBy(error) : String(error)
  if (error instanceof ServiceRefusal) {
    const { status, code, retryAfterMs } = error
    return { state: outcomeOf(error), error: { status, code, message, retryAfterMs } }
  }
  if (error instanceof UnreadableReply)
    return { state: 'accepted', reply: error.raw, error: { status: error.status, message } }
  return { state: outcomeOf(error), error: { message } }
}

/** The mutation that sends one write; its variables are the request. `after`: what follows from each, as in the request. */
export const sending = <O extends Operation>(
  operation: O,
  after?: (request: WriteRequest<O>, written: Written<O>) => unknown,
) =>
  mutationOptions({
    mutationFn: (request: WriteRequest<O>, { client }) =>
      write(client, operation, { after: (written) => after?.(request, written), ...request }),
    meta: { writes: [operation] },
  })
