import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { ServiceRefusal } from '../client/api-error'
import { call } from '../client/call'
import type { ListReply } from '../contract/reply'
import { listTools, type Tool } from '../contract/tools'
import { askSized, itemsOf, nextCursor } from './cursor-pages'
import { connectionOf } from './info'
import { keys } from './keys'
import { retriesRead } from './polling'

/** Tools asked for at a time. The largest page is not documented (§8); a service that refuses this one is asked for its own. */
const PAGE_SIZE = 50

type ToolPage = ListReply<Tool>

/** No token is configured for the tool list (§5), so it is not even asked for. */
export class NoAccessToken extends Error {
  override readonly name = 'NoAccessToken'
  constructor() {
    super('No access token is configured.')
  }
}

/** What the pages so far hold, each tool once, and whether the service gave a cursor that leads nowhere new. */
export interface LoadedTools {
  readonly tools: readonly Tool[]
  /** Entries that could not be read as tools, as they came. */
  readonly unreadable: readonly unknown[]
  /** The service said that there is more, in a way that cannot be followed. */
  readonly cutShort: boolean
}

/** Joins pages to one list. */
export function joinPages({ pages, pageParams }: InfiniteData<ToolPage, string | undefined>): LoadedTools {
  return {
    tools: itemsOf(pages),
    unreadable: pages.flatMap(({ unreadable }) => unreadable),
    cutShort: pages.at(-1)?.nextCursor !== undefined && nextCursor(pages, pageParams) === undefined,
  }
}

async function readPage(
  client: QueryClient,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ToolPage> {
  if (!(await connectionOf(client)).credentials.accessToken) throw new NoAccessToken()
  return askSized(PAGE_SIZE, (limit) => call(listTools, { query: { cursor, limit }, signal }))
}

export const toolQueries = {
  /** The custom tools, a page at a time in the service's order; `fetchNextPage` reads on. */
  pages: () =>
    infiniteQueryOptions({
      queryKey: keys.tools,
      queryFn: ({ client, pageParam, signal }) => readPage(client, pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (_last, pages, _lastParam, params) => nextCursor(pages, params),
      select: joinPages,
      // Reading page after page may be too fast for the service; it is slowed down, not given up.
      retry: (failures, error) =>
        retriesRead(failures, error) ||
        (failures < 4 && error instanceof ServiceRefusal && error.status === 429),
    }),
}
