import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Tool } from '../../contract/tools'
import { NoAccessToken, toolQueries } from '../../queries/tools'

/** Enough to pick from; a list that goes on is not read to its end for a form. */
const TOOLS_MAX = 2_000

export interface PickableTools {
  /** Absent while nothing has been read. */
  readonly tools?: readonly Tool[]
  /** There are more than were read. */
  readonly cut: boolean
  /** Pages are being read, or are about to be. */
  readonly reading: boolean
  readonly error: Error | null
  /** The list needs a token that this console does not have. */
  readonly noToken: boolean
}

/** What a tool is called, where it was read; else its slug. */
export const nameOfTool = (slug: string, tools: readonly Tool[] | undefined): string =>
  tools?.find((tool) => tool.slug === slug)?.name || slug

/** The custom tools over all pages of the list, page by page. Where not `enabled`, what was read before. */
export function useTools(enabled = true): PickableTools {
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useInfiniteQuery({
    ...toolQueries.pages(),
    enabled,
  })
  const count = data?.tools.length ?? 0
  const readsOn = enabled && hasNextPage && !isFetching && !isFetchNextPageError && count < TOOLS_MAX
  useEffect(() => {
    if (readsOn) void fetchNextPage()
  }, [readsOn, fetchNextPage])
  return {
    tools: data?.tools,
    cut: data !== undefined && (data.cutShort || (hasNextPage && !readsOn && !isFetching)),
    reading: isFetching || readsOn,
    error,
    noToken: error instanceof NoAccessToken,
  }
}
