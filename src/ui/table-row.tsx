import {
  type PointerEvent as HoverEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
} from 'react'
import { classNames } from './class-names'
import { type Column, cellOf } from './table-columns'

/** What a row reports to its table. */
export type RowEvents = {
  onPress: (index: number, event: MouseEvent) => void
  onKey: (index: number, event: KeyboardEvent) => void
  onFocus: (index: number) => void
  onToggle: (index: number, range: boolean) => void
}

/** What all rows of a table have in common. The same object until something of it changes, or every row is drawn again on every scroll. */
export type RowLook<Row> = {
  columns: readonly Column<Row>[]
  /** Those that share the second line under the first column. */
  lines: readonly Column<Row>[]
  height: number
  opens: boolean
  /** The present ones: rows are memoized, and still act on what the table shows now. */
  events: RefObject<RowEvents>
}

const dash = <span className="text-ink-muted">–</span>

function TableRowOf<Row>({
  look: { columns, lines, height, opens, events },
  row,
  rowKey,
  label,
  index,
  tabStop,
  opened,
  selected,
}: {
  look: RowLook<Row>
  row: Row
  rowKey: string
  label: string
  index: number
  tabStop: boolean
  opened: boolean
  selected: boolean | null
}): ReactNode {
  return (
    <tr
      data-row={rowKey}
      aria-rowindex={index + 2}
      aria-current={opened || undefined}
      tabIndex={tabStop ? 0 : -1}
      onClick={(event) => events.current.onPress(index, event)}
      onKeyDown={(event) => events.current.onKey(index, event)}
      onFocus={() => events.current.onFocus(index)}
      style={{ height }}
      className={classNames(
        'group -outline-offset-2 [&>td]:border-b [&>td]:border-line',
        opened || selected ? 'bg-accent-soft' : 'hover:bg-surface-sunken',
        opens && 'cursor-pointer',
      )}
    >
      {selected !== null && (
        <td className="pl-3">
          <input
            type="checkbox"
            aria-label={`Select ${label}`}
            checked={selected}
            tabIndex={tabStop ? 0 : -1}
            onChange={(event) =>
              events.current.onToggle(index, (event.nativeEvent as PointerEvent).shiftKey === true)
            }
            className="block size-4 accent-accent"
          />
        </td>
      )}
      {columns.map((column, at) => (
        <td
          key={column.id}
          onPointerEnter={tellCut}
          className={classNames(
            'relative overflow-hidden px-3 text-ellipsis',
            column.align === 'end' && 'text-end',
          )}
        >
          {column.opens && opens ? (
            <button
              type="button"
              tabIndex={-1}
              className="max-w-full truncate text-start group-hover:underline"
            >
              {cellOf(column, row) ?? dash}
            </button>
          ) : (
            (cellOf(column, row) ?? dash)
          )}
          {at === 0 && lines.length > 0 && (
            <div className="flex items-center gap-x-3 overflow-hidden text-ink-muted">
              {lines.map((line) => {
                const said = cellOf(line, row)
                return said === null ? null : (
                  <span key={line.id} className="min-w-0 truncate first:max-w-full first:shrink-0">
                    <span className="sr-only">{line.header}: </span>
                    {said}
                  </span>
                )
              })}
            </div>
          )}
        </td>
      ))}
    </tr>
  )
}

/** What is cut off is shown on hover; looked for only then, because measuring every cell takes long. */
function tellCut({ currentTarget: cell }: HoverEvent<HTMLElement>): void {
  const parts = [cell, ...cell.querySelectorAll<HTMLElement>('*:not(.sr-only, input)')]
  cell.title = parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth) ? cell.innerText : ''
}

/** One row; drawn again only when something of its own changes. */
export const TableRow = memo(TableRowOf) as typeof TableRowOf
