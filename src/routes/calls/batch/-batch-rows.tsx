import { CircleMinus, Clock, type LucideIcon } from 'lucide-react'
import type { BatchView, LiveRow } from '../../../queries/batches'
import { StatusBadge, type Tone } from '../../../ui/badge'
import { TimeText } from '../../../ui/time-text'
import { type List, ListTable } from '../../-shared/list-table'
import { ROW_STATES } from './-batch-files'

const TONES: Readonly<Record<LiveRow['state'], Tone>> = {
  waiting: 'unknown',
  sending: 'busy',
  accepted: 'good',
  refused: 'bad',
  unknown: 'unknown',
  'not sent': 'unknown',
}
/** The icon of the unknown outcome stands for that alone. */
const ICONS: Readonly<Partial<Record<LiveRow['state'], LucideIcon>>> = {
  waiting: Clock,
  'not sent': CircleMinus,
}

export const RowBadge = ({ state }: Pick<LiveRow, 'state'>) => (
  <StatusBadge tone={TONES[state]} icon={ICONS[state]}>
    {ROW_STATES[state]}
  </StatusBadge>
)

const list: List<LiveRow> = {
  name: 'Rows',
  noun: ['row', 'rows'],
  keyOf: ({ row }) => String(row),
  labelOf: ({ row }) => `row ${row + 1}`,
  textsOf: ({ to, cells, said, status, callId }) => [to, ...cells, said, status, callId],
  // People search for phone numbers, so no search stands in the address (D79).
  mayShare: () => false,
  empty: { title: 'No rows', text: '' },
  filters: [
    {
      param: 'rows',
      label: 'Rows by outcome',
      all: 'All',
      look: 'chips',
      of: ({ state }) => state,
      choices: Object.entries(ROW_STATES).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: [
    {
      id: 'number',
      header: 'To phone number',
      width: 190,
      cell: ({ row, to, cells }) => (
        <>
          <span className="inline-block min-w-12 text-ink-muted">{row + 1}</span>
          <span className="font-mono">{to || cells[0] || '–'}</span>
        </>
      ),
    },
    {
      id: 'name',
      header: 'First name',
      width: 140,
      cell: ({ request }) => request?.firstName,
      narrow: 'hide',
    },
    {
      id: 'state',
      header: 'Outcome',
      width: 140,
      cell: ({ state }) => <RowBadge state={state} />,
      narrow: 'keep',
    },
    {
      id: 'said',
      header: 'Answer',
      cell: ({ said, status }) => (said || status) && <span title={said}>{said ?? status}</span>,
    },
    {
      id: 'time',
      header: 'Sent',
      width: 130,
      cell: ({ at }) => at && <TimeText time={at} />,
      narrow: 'hide',
    },
  ],
}

const isRead = { error: null, isPending: false, isFetching: false, refetch: () => undefined }

/** The rows with the outcome of each. */
export const BatchRows = ({ view: { rows } }: { view: BatchView }) => (
  <ListTable list={list} query={isRead} rows={rows} maxHeight="32rem" />
)
