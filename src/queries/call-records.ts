import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { isCallOpen, listCalls, readCall } from '../contract/call-records'
import { askExtension, extensionQuery } from './extension'
import { keys } from './keys'
import { recoverDelay } from './polling'

/** How often a call that goes on is looked at, in milliseconds. */
const LOOK_MS = 2_000
/** A call that is open for longer is looked at less often. */
const LONG_MS = 2 * 60_000

/** Which calls to list; `status` is `PENDING`, `IN_PROGRESS`, `COMPLETED` or `FAILED`. */
interface CallPage {
  readonly status?: string
  readonly agentId?: string
  readonly cursor?: string
  readonly limit?: number
}

export const callRecordQueries = {
  /** Whether the service reports the results of calls (D131). */
  available: () => extensionQuery(listCalls, (signal) => call(listCalls, { query: { limit: '1' }, signal })),

  /** A page of the calls that the service knows, newest first; `null` where it does not answer that. */
  page: ({ limit, ...filter }: CallPage = {}) =>
    queryOptions({
      queryKey: [...keys.calls, 'records', limit, filter],
      queryFn: ({ client, signal }) =>
        askExtension(client, listCalls, () =>
          call(listCalls, { query: { ...filter, limit: limit?.toString() }, signal }),
        ),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        recoverDelay(state.error) || (state.data?.items.some(isCallOpen) ? LOOK_MS : false),
    }),

  /** What became of one call, looked at while it goes on; `null` where the service does not answer that. */
  one: (callId: string) =>
    queryOptions({
      queryKey: [...keys.calls, 'record', callId],
      queryFn: ({ client, signal }) =>
        askExtension(client, readCall, () => call(readCall, { params: { callId }, signal }), callId),
      refetchInterval: ({ state }) => {
        const recovers = recoverDelay(state.error)
        if (recovers || !state.data || !isCallOpen(state.data)) return recovers
        const since = Date.parse(state.data.createdAt ?? '')
        return Date.now() - since > LONG_MS ? 5 * LOOK_MS : LOOK_MS
      },
    }),
}
