import { CircleMinus, Clock, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { BatchView, LiveRow } from '../../../queries/batches'
import { StatusBadge, type Tone } from '../../../ui/badge'
import { DataTable } from '../../../ui/data-table'
import { EmptyState } from '../../../ui/empty-state'
import { FilterChips } from '../../../ui/filters'
import type { Column } from '../../../ui/table-columns'
import { TimeText } from '../../../ui/time-text'
import { ROW_STATES } from './-batch-files'

const TONES: Readonly<Record<LiveRow['state'], Tone>> = {
  waiting: 'unknown',
  sending: 'busy',
  accepted: 'good',
  refused: 'bad',
  unknown: 'unknown',
  'not sent': 'unknown',
}
/** Nothing of these is unknown, and the sign of the unknown outcome is kept for that. */
const ICONS: Readonly<Partial<Record<LiveRow['state'], LucideIcon>>> = {
  waiting: Clock,
  'not sent': CircleMinus,
}
const STATES = Object.keys(TONES) as LiveRow['state'][]

/** The rows with what became of each, kept up to date while they are sent. */
export function BatchRows({
  view: { rows, counts },
  state,
  onState,
}: {
  view: BatchView
  /** The one outcome that is shown. */
  state: LiveRow['state'] | undefined
  onState: (state: LiveRow['state'] | undefined) => void
}) {
  const shown = useMemo(
    () => (state === undefined ? rows : rows.filter((row) => row.state === state)),
    [rows, state],
  )
  const choices = [
    { value: 'all' as const, label: 'All', count: rows.length },
    ...STATES.map((value) => ({ value, label: ROW_STATES[value], count: counts[value] })).filter(
      ({ value, count }) => count > 0 || value === state,
    ),
  ]
  return (
    <div className="flex flex-col gap-3">
      <FilterChips
        label="Rows by outcome"
        choices={choices}
        value={state ?? 'all'}
        onChange={(value) => onState(value === 'all' ? undefined : value)}
      />
      <DataTable
        name="Rows"
        noun={['row', 'rows']}
        rows={shown}
        total={rows.length}
        rowKey={keyOf}
        rowLabel={nameOf}
        columns={COLUMNS}
        maxHeight="32rem"
        empty={<EmptyState kind="no-match" onClear={() => onState(undefined)} />}
      />
    </div>
  )
}

const keyOf = ({ row }: LiveRow) => String(row)
const nameOf = ({ row }: LiveRow) => `row ${row + 1}`

const COLUMNS: readonly Column<LiveRow>[] = [
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
    cell: ({ state }) => (
      <StatusBadge tone={TONES[state]} icon={ICONS[state]}>
        {ROW_STATES[state]}
      </StatusBadge>
    ),
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
]
