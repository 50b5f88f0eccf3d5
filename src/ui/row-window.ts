import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** So many rows at both ends of those in sight are drawn, so that scrolling finds them there. */
const BEYOND = 12
/** Scrolling draws again after so many rows. */
const STEP = 4
/** Height of the header, which sticks above the rows, in px. */
const HEADER = 32

/** What is in sight of rows of one height, in px. */
export interface Sight {
  readonly count: number
  readonly height: number
  /** How far is scrolled, and how high the place is in which that shows. */
  readonly top: number
  readonly room: number
}

/**
 * Which rows are in the document, in order: those in sight, `beyond` more at both ends, and the current one wherever it stands, so that
 * focus is not lost. None while it is not known how much room there is.
 */
export function rowsDrawn({ count, height, top, room }: Sight, beyond: number, current: number): number[] {
  if (room <= 0) return []
  // Fewer rows than before: the browser scrolls back only after they are drawn.
  const from = Math.min(top, Math.max(0, count * height - room))
  const first = Math.max(0, Math.floor(from / height) - beyond)
  const end = Math.min(count, Math.ceil((from + room) / height) + STEP + beyond)
  const drawn = Array.from({ length: end - first }, (_, at) => first + at)
  if (current < first && current < count) drawn.unshift(current)
  else if (current >= end && current < count) drawn.push(current)
  return drawn
}

/** How far to scroll so that a row shows whole; no further than needed. */
export function scrollFor({ height, top, room }: Sight, index: number): number {
  const start = index * height
  return start < top ? start : Math.max(top, start + height + HEADER - room)
}

/** Draws of many rows of one height only those in sight: which they are, and what scrolls to a row. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, height, current }: { count: number; height: number; current: number },
) {
  const [top, setTop] = useState(0)
  const [room, setRoom] = useState(0)
  const [beyond, setBeyond] = useState(0)
  const hasRows = count > 0 && room > 0
  // What nobody sees yet is drawn after what is in sight was painted.
  useEffect(() => {
    if (hasRows) startTransition(() => setBeyond(BEYOND))
  }, [hasRows])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => setRoom(element.clientHeight)
    const observer = new ResizeObserver(read)
    read()
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  const drawnHeight = useRef(height)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const topOf = () => Math.floor(element.scrollTop / (STEP * height)) * STEP * height
    // Rows of another height stand elsewhere: the one that was on top stays there.
    if (height !== drawnHeight.current) {
      element.scrollTop = Math.round(element.scrollTop / drawnHeight.current) * height
      drawnHeight.current = height
      setTop(topOf())
    }
    let drawn = -1
    const onScroll = () => {
      const next = topOf()
      if (next === drawn) return
      drawn = next
      // Before this frame is painted, or a fast fling shows nothing.
      flushSync(() => setTop(next))
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller, height])

  return {
    drawn: rowsDrawn({ count, height, top, room }, beyond, current),
    scrollTo: (index: number) => {
      const element = scroller.current
      if (!element) return
      element.scrollTop = scrollFor(
        { count, height, top: element.scrollTop, room: element.clientHeight },
        index,
      )
    },
  }
}
