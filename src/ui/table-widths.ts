import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Column, LEAST } from './table-columns'

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
  const widths = columns.map(({ width }, at) => width ?? Math.min(LEAST, needs[at] ?? LEAST))
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

/** What the words of each column take, in px: laid out once as if there were room for all of them, which nobody sees. */
function needsOf(table: HTMLTableElement): number[] {
  const columns = table.querySelector('colgroup')
  Object.assign(table.style, { tableLayout: 'auto', width: 'max-content' })
  if (columns) columns.style.display = 'none'
  const needs = [...(table.rows[0]?.cells ?? [])].map(({ offsetWidth }) => offsetWidth)
  Object.assign(table.style, { tableLayout: '', width: '' })
  if (columns) columns.style.display = ''
  return needs
}

/**
 * The widths of the columns by what the first rows hold, before these are painted; as the columns say until then. They stay while rows come and
 * go, so that nothing moves under a reader.
 *
 * - `room`: px for all of them; `ready`: there are rows
 */
export function useWidths<Row>(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column<Row>[],
  room: number,
  ready: boolean,
): readonly (number | undefined)[] {
  const of = columns.map(({ id }) => id).join()
  const [measured, setMeasured] = useState<{ of: string; needs: number[] }>()
  useLayoutEffect(() => {
    if (ready && measured?.of !== of && table.current)
      setMeasured({ of, needs: needsOf(table.current).slice(-columns.length) })
  }, [ready, measured, of, columns, table])
  if (measured?.of !== of || !Number.isFinite(room)) return columns.map(({ width }) => width)
  return shareOut(columns, measured.needs, room)
}
