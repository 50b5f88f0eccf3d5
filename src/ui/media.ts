import { useCallback, useSyncExternalStore } from 'react'

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
