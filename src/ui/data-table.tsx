import { type CSSProperties, Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { keepingFocus, rowElement } from './find-row'
import { narrowScreen, useMedia } from './media'
import { useHeldFocus, useRowWindow, useTrueEnd } from './row-window'
import { SkeletonRows } from './skeleton-rows'
import { type Column, heightsOf, layOut, topsOf, widthOfAll } from './table-columns'
import { TableFooter } from './table-footer'
import { TableHeader } from './table-header'
import { addRange, countSelected, readTableKey, toggleKey, toggleShown } from './table-keys'
import { gap, type RowEvents, type RowLook, TableRow } from './table-row'
import type { Sort } from './table-sort'
import type { TableView } from './table-view'
import { usePlace, useWidths } from './table-widths'
import { useLatest } from './use-latest'

const nothing: ReadonlySet<string> = new Set()
const usualView: TableView = { hidden: [], dense: false }

/**
 * A table of any length over a plain array (only what is in sight is in the document). It grows to the height of its parent: put it into a
 * `Page fill`, or give it a `maxHeight`. A real table for screen readers, with the count of all rows.
 * Keys on a row: arrows, Home, End, Page Up/Down move, Enter opens, Space selects, Ctrl/Cmd+A selects all; Shift with Space or a click selects a range.
 *
 * - `name`: accessible name, that of the screen ("Files"); `noun`: `['file', 'files']`
 * - `rows`: what matches now; `total`: how many there are without filters (shown as "12 of 4,212 files")
 * - `rowKey(row)`: unique; `rowLabel(row)`: its name ("Select pricing.pdf")
 * - `columns`: keep them outside the component or in useMemo, see Column
 * - `rows`: in their order; `sort`, `onSort`: how the caller sorts them (`sortedBy`)
 * - `onOpen(row)`: click and Enter; `openKey`: the row that is open, marked and first to get focus
 * - `selection`, `onSelectionChange`: a set of keys of rows that exist; those that `rows` leaves out are said to be hidden and stay selected
 * - `bulkActions`: buttons of the bulk bar, given the selected keys that are shown, in the order of the rows; nothing acts on hidden ones
 * - `onReachEnd`: the last row came into sight; called once for each length of the list; `growing`: further rows come by themselves, and End goes on to their end
 * - `loading`: skeleton rows instead; `empty`: an EmptyState when there are no rows; `note`: one honest line at the right of the footer
 * - `view`: columns that are left out, which it is still sorted by, and compact rows; `settings`: the button that changes it, at the end of the footer
 */
export function DataTable<Row>({
  name,
  noun,
  rows,
  total = rows.length,
  rowKey,
  rowLabel,
  columns,
  sort = null,
  onSort,
  onOpen,
  openKey,
  selection,
  onSelectionChange,
  bulkActions,
  loading = false,
  empty,
  note,
  onReachEnd,
  growing = false,
  maxHeight,
  view = usualView,
  settings,
}: {
  name: string
  noun: readonly [one: string, many: string]
  rows: readonly Row[]
  total?: number
  rowKey: (row: Row) => string
  rowLabel: (row: Row) => string
  columns: readonly Column<Row>[]
  sort?: Sort
  onSort?: (sort: Sort) => void
  onOpen?: (row: Row) => void
  openKey?: string | null
  selection?: ReadonlySet<string>
  onSelectionChange?: (selection: ReadonlySet<string>) => void
  bulkActions?: (keys: readonly string[]) => ReactNode
  loading?: boolean
  empty?: ReactNode
  note?: ReactNode
  onReachEnd?: () => void
  growing?: boolean
  maxHeight?: string
  view?: TableView
  settings?: ReactNode
}) {
  const narrow = useMedia(narrowScreen)
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const selectable = onSelectionChange !== undefined
  const [place, onPlace] = usePlace(name)
  const width = place.width - (selectable ? 40 : 0)
  const { hidden: left, dense } = view
  // Where all have room, how much does not matter: rows that are drawn before it is measured stay as they are (D560).
  const room = Math.min(width, widthOfAll(columns))
  const used = useMemo(() => columns.filter(({ id }, at) => at === 0 || !left.includes(id)), [columns, left])
  const { shown, lines } = useMemo(() => layOut(used, narrow, room), [used, narrow, room])
  const { height, bare, deep } = heightsOf(lines, dense, narrow)
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const tops = useMemo(
    () => (bare < deep ? topsOf(rows, { lines, height, bare, deep }) : undefined),
    [rows, lines, height, bare, deep],
  )
  const hasSecond = tops && bare < height ? (tops.at(-1) ?? 0) > rows.length * bare : lines.length > 0
  const chosen = selection ?? nothing
  const selected = useMemo(() => countSelected(chosen, keys), [chosen, keys])
  // While rows are loading none is hidden by a filter.
  const hidden = loading ? 0 : chosen.size - selected

  // The current row is known by its key, so that it survives sorting and new rows; the row that is open comes first.
  const [currentKey, setCurrentKey] = useState<string | null>(null)
  const wanted = currentKey ?? openKey ?? null
  const found = useMemo(() => (wanted === null ? -1 : keys.indexOf(wanted)), [keys, wanted])
  const current = Math.max(0, found)
  /** Where a range begins, by key as well. */
  const anchor = useRef<string | null>(null)
  const wantedFocus = useRef<string | null>(null)

  const { drawn, topOf, scrollTo } = useRowWindow(scroller, {
    count: rows.length,
    height: bare,
    tops,
    room: place.height,
    current,
    width,
    held: useMemo(() => (openKey ? keys.indexOf(openKey) : -1), [keys, openKey]),
  })

  const focusRow = (index: number) => {
    const key = keys[index]
    if (key === undefined) return
    setCurrentKey(key)
    scrollTo(index)
    wantedFocus.current = key
    const focus = () => rowElement(scroller.current, key)?.focus({ preventScroll: true })
    // Once for a row that is there already, once more when scrolling has brought it, unless somebody went elsewhere meanwhile.
    const focusLate = () => {
      const at = document.activeElement
      if (wantedFocus.current === key && (at === document.body || at?.closest('tbody'))) focus()
    }
    focus()
    requestAnimationFrame(() => requestAnimationFrame(focusLate))
  }
  const open = (index: number) => {
    const row = rows[index]
    if (row !== undefined) onOpen?.(row)
  }
  const toggle = (index: number, range: boolean) => {
    const key = keys[index]
    if (key === undefined) return
    onSelectionChange?.(range ? addRange(chosen, keys, anchor.current, index) : toggleKey(chosen, key))
    anchor.current = key
  }
  const selectAll = (all = true) => onSelectionChange?.(toggleShown(chosen, keys, all))

  const events: RowEvents = {
    onToggle: toggle,
    onFocus: (index) => {
      wantedFocus.current = keys[index] ?? null
      setCurrentKey(wantedFocus.current)
    },
    onPress: (index, event) => {
      const target = event.target as Element
      // A menu opened from a row is outside it in the document, but its clicks still pass here.
      if (!event.currentTarget.contains(target)) return
      const control = target.closest('a, button, input, select, label')
      if (control && !(control instanceof HTMLButtonElement && control.tabIndex === -1)) return
      // Marking text in a row, to copy it, is not opening it.
      if (window.getSelection()?.toString()) return
      if (selectable && event.shiftKey) toggle(index, true)
      else open(index)
    },
    onKey: (index, event) => {
      if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return
      const onRow = event.target === event.currentTarget
      const page = Math.floor((scroller.current?.clientHeight ?? 0) / height)
      const read = readTableKey(event, index, rows.length, page)
      if (read === null || (!onRow && typeof read === 'string')) return
      if (typeof read === 'string' && read !== 'open' && !selectable) return
      event.preventDefault()
      if (typeof read === 'object') {
        focusRow(read.move)
        goToEnd(event.key === 'End')
      } else if (read === 'open') open(index)
      else if (read === 'select-all') selectAll()
      else toggle(index, read === 'toggle-range')
    },
  }
  const goToEnd = useTrueEnd(growing, keys, focusRow)
  useHeldFocus(found, currentKey !== null, keys.length, focusRow)
  const latestEvents = useLatest(events)

  const opens = onOpen !== undefined
  const look = useMemo(
    (): RowLook<Row> => ({ columns: shown, lines, height, bare, deep, opens, events: latestEvents }),
    [shown, lines, height, bare, deep, opens, latestEvents],
  )
  const last = drawn.at(-1) ?? -1
  const atEnd = last >= 0 && last === rows.length - 1
  const widths = useWidths({
    name,
    rows: `${total} ${keys[0]}`,
    scroller,
    table,
    columns: shown,
    width,
    filled: !loading,
    ready: !loading && drawn.length > 0,
    onPlace,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new length is a new end
  useEffect(() => {
    if (atEnd) onReachEnd?.()
  }, [atEnd, onReachEnd, rows.length])
  const isEmpty = !loading && rows.length === 0
  const span = shown.length + (selectable ? 1 : 0)
  return (
    <div
      className="flex min-h-0 min-w-0 grow flex-col overflow-hidden rounded-md border border-line bg-surface-raised"
      style={maxHeight ? { maxHeight } : undefined}
    >
      <div ref={scroller} className="min-h-0 grow overflow-auto overscroll-contain">
        <table
          ref={table}
          aria-label={name}
          aria-rowcount={loading ? -1 : rows.length + 1}
          aria-busy={loading || undefined}
          className="w-full table-fixed border-separate border-spacing-0 text-sm whitespace-nowrap"
          // Only where something stands there: all rows inherit it, so a new width has each of their parts styled again (D770).
          style={hasSecond ? ({ '--second-line': `${width - 24}px` } as CSSProperties) : undefined}
        >
          <colgroup>
            {selectable && <col style={{ width: 40 }} />}
            {shown.map(({ id }, at) => (
              <col key={id} style={{ width: widths[at] }} />
            ))}
          </colgroup>
          <TableHeader
            key={loading ? 'waiting' : 'seen'}
            columns={shown}
            stacked={lines}
            sort={sort}
            // Until there are rows nothing is pressed; another one takes its place, since widths follow from what rows hold.
            onSort={loading ? undefined : onSort}
            selected={selectable ? selected : null}
            total={rows.length}
            onSelectAll={selectAll}
          />
          <tbody>
            {loading && <SkeletonRows columns={span} height={bare} />}
            {!loading &&
              drawn.map((index, at) => {
                const row = rows[index]
                const key = keys[index]
                if (row === undefined || key === undefined) return null
                return (
                  <Fragment key={key}>
                    {gap(topOf(index) - topOf((drawn[at - 1] ?? -1) + 1), span)}
                    <TableRow
                      look={look}
                      row={row}
                      rowKey={key}
                      label={rowLabel(row)}
                      index={index}
                      tabStop={index === current}
                      opened={key === openKey}
                      selected={selectable ? chosen.has(key) : null}
                    />
                  </Fragment>
                )
              })}
            {!loading && gap(topOf(rows.length) - topOf(last + 1), span)}
          </tbody>
        </table>
        {isEmpty && empty}
      </div>
      {(!isEmpty || hidden > 0) && (
        <TableFooter
          shown={loading ? null : rows.length}
          total={total}
          noun={noun}
          selected={selected}
          hidden={hidden}
          onSelectAll={keepingFocus(scroller, selectAll)}
          onClear={keepingFocus(scroller, () => onSelectionChange?.(nothing))}
          bulkActions={selected > 0 ? bulkActions?.(keys.filter((key) => chosen.has(key))) : null}
          note={note || shown.find((each) => each.note)?.note}
          settings={settings}
        />
      )}
    </div>
  )
}
