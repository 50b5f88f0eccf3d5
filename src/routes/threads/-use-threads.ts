import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { type ThreadFilter, threadRecordQueries } from '../../queries/thread-records'
import { mergeThreads } from '../../queries/thread-rows'
import { threadQueries } from '../../queries/threads'

/** The service is asked for a number when no more is typed for this long, in milliseconds. */
const TYPING_MS = 400

/** A number that the service can be asked for, from what is searched for. */
export function numberIn(text: string): string | undefined {
  const number = text.replace(/[\s().-]/g, '')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined
}

const none: readonly never[] = []

/**
 * The threads of the service with those started here. `chosen`: filters that the service knows, too; it is asked for what fits them while
 * not everything is loaded.
 */
export function useThreads(agents: readonly StoredAgent[], chosen: Omit<ThreadFilter, 'toPhoneNumber'>) {
  const [toPhoneNumber, setNumber] = useState<string>()
  const [isSearching, setSearching] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const started = useQuery(threadQueries.started())
  const all = useInfiniteQuery(threadRecordQueries.pages())
  const wanted = Object.entries({ ...chosen, toPhoneNumber }).filter(([, value]) => value !== undefined)
  const isNarrowed = all.hasNextPage && wanted.length > 0
  const fitting = useInfiniteQuery({
    ...threadRecordQueries.pages(Object.fromEntries(wanted)),
    enabled: isNarrowed,
  })
  const pages = isNarrowed ? fitting : all
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages

  const allThreads = all.data?.threads ?? none
  const fittingThreads = (isNarrowed && fitting.data?.threads) || none
  const rows = useMemo(
    () => mergeThreads([...fittingThreads, ...allThreads], started.data ?? none, agents),
    [fittingThreads, allThreads, started.data, agents],
  )
  const isEmpty = rows.length === 0
  const error = isFetchNextPageError ? null : (started.error ?? pages.error)
  return {
    rows: isEmpty && (error || !started.data) ? undefined : rows,
    query: {
      error,
      isPending: started.isPending || (isEmpty && all.isPending),
      isFetching: started.isFetching || isFetching,
      refetch: () => Promise.all([started.refetch(), pages.refetch()]),
    },
    offered: all.data?.offered,
    hasMore: hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    /** Why the next page could not be loaded. */
    moreError: isFetchNextPageError ? pages.error : null,
    loadMore: useCallback(() => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    }, [hasNextPage, isFetching, fetchNextPage]),
    isSearching,
    onSearch: useCallback((text: string) => {
      setSearching(text !== '')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setNumber(numberIn(text)), TYPING_MS)
    }, []),
  }
}
