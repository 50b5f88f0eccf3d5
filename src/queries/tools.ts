import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { isTemporary, ServiceRefusal } from '../client/api-error'
import { call } from '../client/call'
import type { ListReply } from '../contract/reply'
import { listTools, type Tool } from '../contract/tools'
import { connectionOf } from './info'
import { keys } from './keys'

/** Tools asked for at a time. The largest page is not documented (§8); a service that refuses this one is asked for its own. */
const PAGE_SIZE = 50

/** Pages that may bring nothing new before the list counts as ended: a service might count its cursors up for ever. */
const BARREN_PAGES_MAX = 3

type ToolPage = ListReply<Tool>

/** No token is configured for the tool list (§5), so it is not even asked for. */
export class NoAccessToken extends Error {
  override readonly name = 'NoAccessToken'
  constructor() {
    super('No access token is configured.')
  }
}

/**
 * The cursor of the page after these, or `undefined` when there is none. A cursor that was used before is none: a service that repeats
 * itself must not be asked for ever.
 */
export function nextToolCursor(
  pages: readonly ToolPage[],
  used: readonly (string | undefined)[],
): string | undefined {
  const next = pages.at(-1)?.nextCursor
  if (next === undefined || used.includes(next)) return undefined
  const seen = new Set<string>()
  let barren = 0
  for (const { items } of pages) {
    const before = seen.size
    for (const { id } of items) seen.add(id)
    barren = seen.size === before ? barren + 1 : 0
  }
  return barren >= BARREN_PAGES_MAX ? undefined : next
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
  const tools = new Map<string, Tool>()
  for (const { items } of pages) for (const tool of items) if (!tools.has(tool.id)) tools.set(tool.id, tool)
  return {
    tools: [...tools.values()],
    unreadable: pages.flatMap(({ unreadable }) => unreadable),
    cutShort: pages.at(-1)?.nextCursor !== undefined && nextToolCursor(pages, pageParams) === undefined,
  }
}

async function readPage(
  client: QueryClient,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ToolPage> {
  if (!(await connectionOf(client)).credentials.accessToken) throw new NoAccessToken()
  try {
    return await call(listTools, { query: { cursor, limit: String(PAGE_SIZE) }, signal })
  } catch (error) {
    // The limit is the only thing of ours in the request that a service could complain about.
    if (error instanceof ServiceRefusal && [400, 422].includes(error.status))
      return call(listTools, { query: { cursor }, signal })
    throw error
  }
}

export const toolQueries = {
  /** The custom tools, a page at a time in the service's order; `fetchNextPage` reads on. */
  pages: () =>
    infiniteQueryOptions({
      queryKey: keys.tools,
      queryFn: ({ client, pageParam, signal }) => readPage(client, pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (_last, pages, _lastParam, params) => nextToolCursor(pages, params),
      select: joinPages,
      staleTime: 30_000,
      // Reading page after page may be too fast for the service; it is slowed down, not given up.
      retry: (failures, error) => failures < 4 && isTemporary(error),
    }),
}
