import type { ActivityRow } from '../../queries/activity'
import { StatusBadge, type Tone } from '../../ui/badge'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import { type Names, TargetLinks, targetWords } from '../-shared/record-target'
import { words } from './-activity-words'

const TONES: Readonly<Record<ActivityRow['state'], Tone>> = {
  sending: 'busy',
  accepted: 'good',
  refused: 'bad',
  unknown: 'unknown',
}

/** What is known of how a write ended. */
export function StateBadge({ state }: { state: ActivityRow['state'] }) {
  return <StatusBadge tone={TONES[state]}>{words.states[state]}</StatusBadge>
}

const answerOf = ({ status, message }: ActivityRow) =>
  [status, message].filter((part) => part !== undefined).join(', ')

/** The columns, with the names that are known. */
export const columnsFor = (names: Names): readonly Column<ActivityRow>[] => [
  {
    id: 'what',
    header: words.columns.what,
    width: 230,
    cell: ({ what }) => what,
    sortValue: ({ what }) => what,
    opens: true,
  },
  {
    id: 'target',
    header: words.columns.target,
    cell: (row) => <TargetLinks row={row} names={names} />,
    sortValue: (row) => targetWords(row, names),
  },
  {
    id: 'outcome',
    header: words.columns.outcome,
    width: 120,
    cell: ({ state }) => <StateBadge state={state} />,
    sortValue: ({ state }) => words.states[state],
    narrow: 'keep',
  },
  {
    id: 'answer',
    header: words.columns.answer,
    cell: (row) => <span className="text-ink-muted">{answerOf(row)}</span>,
    narrow: 'hide',
  },
  {
    id: 'time',
    header: words.columns.time,
    width: 120,
    cell: ({ startedAt }) => <TimeText time={startedAt} />,
    sortValue: ({ startedAt }) => startedAt,
    sortFirst: 'desc',
  },
]
