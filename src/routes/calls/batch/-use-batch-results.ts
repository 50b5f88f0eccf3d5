import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { CallRecord } from '../../../contract/call-records'
import type { BatchView } from '../../../queries/batches'
import { type CallFilter, callRecordQueries } from '../../../queries/call-records'

/** So many calls besides its own are read by themselves, and with each "Load more": a service may ignore the time that is asked for. */
const OTHERS_MAX = 5_000
/** Between two pages: services let few requests through in a second. */
const PAUSE_MS = 100
/** Clocks differ. */
const HOUR_MS = 3_600_000

/** What the service reports of the calls of a batch. */
export interface BatchResults {
  /** By the id of the call. */
  readonly calls: ReadonlyMap<string, CallRecord>
  /** The service lists its calls, as far as is known, so one that is not here was not read. */
  readonly listed: boolean
  /** Nothing more is read by itself. */
  readonly ended: boolean
  /** Absent: there is no more to read. */
  readonly readOn?: () => void
  /** The query, where a read failed. */
  readonly failed?: { readonly error: unknown; readonly refetch: () => unknown; readonly isFetching: boolean }
  /** What was asked for. */
  readonly filter: CallFilter
}

/** Reads them by the time in which the batch was sent (D950). */
export function useBatchResults({ batch, rows, running, elsewhere }: BatchView): BatchResults {
  const [others, setOthers] = useState(OTHERS_MAX)
  const goesOn = running || elsewhere !== undefined
  const wasSent = rows.some(({ state, callId }) => callId !== undefined || state === 'unknown')
  const times = rows.flatMap(({ at }) => at ?? []).sort()
  const createdAfter = timeBeside(times[0], -HOUR_MS)
  // The end of what still grows would be another filter at each row.
  const createdBefore = goesOn ? undefined : timeBeside(times.at(-1), HOUR_MS)
  const filter = { agentId: batch.agentId, createdAfter, createdBefore }
  const query = useInfiniteQuery({ ...callRecordQueries.pages(filter, goesOn), enabled: wasSent })
  const { data, hasNextPage, isFetching, isFetchingNextPage, isPlaceholderData, isPending, isError } = query
  const { fetchNextPage } = query
  const calls = useMemo(() => new Map(data?.items.map((each) => [each.id, each])), [data])
  const isMissing = rows.some(({ callId }) => callId !== undefined && !calls.has(callId))
  const last = data?.items.at(-1)?.createdAt
  const isPast =
    last !== undefined && createdAfter !== undefined && Date.parse(last) < Date.parse(createdAfter)
  const hasMore = isMissing && hasNextPage && !isPast
  const isWithin = (data?.items.length ?? 0) < rows.length + others
  const readsOn = hasMore && isWithin && !isError && !isPlaceholderData
  const asksNow = readsOn && !isFetching
  useEffect(() => {
    if (!asksNow) return
    const timer = setTimeout(() => void fetchNextPage(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [asksNow, fetchNextPage])
  return {
    calls,
    filter,
    failed: isError ? query : undefined,
    listed: data?.offered !== false,
    ended: !goesOn && !readsOn && !isPending && !isFetchingNextPage && !isPlaceholderData,
    readOn: hasMore
      ? () => {
          setOthers(others + OTHERS_MAX)
          void fetchNextPage()
        }
      : undefined,
  }
}

const timeBeside = (time: string | undefined, ms: number): string | undefined =>
  time && new Date(Date.parse(time) + ms).toISOString()
