import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query'
import { ServiceRefusal } from '../client/api-error'
import { call } from '../client/call'
import { type CallRecord, isCallOpen, listCalls, readCall } from '../contract/call-records'
import type { Reply, RequestQuery } from '../contract/operation'
import { askExtension, extensionQuery } from './extension'
import { keys } from './keys'
import { recoverDelay } from './polling'

/** How often a call that goes on is looked at, in milliseconds. */
const LOOK_MS = 2_000
/** A call that is open for longer is looked at less often. */
const LONG_MS = 2 * 60_000
/** While calls are being placed their list is read this often, so that reading does not slow the placing down. */
const GROWING_MS = 10_000
/** The most that real services list at once. */
const PAGE_SIZE = '100'

/** Which calls to list. */
export type CallFilter = RequestQuery<typeof listCalls>
type CallPage = Reply<typeof listCalls> | null

/** Calls that the service listed, newest first, each once. */
export interface ListedCalls {
  readonly calls: readonly CallRecord[]
  /** The service does not list calls. */
  readonly notOffered: boolean
}

function joinPages({ pages }: InfiniteData<CallPage, unknown>): ListedCalls {
  const byId = new Map(pages.flatMap((page) => page?.items ?? []).map((each) => [each.id, each]))
  return { calls: [...byId.values()], notOffered: pages.includes(null) }
}

/** Reads a page. Filters by time are ours (D243): a service that refuses them lists without, and the screen narrows. */
export async function readCallPage(
  query: CallFilter,
  signal?: AbortSignal,
): Promise<Reply<typeof listCalls>> {
  const { createdAfter, createdBefore, ...others } = query
  try {
    return await call(listCalls, { query, signal })
  } catch (error) {
    const isRefused = error instanceof ServiceRefusal && [400, 422].includes(error.status)
    if (!isRefused || (createdAfter === undefined && createdBefore === undefined)) throw error
    return call(listCalls, { query: others, signal })
  }
}

export const callRecordQueries = {
  /** Whether the service reports the results of calls (D131). */
  available: () => extensionQuery(listCalls, (signal) => call(listCalls, { query: { limit: '1' }, signal })),

  /** The first calls that fit, newest first; `null` where the service lists none. */
  page: (query: CallFilter = {}) =>
    queryOptions({
      queryKey: [...keys.calls, 'records', query],
      queryFn: ({ client, signal }) => askExtension(client, listCalls, () => readCallPage(query, signal)),
    }),

  /**
   * The calls that the service lists, newest first, a page at a time. While one of them goes on they are read again, the less often the
   * more there are. `growing`: calls are being placed, so they are read again in any case.
   */
  pages: (filter: CallFilter = {}, growing = false) =>
    infiniteQueryOptions({
      queryKey: [...keys.calls, 'pages', filter],
      queryFn: ({ client, pageParam, signal }): Promise<CallPage> =>
        askExtension(client, listCalls, () =>
          readCallPage({ ...filter, limit: PAGE_SIZE, cursor: pageParam }, signal),
        ),
      initialPageParam: undefined as string | undefined,
      // A cursor that comes again would lead round in a circle.
      getNextPageParam: (last, _pages, _param, params) =>
        last && !params.includes(last.nextCursor) ? last.nextCursor : undefined,
      select: joinPages,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => {
        const pages = state.data?.pages ?? []
        const isOpen = pages.some((page) => page?.items.some(isCallOpen))
        if (growing) return recoverDelay(state.error) || GROWING_MS * Math.max(1, pages.length)
        return recoverDelay(state.error) || (isOpen && LOOK_MS * pages.length)
      },
    }),

  /** What became of one call, looked at while it goes on; `null` where the service does not answer that, or has no such call. */
  one: (callId: string) =>
    queryOptions({
      queryKey: [...keys.calls, 'record', callId],
      queryFn: ({ client, signal }) =>
        askExtension(client, readCall, () => call(readCall, { params: { callId }, signal }), callId).catch(
          (error: unknown) => {
            if (error instanceof ServiceRefusal && error.status === 404 && !error.fromProxy) return null
            throw error
          },
        ),
      refetchInterval: ({ state }) => {
        const recovers = recoverDelay(state.error)
        if (recovers || !state.data || !isCallOpen(state.data)) return recovers
        const since = Date.parse(state.data.createdAt ?? '')
        return Date.now() - since > LONG_MS ? 5 * LOOK_MS : LOOK_MS
      },
    }),
}
