import { useCallback, useEffect, useRef } from 'react'

const LONGEST_MS = 10_000

/**
 * Does something at once, or, while a pointer is held down, after its release and click: what moves the page in between takes the click away from
 * the button under the pointer. Only the last thing to do waits, and for ten seconds at most: a release outside of the window is not reported.
 */
export function useAfterPress(): (run: () => void) => void {
  const pressed = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(timer)
      pressed.current = false
      const run = waiting.current
      waiting.current = null
      run?.()
    }
    const press = () => {
      pressed.current = true
      clearTimeout(timer)
      timer = setTimeout(end, LONGEST_MS)
    }
    // The click comes in the same task as the release.
    const release = () => setTimeout(end)
    const stop = new AbortController()
    const first = { capture: true, signal: stop.signal }
    addEventListener('pointerdown', press, first)
    addEventListener('pointerup', release, first)
    addEventListener('pointercancel', release, first)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return useCallback((run) => {
    if (pressed.current) waiting.current = run
    else run()
  }, [])
}
