import { ServiceRefusal } from '../client/api-error'
import { call } from '../client/call'
import { isCallOpen, listCalls } from '../contract/call-records'
import type { Reply, RequestQuery } from '../contract/operation'
import { keys } from './keys'
import { listedPages } from './listed-pages'

/** How often a call that goes on is looked at, in milliseconds. */
export const LOOK_MS = 2_000
/** While calls are being placed their list is read this often, so that reading does not slow the placing down. */
const GROWING_MS = 10_000
/** The most that real services list at once. */
const PAGE_SIZE = 100

/** Which calls to list. */
export type CallFilter = RequestQuery<typeof listCalls>

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
  /**
   * The calls that the service lists, newest first, a page at a time. While one of them goes on they are read again, the less often the
   * more there are. `growing`: calls are being placed, so they are read again in any case.
   */
  pages: (filter: CallFilter = {}, growing = false) =>
    listedPages({
      queryKey: [...keys.calls, 'pages', filter],
      operation: listCalls,
      size: PAGE_SIZE,
      ask: (page, signal) => readCallPage({ ...filter, ...page }, signal),
      again: (pages) =>
        growing
          ? GROWING_MS * Math.max(1, pages.length)
          : pages.some((page) => page?.items.some(isCallOpen)) && LOOK_MS * pages.length,
    }),
}
