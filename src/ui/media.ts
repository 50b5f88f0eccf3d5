import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Tables stack their minor columns in a second line. */
export const narrowScreen = '(max-width: 639px)'
/** The rail is beside the page, and a side panel leaves room for the list. */
export const wideScreen = '(min-width: 900px)'
/** There is room for something of its own beside the page. */
export const roomyScreen = '(min-width: 1200px)'
/** Beside the rail there are the 75rem from which on the list stands beside what it holds (`ListBeside`). */
export const vastScreen = '(min-width: 1472px)'

/** Whether a media query matches, live. False on the server. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Steps in px, so that nothing is drawn again at every pixel of a change. */
const STEP = 8

/** How wide a part is, live; as wide as it wants until it is there. `filled`: when that changes it may get a scroll bar, so it is read before it is painted. */
export function useWidth(part: RefObject<HTMLElement | null>, filled?: boolean): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what fills it changes its width
  useLayoutEffect(() => {
    const element = part.current
    if (!element) return
    const read = () => setWidth(Math.floor(element.clientWidth / STEP) * STEP)
    const observer = new ResizeObserver(read)
    read()
    observer.observe(element)
    return () => observer.disconnect()
  }, [part, filled])
  return width
}
