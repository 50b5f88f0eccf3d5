import { useCallback, useSyncExternalStore } from 'react'

/** Below this width a table stacks its lesser columns into a second line. */
export const narrowScreen = '(max-width: 639px)'
/** From this width on the rail stands beside the page, and a side panel leaves the list usable. */
export const wideScreen = '(min-width: 900px)'

/** Whether a media query holds, followed live. On the server it does not hold. */
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
