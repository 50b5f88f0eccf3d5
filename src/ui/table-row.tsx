import {
  isValidElement,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
} from 'react'
import { classNames } from './class-names'
import { type Column, cellOf } from './table-columns'
import { tellCut } from './tell-cut'

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
  /** Of a row with nothing on the second line. */
  bare: number
  /** Of a row with what is below, which then wraps where this is higher than others. */
  deep: number
  opens: boolean
  /** The present ones: rows are memoized, and still act on what the table shows now. */
  events: RefObject<RowEvents>
}

/** A number says nothing without the words of its column. */
const isNumber = (said: ReactNode): boolean =>
  isValidElement<{ children?: ReactNode }>(said)
    ? isNumber(said.props.children)
    : /^[\d,]+$/.test(String(said))

const dash = <span className="text-ink-muted">–</span>

function TableRowOf<Row>({
  look: { columns, lines, height, bare, deep, opens, events },
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
  const second = lines.flatMap((line) => {
    const said = cellOf(line, row)
    return said === null ? [] : [{ ...line, said }]
  })
  const isDeep = deep > height && second.some(({ below }) => below)
  return (
    <tr
      data-row={rowKey}
      aria-rowindex={index + 2}
      aria-current={opened || undefined}
      tabIndex={tabStop ? 0 : -1}
      onClick={(event) => events.current.onPress(index, event)}
      onKeyDown={(event) => events.current.onKey(index, event)}
      onFocus={() => events.current.onFocus(index)}
      style={{ height: isDeep ? deep : second.length > 0 ? height : bare }}
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
      {columns.map((column, at) => {
        const shown = cellOf(column, row) ?? dash
        const said =
          column.opens && opens ? (
            <button
              type="button"
              tabIndex={-1}
              className="max-w-full truncate text-start group-hover:underline"
            >
              {shown}
            </button>
          ) : (
            shown
          )
        const holdsSecond = at === 0 && second.length > 0
        return (
          <td
            key={column.id}
            // A name from right to left is cut at its end, too; where its line begins stays (D941).
            dir={holdsSecond ? undefined : 'auto'}
            onPointerEnter={tellCut}
            className={classNames(
              'relative px-3',
              column.align === 'end' ? 'text-end' : 'text-left',
              second.length > 0 && (isDeep ? 'pb-20.5' : 'pb-5.5'),
              // The second line goes on below the other cells, and stays above them for the pointer.
              holdsSecond ? 'z-1' : 'overflow-hidden text-ellipsis',
            )}
          >
            {holdsSecond ? (
              <div dir="auto" className="truncate">
                {said}
              </div>
            ) : (
              said
            )}
            {holdsSecond && (
              <div
                className={classNames(
                  'absolute bottom-1 left-3 flex w-(--second-line) items-center gap-x-3 overflow-hidden text-ink-muted',
                  isDeep ? 'h-21 flex-wrap content-start' : 'h-6',
                )}
              >
                {second.map(({ id, header, named, below, late, long, said }) => (
                  <span
                    key={id}
                    dir="auto"
                    className={classNames(
                      below && isDeep
                        ? 'order-last line-clamp-3 basis-full whitespace-normal'
                        : 'min-w-0 truncate first:max-w-full first:shrink-0 first:not-last:max-w-3/4',
                      (below || late) && 'shrink-9999',
                      long && 'shrink-9999999999',
                      late && 'order-1',
                    )}
                  >
                    <span dir="ltr" className={named || isNumber(said) ? undefined : 'sr-only'}>
                      {header}:{' '}
                    </span>
                    {said}
                  </span>
                ))}
              </div>
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** One row; drawn again only when something of its own changes. */
export const TableRow = memo(TableRowOf) as typeof TableRowOf

/** Stands for the rows that are out of sight. No component: most rows have none before them. */
export const gap = (height: number, span: number): ReactNode =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it holds nothing and cannot take focus
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={span} />
    </tr>
  )
