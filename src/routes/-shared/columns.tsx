import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import type { ListFilter } from './list-state'
import { OUTCOMES, OutcomeBadge } from './outcome-badge'

/** Absent: another browser sent it. */
interface Write {
  readonly state?: Parameters<typeof OutcomeBadge>[0]['state']
}

/** When something was; the first click sorts the newest first. */
export const timeColumn = <Row,>(timeOf: (row: Row) => string | undefined): Column<Row> => ({
  id: 'time',
  header: 'Time',
  width: 130,
  cell: (row) => {
    const time = timeOf(row)
    return time && <TimeText time={time} />
  },
  sortValue: timeOf,
  sortFirst: 'desc',
})

/** Who did something, where people sign in. */
export const whoColumn = <Row,>(whoOf: (row: Row) => string | undefined): Column<Row> => ({
  id: 'who',
  header: 'Who',
  width: 150,
  sortValue: whoOf,
  narrow: 'hide',
})

/** How a write ended. */
export const outcomeColumn = <Row extends Write>(): Column<Row> => ({
  id: 'outcome',
  header: 'Outcome',
  width: 130,
  cell: ({ state }) => state && <OutcomeBadge state={state} />,
  sortValue: ({ state }) => state,
  narrow: 'keep',
})

export const outcomeFilter = <Row extends Write>(look: Partial<ListFilter<Row>> = {}): ListFilter<Row> => ({
  param: 'state',
  label: 'Outcome',
  all: 'All',
  look: 'chips',
  of: ({ state }) => state,
  choices: OUTCOMES,
  ...look,
})
