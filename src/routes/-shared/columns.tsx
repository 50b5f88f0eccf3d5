import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'

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
