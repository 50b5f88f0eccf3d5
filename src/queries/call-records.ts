import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type CallFilter, listCalls, readCall } from '../client/call-records'
import { isCallOpen } from '../contract/call-records'
import { askExtension, extensionQuery } from './extension'
import { keys } from './keys'
import { recoverDelay } from './polling'

/** How often a call that goes on is looked at, in milliseconds. */
const LOOK_MS = 2_000
/** A call that is open for longer is looked at less often. */
const LONG_MS = 2 * 60_000

export const callRecordQueries = {
  /** Whether the service tells what became of calls (D131). */
  available: () => extensionQuery('listCalls', (signal) => listCalls({ limit: 1, signal })),

  /** A page of the calls that the service knows, newest first; `null` where it does not answer that. */
  page: (filter: CallFilter & { readonly cursor?: string; readonly limit?: number } = {}) =>
    queryOptions({
      queryKey: [...keys.calls, 'records', filter],
      queryFn: ({ client, signal }) =>
        askExtension(client, { operation: 'listCalls', ask: () => listCalls({ ...filter, signal }) }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        recoverDelay(state.error) || (state.data?.items.some(isCallOpen) ? LOOK_MS : false),
    }),

  /** What became of one call, looked at while it goes on; `null` where the service does not answer that. */
  one: (callId: string) =>
    queryOptions({
      queryKey: [...keys.calls, 'record', callId],
      queryFn: ({ client, signal }) =>
        askExtension(client, {
          operation: 'readCall',
          namesThing: true,
          ask: () => readCall({ callId, signal }),
        }),
      refetchInterval: ({ state }) => {
        const recovers = recoverDelay(state.error)
        if (recovers || !state.data || !isCallOpen(state.data)) return recovers
        const since = Date.parse(state.data.createdAt ?? '')
        return Date.now() - since > LONG_MS ? 5 * LOOK_MS : LOOK_MS
      },
    }),
}
