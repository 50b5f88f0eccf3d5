import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallRecord } from '../../../contract/call-records'
import { callQueries } from '../../../queries/calls'
import { mergeCalls } from '../../../queries/merge-calls'
import { SettleUnknown } from '../-settle-unknown'

/** As the list of calls does it (D867): else a call that was placed would stay unknown here. `records`: what the service lists. */
export function SettleRows({ records }: { records: ReadonlyMap<string, CallRecord> }) {
  const { data: launches } = useQuery(callQueries.launched())
  const rows = useMemo(() => launches && mergeCalls([...records.values()], launches), [launches, records])
  return rows && <SettleUnknown rows={rows} />
}
