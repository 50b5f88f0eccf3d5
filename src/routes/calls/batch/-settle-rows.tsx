import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQueries } from '../../../queries/calls'
import { mergeCalls } from '../../../queries/merge-calls'
import { SettleUnknown } from '../-settle-unknown'
import type { BatchResults } from './-use-batch-results'

/** As the list of calls does it (D867): else a call that was placed would stay unknown here. */
export function SettleRows({ results: { calls, filter } }: { results: BatchResults }) {
  const { data: launches } = useQuery(callQueries.launched())
  const rows = useMemo(() => launches && mergeCalls([...calls.values()], launches), [launches, calls])
  return rows && <SettleUnknown rows={rows} filter={filter} />
}
