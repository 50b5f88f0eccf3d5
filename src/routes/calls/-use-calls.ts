import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { listCalls } from '../../contract/call-records'
import { callRecordQueries } from '../../queries/call-records'
import { callQueries } from '../../queries/calls'
import { mergeCalls } from '../../queries/merge-calls'
import { useOffered } from '../-shared/use-offered'
import { spanStart } from './-calls-table'

/** The whole international number that a search means, so that the service can be asked for it. */
export function numberIn(text: string): string | undefined {
  const number = text.replace(/[\s().-]/g, '')
  return /^\+[1-9]\d{9,14}$/.test(number) ? number : undefined
}

const wordIn = (text: string | undefined) => (text && /^[A-Z]+(?:_[A-Z]+)*$/.test(text) ? text : undefined)

/** What was recorded here stands at once, but so soon that rows of the service would still move it, both are waited for. */
const TOGETHER_MS = 600

/** Filters as the address has them; what no service can mean is not asked for. */
interface Narrowed {
  readonly status?: string
  readonly reason?: string
  readonly of?: string
  readonly since?: string
}

/** The calls of the service and of this browser. `number`: calls to it are read, too. */
export function useCalls({ status, reason, of, since }: Narrowed, number: string | undefined) {
  const launched = useQuery(callQueries.launched())
  const createdAfter = spanStart(since)
  const filter = { status: wordIn(status), callEndedReason: wordIn(reason), agentId: of, createdAfter }
  const listed = useInfiniteQuery(callRecordQueries.pages(filter))
  const isListed = useOffered(listCalls) !== false && listed.data?.notOffered !== true
  const toNumber = useQuery({
    ...callRecordQueries.page({ ...filter, toPhoneNumber: number, limit: '100' }),
    enabled: isListed && number !== undefined,
  })
  const rows = useMemo(
    () =>
      launched.data &&
      mergeCalls(launched.data, [...(listed.data?.calls ?? []), ...(toNumber.data?.items ?? [])]),
    [launched.data, listed.data, toNumber.data],
  )

  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), TOGETHER_MS)
    return () => clearTimeout(timer)
  }, [])
  const isAwaited = listed.isPending && listed.failureCount === 0 && !(waited && rows && rows.length > 0)
  return {
    launches: launched.data,
    rows,
    /** Whether the service lists calls, as far as is known. */
    listed: isListed,
    /** Why the service's calls were never read. */
    unread: listed.data ? null : listed.error,
    query: {
      ...launched,
      isPending: launched.isPending || isAwaited,
      error: launched.error ?? (listed.data && !listed.isFetchNextPageError ? listed.error : null),
    },
    /** How to read on, where the service has more. */
    more: listed.hasNextPage && {
      load: () => void listed.fetchNextPage(),
      loading: listed.isFetchingNextPage,
      failed: listed.isFetchNextPageError,
    },
  }
}
