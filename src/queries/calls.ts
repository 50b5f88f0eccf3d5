import { queryOptions } from '@tanstack/react-query'
import { type DispatchResult, dispatchReply } from '../contract/call-placed'
import type { DispatchRequest } from '../contract/calls'
import { isWire, type OtherFields, textOf } from '../contract/reply'
import type { LedgerEntry, SentEntry } from '../ledger/entry'
import { keys } from './keys'
import { recorded } from './ledger'

/** A call that this browser asked for; the interface lists none (§4 gaps). Its id and state are those of the dispatch, not of the call. */
export interface Launch extends SentEntry {
  readonly agentId?: string
  readonly request?: DispatchRequest
  readonly result?: DispatchResult
  /** What the reply held beside that. */
  readonly beside?: OtherFields
  /** The batch that it belongs to, and which of its rows. */
  readonly batch?: LedgerEntry['batch']
}

/** The ledger holds what a form of ours sent; of anything else nothing is read. */
function readSent(body: unknown): DispatchRequest | undefined {
  if (!isWire(body)) return undefined
  const ids = [body.versionId, body.outboundPhoneNumberId, body.toPhoneNumber]
  return ids.every((id) => typeof id === 'string') ? (body as unknown as DispatchRequest) : undefined
}

/** Reads a remembered dispatch as a launch. */
export function readLaunch(entry: LedgerEntry): Launch {
  const reply = dispatchReply.safeParse(entry.reply).data
  return {
    id: entry.id,
    agentId: entry.params.agentId,
    request: readSent(entry.body),
    state: entry.state,
    startedAt: entry.startedAt,
    finishedAt: entry.finishedAt,
    found: entry.found,
    checked: entry.checked,
    result: reply?.record,
    beside: reply?.beside,
    error: entry.error,
    batch: entry.batch,
    ...(entry.who !== undefined && { who: entry.who }),
  }
}

export const callQueries = {
  /** The calls that were dispatched from this browser, newest first. */
  launched: () =>
    queryOptions({
      ...recorded(keys.launched, async (ledger, service): Promise<readonly Launch[]> => {
        const entries = await ledger.entries(service, 'dispatchCall')
        return entries.map(readLaunch)
      }),
      // Thousands of launches are not compared field by field: a new reading is a new list.
      structuralSharing: false,
    }),

  /** The files that the batches of this browser were read from, by id. Asked for apart: a list of calls needs no more of batches. */
  batchNames: () => ({
    ...recorded(
      [...keys.ledger, 'batches', 'names'],
      async (ledger, service): Promise<ReadonlyMap<string, string>> => {
        const names = (await ledger.jobs(service)).map(({ id, state }): [string, string] => [
          id,
          (isWire(state) && textOf(state.fileName)) || id,
        ])
        return new Map(names)
      },
    ),
    structuralSharing: false,
  }),
}
