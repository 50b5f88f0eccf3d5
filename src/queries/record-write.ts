import type { QueryClient } from '@tanstack/react-query'
import { NoAnswer, outcomeOf, ServiceRefusal, UnreadableReply } from '../client/api-error'
import type { OperationName } from '../contract/operations'
import { isWire } from '../contract/reply'
import type { EntryEnd } from '../ledger/entry'
import { type Ledger, openLedger } from '../ledger/ledger'
import { connectionOf } from './info'
import { noteWrite } from './silence'

const ledgers = new WeakMap<QueryClient, Promise<Ledger>>()

/** The ledger of this page, opened when first used. */
export function ledgerOf(client: QueryClient): Promise<Ledger> {
  const known = ledgers.get(client)
  if (known) return known
  const opened = openLedger()
  ledgers.set(client, opened)
  // Its code may not have arrived; then the next use tries again.
  opened.catch(() => ledgers.delete(client))
  return opened
}

/** A write that is worth remembering. */
export interface Write<T> {
  readonly operation: OperationName
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Kept with the write and never sent, such as why a version was deployed. */
  readonly note?: unknown
  readonly send: () => Promise<T>
  /** What of the reply may be remembered; without it, all but what is secret by its name (D66). */
  readonly remembers?: (reply: unknown) => unknown
  /** The row of a batch that it is; it is then sent only if it could be written down before (D111). */
  readonly batch?: { readonly id: string; readonly row: number }
}

/** A row of a batch could not be written down, so it was not sent. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded'
}

/** What a remembered write answered, and where what follows from it can be remembered. */
export interface Recorded<T> {
  readonly reply: T
  readonly ledger: Ledger
  readonly service: string
  /** Id of the ledger entry; absent where nothing could be written down. */
  readonly entryId: string | undefined
}

/**
 * Sends a write that the ledger remembers: written down before it is sent, completed when it has ended. A browser
 * that remembers nothing does not keep anybody from writing; the ledger's `problem` then says so (D67).
 */
export async function recordWrite<T>(client: QueryClient, write: Write<T>): Promise<Recorded<T>> {
  const { operation, params = {}, body, note, batch, remembers = (reply: unknown) => reply } = write
  const [ledger, { serviceName: service }] = await Promise.all([
    ledgerOf(client),
    connectionOf(client),
  ]).catch((error: unknown) => {
    // The console's own server is gone; without knowing the service, the write is not sent at all.
    const cause = error instanceof NoAnswer ? error.cause : 'connection lost'
    throw new NoAnswer({ operation, cause, sent: false })
  })
  const entry = { service, operation, params, body, note, ...(batch && { batch: { ...batch } }) }
  const id = await ledger.begin(entry).catch(() => undefined)
  if (batch && id === undefined)
    throw new NotRecorded(ledger.problem?.message ?? 'This browser refused to keep the record of the call.')
  const finish = (end: EntryEnd) =>
    id === undefined ? undefined : ledger.finish(id, end).catch(() => undefined)
  try {
    const reply = await write.send()
    noteWrite(client)
    await finish({ state: 'accepted', reply: remembers(isWire(reply) && 'raw' in reply ? reply.raw : reply) })
    return { reply, ledger, service, entryId: id }
  } catch (error) {
    noteWrite(client, error)
    const end = endOf(error)
    await finish({ ...end, reply: remembers(end.reply) })
    throw error
  }
}

function endOf(error: unknown): EntryEnd {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ServiceRefusal) {
    const { status, code } = error
    return { state: outcomeOf(error), error: { status, code, message } }
  }
  if (error instanceof UnreadableReply) {
    return { state: 'accepted', reply: error.raw, error: { status: error.status, message } }
  }
  return { state: outcomeOf(error), error: { message } }
}
