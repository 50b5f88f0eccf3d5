import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { wideScreen } from './media'
import { type Column, LEAST, LEAST_FIRST } from './table-columns'

/**
 * How wide each column is, in px, of `room`: what it says, or the least, then what its words need beyond that, the small needs first; what
 * is left goes to columns that say no width, or else to all, by what their words need. The first column gives way where all are too wide.
 *
 * - `needs`: what the words of each column take, in px
 */
export function shareOut(
  columns: readonly { readonly width?: number }[],
  needs: readonly number[],
  room: number,
): number[] {
  const widths = columns.map(
    ({ width }, at) => width ?? Math.min(at === 0 ? LEAST_FIRST : LEAST, needs[at] ?? LEAST),
  )
  let rest = room - widths.reduce((sum, width) => sum + width, 0)
  const lacking = widths
    .map((width, at) => ({ at, lack: (needs[at] ?? 0) - width }))
    .filter(({ lack }) => lack > 0)
    .sort((a, b) => a.lack - b.lack)
  const add = (at: number, more: number) => {
    widths[at] = (widths[at] ?? 0) + more
    rest -= more
  }
  if (rest < 0) add(0, rest)
  for (const [done, { at, lack }] of lacking.entries())
    add(at, Math.min(lack, Math.floor(rest / (lacking.length - done))))
  const open = columns.flatMap(({ width }, at) => (width === undefined ? [at] : []))
  const takers = open.length > 0 ? open : [...columns.keys()]
  const needOf = (at: number) => needs[at] ?? LEAST
  const whole = takers.reduce((sum, at) => sum + needOf(at), 0)
  const left = rest
  for (const at of takers) add(at, (left * needOf(at)) / whole)
  return widths
}

/** How wide and how high the place is in which a table scrolls, in px. */
export interface Place {
  readonly width: number
  readonly height: number
}

/** What stands above and below a list that fills its screen, in px: beside the rail, and about, below the bar with the menu button (D770). */
const AROUND = { wide: 182, narrow: 270 }

interface Measured {
  /** Which columns, by their ids. */
  readonly of: string
  readonly rows: string
  readonly needs: readonly number[]
}

/** What was measured last of the tables of this page, by their names, for when a screen is opened again (D740). */
const places = new Map<string, Place>()
const lastMeasured = new Map<string, Measured>()

/**
 * What it was before, or a guess, until it is measured, so that rows are drawn with the rest of the screen and not once more before it is
 * painted (D560).
 * - `name`: of the table
 */
export function usePlace(name: string): readonly [Place, (next: Place) => void] {
  const [place, setPlace] = useState<Place>(
    () => places.get(name) ?? { width: Number.POSITIVE_INFINITY, height: innerHeight - around() },
  )
  const onPlace = useCallback(
    (next: Place) => {
      places.set(name, next)
      setPlace((now) => (now.width === next.width && now.height === next.height ? now : next))
    },
    [name],
  )
  return [place, onPlace]
}

const around = () => (matchMedia(wideScreen).matches ? AROUND.wide : AROUND.narrow)

/** Steps in px, so that nothing is drawn again at every pixel of a change. */
const STEP = 8

const placeOf = ({ clientWidth, clientHeight }: HTMLElement): Place => ({
  width: Math.floor(clientWidth / STEP) * STEP,
  height: clientHeight,
})

/**
 * What the words of each column take, in px: laid out once as if there were room for all of them, which nobody sees. How large the place of the table
 * is does not depend on that, so it is read in the same layout (D643).
 */
function measure(table: HTMLTableElement, scroller: HTMLElement) {
  const columns = table.querySelector('colgroup')
  Object.assign(table.style, { tableLayout: 'auto', width: 'max-content' })
  if (columns) columns.style.display = 'none'
  // A bar to scroll sideways would take of the height.
  scroller.style.overflowX = 'hidden'
  const needs = [...(table.rows[0]?.cells ?? [])].map(({ offsetWidth }) => offsetWidth)
  const place = placeOf(scroller)
  Object.assign(table.style, { tableLayout: '', width: '' })
  if (columns) columns.style.display = ''
  scroller.style.overflowX = ''
  return { needs, place }
}

/** Whether there are more or fewer rows with another one at the top; a filter or another order alone has as many. */
function isAdded(before: string, after: string): boolean {
  const [[count, first], [countNow, firstNow]] = [before.split(' '), after.split(' ')]
  return count !== countNow && first !== firstNow
}

/**
 * How wide the columns of a table are, in px, by what the first rows hold, before these are painted; until it is known, what the columns say. What
 * the words take stays while rows come and go, so that nothing moves under a reader, and grows with a new row at the top, which moves the others anyway.
 * Tells how large the place of the table is, live.
 *
 * - `name`: of the table; `rows`: how many it has, and the first; `width`: what the columns share
 * - `filled`: when that changes the place may get a scroll bar, so it is read again; `ready`: there are rows
 */
export function useWidths<Row>({
  name,
  rows,
  scroller,
  table,
  columns,
  width,
  filled,
  ready,
  onPlace,
}: {
  name: string
  rows: string
  scroller: RefObject<HTMLElement | null>
  table: RefObject<HTMLTableElement | null>
  columns: readonly Column<Row>[]
  width: number
  filled: boolean
  ready: boolean
  onPlace: (place: Place) => void
}): readonly (number | undefined)[] {
  const of = columns.map(({ id }) => id).join()
  const [measured, setMeasured] = useState<Measured | undefined>(() => {
    const last = lastMeasured.get(name)
    return last?.rows === rows ? last : undefined
  })
  const lacks = ready && (measured?.of !== of || isAdded(measured.rows, rows))
  const isMeasured = useRef(false)
  useLayoutEffect(() => {
    isMeasured.current = lacks
    if (!lacks || !table.current || !scroller.current) return
    const { needs, place } = measure(table.current, scroller.current)
    const now = needs.slice(-columns.length)
    const next = {
      of,
      rows,
      needs: measured?.of === of ? now.map((need, at) => Math.max(need, measured.needs[at] ?? 0)) : now,
    }
    lastMeasured.set(name, next)
    setMeasured(next)
    onPlace(place)
  }, [lacks, name, rows, of, columns, table, scroller, measured, onPlace])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what fills it changes its width
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => onPlace(placeOf(element))
    const observer = new ResizeObserver(read)
    if (!isMeasured.current) read()
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, filled, onPlace])
  return measured?.of === of && Number.isFinite(width)
    ? shareOut(columns, measured.needs, width)
    : columns.map((column) => column.width)
}
