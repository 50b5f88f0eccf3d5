import { type RefObject, useEffect, useState } from 'react'

/** So far below what is seen, in pixels, something is near. */
const AHEAD = 400

/** Whether a place of the page was near to what is seen, or a key was pressed, which may lead there without scrolling; then it stays so. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `0px 0px ${AHEAD}px` },
    )
    observer.observe(place.current)
    const stop = new AbortController()
    document.addEventListener('keydown', () => setNear(true), { signal: stop.signal })
    return () => {
      observer.disconnect()
      stop.abort()
    }
  }, [place, isNear])
  return isNear
}
