import { endOf } from '../../queries/describe-error'
import { type CallRow, otherParty } from '../../queries/merge-calls'
import type { Column } from '../../ui/table-columns'
import { formatDuration } from '../../ui/time-words'
import { CallState, reasonWords } from './call-state'
import { OutcomeBadge } from './outcome-badge'

/** What every list of calls tells of one: with whom, how it went, and for how long. */
export const CALL_COLUMNS: readonly Column<CallRow>[] = [
  {
    id: 'to',
    header: 'Phone number',
    width: 152,
    cell: (row) => (
      <>
        {otherParty(row) ?? 'No number'}
        {row.record?.outbound === false && <span className="text-ink-muted"> inbound</span>}
      </>
    ),
    sortValue: otherParty,
    opens: true,
  },
  {
    id: 'status',
    header: 'State',
    width: 128,
    // Of a call that the service does not list, what became of the dispatch.
    cell: ({ launch, record }) =>
      record ? <CallState call={record} /> : launch && <OutcomeBadge {...launch} />,
    sortValue: ({ launch, record }) => record?.status ?? (launch && endOf(launch)),
    narrow: 'keep',
  },
  {
    id: 'reason',
    header: 'Ended reason',
    width: 140,
    cell: ({ record }) =>
      record?.callEndedReason && (
        <span title={record.callEndedReason}>{reasonWords(record.callEndedReason)}</span>
      ),
    sortValue: ({ record }) => record?.callEndedReason,
  },
  {
    id: 'duration',
    header: 'Duration',
    width: 116,
    align: 'end',
    cell: ({ record }) => (record?.callDuration ? formatDuration(record.callDuration * 1000) : undefined),
    sortValue: ({ record }) => record?.callDuration,
    sortFirst: 'desc',
  },
]

const SUMMARY: readonly Column<CallRow>[] = [
  {
    id: 'summary',
    header: 'Summary',
    width: 200,
    cell: ({ record }) => record?.summary,
    long: true,
    narrow: 'hide',
  },
]
const none: typeof SUMMARY = []

/** What calls were about, as the last column; none where the service says it of none. */
export const summaryColumns = (rows: readonly CallRow[] = []) =>
  rows.length > 0 && !rows.some(({ record }) => record?.summary) ? none : SUMMARY
