import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { CallRecord } from '../../../contract/call-records'
import type { BatchView } from '../../../queries/batches'
import { callRecordQueries } from '../../../queries/call-records'

/** So many pages are read by themselves; the calls of a longer batch are looked up in Calls. */
const PAGES_MAX = 10

/** What the service reports of the calls of a batch, by the id of the call; nothing where it lists none. */
export function useBatchResults({
  batch,
  rows,
  running,
  elsewhere,
}: BatchView): ReadonlyMap<string, CallRecord> {
  const wasSent = rows.some(({ state, callId }) => callId !== undefined || state === 'unknown')
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...callRecordQueries.pages(
      { agentId: batch.agentId, createdAfter: startOf(rows) },
      running || elsewhere !== undefined,
    ),
    enabled: wasSent,
  })
  const results = useMemo(() => new Map(data?.items.map((each) => [each.id, each])), [data])
  const isMissing = rows.some(({ callId }) => callId !== undefined && !results.has(callId))
  const readsOn =
    isMissing && hasNextPage && !isFetching && !isError && (data?.items.length ?? 0) < PAGES_MAX * 100
  useEffect(() => {
    if (readsOn) void fetchNextPage()
  }, [readsOn, fetchNextPage])
  return results
}

/** The hour before the first row was sent: clocks differ. */
function startOf(rows: BatchView['rows']): string | undefined {
  const [first] = rows.flatMap(({ at }) => at ?? []).sort()
  return first && new Date(Date.parse(first) - 3_600_000).toISOString()
}
