import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { classNames } from './class-names'
import type { Column } from './table-columns'
import { nextSort, type Sort } from './table-sort'

const SORT =
  'group/sort -mx-1 inline-flex h-6 max-w-[calc(100%+0.5rem)] items-center gap-1 rounded-md px-1 hover:text-ink'

/** The header row: sort buttons, and the box that selects all matching rows. */
export function TableHeader<Row>({
  columns,
  stacked,
  sort,
  onSort,
  selected,
  total,
  onSelectAll,
}: {
  columns: readonly Column<Row>[]
  /** Columns without a header of their own, because they stand in the second line. */
  stacked: readonly Column<Row>[]
  sort: Sort
  onSort?: (sort: Sort) => void
  /** How many are selected; null when nothing can be. */
  selected: number | null
  total: number
  onSelectAll: (all: boolean) => void
}) {
  return (
    <thead className="sticky top-0 z-10 bg-surface-sunken text-ink-muted">
      <tr aria-rowindex={1} className="h-8">
        {selected !== null && (
          <th scope="col" className="border-b border-line pl-3">
            <input
              ref={(box) => {
                if (box) box.indeterminate = selected > 0 && selected < total
              }}
              type="checkbox"
              aria-label="Select all"
              disabled={total === 0}
              checked={total > 0 && selected === total}
              onChange={(event) => onSelectAll(event.target.checked)}
              className="block size-4 accent-accent"
            />
          </th>
        )}
        {columns.map((column, index) => {
          const direction = sort?.column === column.id ? sort.direction : null
          const Arrow = direction === 'desc' ? ArrowDown : ArrowUp
          const isChoice = index === 0 && stacked.some((line) => line.sortValue)
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
              className={classNames(
                'border-b border-line px-3 font-normal',
                column.align === 'end' ? 'text-end' : 'text-start',
              )}
            >
              {isChoice ? (
                <SortChoice columns={columns} stacked={stacked} sort={sort} onSort={onSort} />
              ) : column.sortValue && onSort ? (
                <button
                  type="button"
                  onClick={() => onSort(nextSort(sort, column.id, column.sortFirst))}
                  className={classNames(
                    SORT,
                    direction && 'text-ink',
                    column.align === 'end' && 'flex-row-reverse',
                  )}
                >
                  <span className="truncate">{column.header}</span>
                  <Arrow
                    size={14}
                    aria-hidden
                    className={classNames('shrink-0', !direction && 'opacity-0 group-hover/sort:opacity-60')}
                  />
                </button>
              ) : (
                <span className={column.hideHeader ? 'sr-only' : undefined}>{column.header}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/**
 * The name of the first column, and sorting where most columns have no header to press. What the rows are sorted by is said beside the name, unless
 * another header says it; without `onSort`, while rows are read, it is only said.
 */
function SortChoice<Row>({
  columns,
  stacked,
  sort,
  onSort,
}: {
  columns: readonly Column<Row>[]
  stacked: readonly Column<Row>[]
  sort: Sort
  onSort: ((sort: Sort) => void) | undefined
}) {
  const [first, ...others] = columns
  const by = others.some(({ id }) => id === sort?.column) ? null : sort
  const Sign = by ? (by.direction === 'desc' ? ArrowDown : ArrowUp) : ChevronDown
  return (
    <span
      className={classNames(SORT, 'relative has-focus-visible:outline-2 has-focus-visible:outline-accent')}
    >
      <span className="truncate">{first?.header}</span>
      <span aria-hidden className={classNames('flex items-center gap-1', by && 'ms-2 text-ink')}>
        {stacked.find(({ id }) => id === sort?.column)?.header}
        <Sign size={14} />
      </span>
      {onSort && (
        <select
          aria-label="Sort by"
          value={sort ? `${sort.direction} ${sort.column}` : ''}
          onChange={({ target: { value } }) => {
            const [direction, column] = value.split(' ')
            onSort(column ? ({ column, direction } as Sort) : null)
          }}
          className="absolute inset-0 opacity-0"
        >
          <option value="">Sort by</option>
          {[...columns, ...stacked].map(
            ({ id, header, sortValue }) =>
              sortValue &&
              ['asc', 'desc'].map((direction) => (
                <option key={direction + id} value={`${direction} ${id}`}>
                  {header}, {direction}ending
                </option>
              )),
          )}
        </select>
      )}
    </span>
  )
}
