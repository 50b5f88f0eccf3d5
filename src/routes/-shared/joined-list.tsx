import { type UseQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Operation } from '../../contract/operation'
import type { listedPages } from '../../queries/listed-pages'
import { Button } from '../../ui/button'
import { countOf, formatCount } from '../../ui/numbers'
import { useHasWaited } from './use-has-waited'
import { useOffered } from './use-offered'

/** A number is asked for when no more is typed for this long. */
const TYPING_MS = 400

/** The whole number (E.164) that a search may mean: with +1 it has eleven digits. */
export function numberIn(text: string): string | undefined {
  const number = text.replace(/[\s().-]/g, '')
  return /^\+(1\d{10}|[2-9]\d{6,14})$/.test(number) ? number : undefined
}

/** A list of the service, joined with what this browser recorded. Made outside the component, or in useMemo. */
interface Joined<Item extends { readonly id: string }, Recorded, Filter, Row> {
  /** The operation that lists. */
  readonly operation: Operation
  readonly recorded: UseQueryOptions<readonly Recorded[]>
  readonly pages: (filter: Filter & { toPhoneNumber?: string }) => ReturnType<typeof listedPages<Item>>
  readonly join: (items: readonly Item[], recorded: readonly Recorded[]) => readonly Row[]
}

const none: readonly never[] = []

/**
 * The rows of the service and of this browser, read on by hand. `filter`: narrows what the service is asked for; a whole number in the search, too.
 * `awaitsNames`: what names the rows is still being read, and is waited for a moment.
 */
export function useJoinedList<Item extends { readonly id: string }, Recorded, Filter extends object, Row>(
  { operation, recorded, pages, join }: Joined<Item, Recorded, Filter, Row>,
  filter: Filter,
  awaitsNames = false,
) {
  const [toPhoneNumber, setNumber] = useState<string>()
  const [isSearching, setSearching] = useState(false)
  const hasWaited = useHasWaited()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stored = useQuery(recorded)
  const listed = useInfiniteQuery(pages(filter))
  const isListed = useOffered(operation) !== false && listed.data?.offered !== false
  const asksNumber = isListed && toPhoneNumber !== undefined
  const ofNumber = useInfiniteQuery({ ...pages({ ...filter, toPhoneNumber }), enabled: asksNumber })
  // It may be the beginning of one (D960).
  const last = asksNumber && ofNumber.data?.items.length !== 0 ? ofNumber : listed
  const { hasNextPage, isFetching, fetchNextPage } = last
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const items = listed.data?.items ?? none
  const found = (asksNumber && ofNumber.data?.items) || none
  const rows = useMemo(
    () => stored.data && join([...items, ...found], stored.data),
    [join, stored.data, items, found],
  )
  const isEmpty = !rows?.length
  // No record says nothing of the service, so an empty list is awaited as long as it is asked again.
  const isAwaited = listed.isPending && (isEmpty || (listed.failureCount === 0 && !hasWaited))
  const isPending = stored.isPending || isAwaited || (awaitsNames && !hasWaited)
  const unread = listed.data ? null : listed.error
  const unreadable = listed.data?.unreadable.length ?? 0
  const lost = unreadable > 0 && `${countOf(unreadable, 'entry', 'entries')} could not be read. `
  return {
    rows: isEmpty && unread ? undefined : rows,
    /** Whether the service lists them, as far as is known. */
    isListed,
    /** Why the service's list was never read although there are rows. */
    unread: isEmpty ? null : unread,
    isSearching,
    hasMore: hasNextPage,
    /** Reads on by itself; absent where that failed. */
    readOn: last.isFetchNextPageError ? undefined : readOn,
    /** What a ListTable takes of it. */
    table: {
      query: {
        isPending,
        isFetching: stored.isFetching || isFetching,
        error: stored.error ?? (isEmpty || (last.data && !last.isFetchNextPageError) ? last.error : null),
        refetch: () => Promise.all([stored.refetch(), last.refetch()]),
      },
      narrowed: isListed,
      onSearch: (text: string) => {
        setSearching(text !== '')
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setNumber(numberIn(text)), TYPING_MS)
      },
      noMatch: hasNextPage ? `Searched the ${formatCount(rows?.length ?? 0)} loaded so far.` : undefined,
      // Rows that stand without it are not all.
      note:
        listed.isPending && !isPending ? (
          'Loading the rest.'
        ) : hasNextPage ? (
          <span className="inline-flex flex-wrap items-center gap-2">
            {/* On a phone it stands in one line with how many there are, or the table would move when it comes. */}
            <span>{lost}There are more.</span>
            <Button
              variant="link"
              onClick={() => void fetchNextPage()}
              pending={last.isFetchingNextPage}
              pendingLabel="Loading"
            >
              {last.isFetchNextPageError ? 'Could not load more. Try again' : 'Load more'}
            </Button>
          </span>
        ) : (
          lost
        ),
    },
  }
}
