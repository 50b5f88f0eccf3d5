import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'

/** How a list with a time is sorted until somebody sorts it. */
export const NEWEST_FIRST = { column: 'time', direction: 'desc' } as const

/** When something was; the first click sorts the newest first. */
export const timeColumn = <Row,>(timeOf: (row: Row) => string | undefined): Column<Row> => ({
  id: 'time',
  header: 'Time',
  width: 130,
  cell: (row) => {
    const time = timeOf(row)
    // In the second line what comes after it stays where it is when "9 min ago" becomes "10 min ago".
    return (
      time && (
        <span className="inline-block min-w-18">
          <TimeText time={time} />
        </span>
      )
    )
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
