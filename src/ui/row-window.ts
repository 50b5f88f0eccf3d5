import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** So many rows at both ends of those in sight are drawn, so that scrolling finds them there. */
const BEYOND = 12
/** Scrolling draws again after so many rows. */
const STEP = 4
/** Height of the header, which sticks above the rows, in px. */
const HEADER = 32

/** What is in sight of rows, in px. */
export interface Sight {
  readonly count: number
  readonly height: number
  /** Where each row begins, and at last where the last one ends, where not all have one height. */
  readonly tops?: readonly number[]
  /** How far is scrolled, and how high the place is in which that shows. */
  readonly top: number
  readonly room: number
}

type Heights = Pick<Sight, 'height' | 'tops'>

const topOf = ({ height, tops }: Heights, index: number) => tops?.[index] ?? index * height

/** Which row stands at so many px, with the part of it that is above. */
function rowAt({ height, tops }: Heights, px: number): number {
  if (!tops) return px / height
  let first = 0
  let end = tops.length - 1
  while (first < end) {
    const middle = (first + end + 1) >> 1
    if ((tops[middle] ?? 0) > px) end = middle - 1
    else first = middle
  }
  const top = tops[first] ?? 0
  const next = tops[first + 1]
  return next === undefined ? first : first + (px - top) / (next - top)
}

/**
 * Which rows are in the document, in order: those in sight, `beyond` more at both ends (with 0 none, as before the first picture, D770), and
 * the current one wherever it stands, so that focus is not lost. None while it is not known how much room there is.
 */
export function rowsDrawn(sight: Sight, beyond: number, current: number): number[] {
  const { count, top, room } = sight
  if (room <= 0 || count === 0) return []
  // Fewer rows than before: the browser scrolls back only after they are drawn.
  const from = Math.min(top, Math.max(0, topOf(sight, count) - room))
  const first = Math.max(0, Math.floor(rowAt(sight, from)) - beyond)
  const end = Math.min(count, Math.ceil(rowAt(sight, from + room - HEADER)) + (beyond && STEP + beyond))
  const drawn = Array.from({ length: end - first }, (_, at) => first + at)
  if (current < first && current < count) drawn.unshift(current)
  else if (current >= end && current < count) drawn.push(current)
  return drawn
}

/** How far to scroll so that a row shows whole; no further than needed. */
export function scrollFor(sight: Sight, index: number): number {
  const { top, room } = sight
  const start = topOf(sight, index)
  return start < top ? start : Math.max(top, topOf(sight, index + 1) + HEADER - room)
}

/** Draws of many rows only those in sight: which they are, where each begins, and what scrolls to a row. `height`: of the lowest; `held`: the row that stays in sight when the width changes, or -1. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  {
    count,
    height,
    tops,
    room,
    current,
    width,
    held,
  }: Omit<Sight, 'top'> & { current: number; width: number; held: number },
) {
  const [top, setTop] = useState(0)
  const [beyond, setBeyond] = useState(0)
  const hasRows = count > 0 && room > 0
  // What nobody sees yet is drawn after what is in sight was painted, which an effect may come before (D770).
  useEffect(() => {
    if (!hasRows) return
    const frame = requestAnimationFrame(() => startTransition(() => setBeyond(BEYOND)))
    return () => cancelAnimationFrame(frame)
  }, [hasRows])

  const drawnHeight = useRef(height)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const steps = () => Math.floor(element.scrollTop / (STEP * height)) * STEP * height
    // Rows of another height stand elsewhere: the one that was on top stays there.
    if (height !== drawnHeight.current) {
      element.scrollTop = Math.round(element.scrollTop / drawnHeight.current) * height
      drawnHeight.current = height
      setTop(steps())
    }
    let drawn = -1
    const onScroll = () => {
      const next = steps()
      if (next === drawn) return
      drawn = next
      // Before this frame is painted, or a fast fling shows nothing.
      flushSync(() => setTop(next))
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller, height])

  const scrollTo = (index: number) => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = scrollFor(
      { count, height, tops, top: element.scrollTop, room: element.clientHeight },
      index,
    )
  }
  // A panel that opens beside the rows makes them higher.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another width or height moves rows
  useLayoutEffect(() => {
    if (held >= 0) scrollTo(held)
  }, [width, height])

  return {
    drawn: rowsDrawn({ count, height, tops, top, room }, beyond, current),
    topOf: (index: number) => topOf({ height, tops }, index),
    scrollTo,
  }
}

/** The keys of the rows go on later: who went to the last one meanwhile, and is still there, is brought to the true end. */
export function useTrueEnd(isGrowing: boolean, keys: readonly string[], focusRow: (at: number) => void) {
  const wanted = useRef<string>(undefined)
  useLayoutEffect(() => {
    const row = document.activeElement
    if (isGrowing || wanted.current === undefined) return
    if (row instanceof HTMLElement && row.dataset.row === wanted.current) focusRow(keys.length - 1)
    wanted.current = undefined
  })
  return (toEnd: boolean) => {
    wanted.current = toEnd && isGrowing ? keys.at(-1) : undefined
  }
}

/**
 * Where the row with the focus has left its list, the focus goes on to the one in its place, without rows to the main landmark.
 * - `at`: which row it is, -1 where it has left; `held`: one had the focus; `count`: rows that there are
 */
export function useHeldFocus(at: number, held: boolean, count: number, focusRow: (at: number) => void) {
  const last = useRef(0)
  useLayoutEffect(() => {
    if (at >= 0) last.current = at
    else if (!held || document.activeElement !== document.body) return
    else if (count > 0) focusRow(Math.min(last.current, count - 1))
    else document.getElementById('main')?.focus()
  })
}
