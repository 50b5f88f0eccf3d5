import { useCallback, useEffect, useRef } from 'react'

const LONGEST_MS = 2_000

/**
 * Does something at once, or, while a pointer is held down, when it was let go of and its click has arrived: what moves the page in between takes the
 * click away from the button under the pointer. Only the last thing to do is kept, and it waits for two seconds at most: a release outside of the
 * window is not told.
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
    addEventListener('pointerdown', press, { capture: true })
    addEventListener('pointerup', release, { capture: true })
    addEventListener('pointercancel', release, { capture: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', press, { capture: true })
      removeEventListener('pointerup', release, { capture: true })
      removeEventListener('pointercancel', release, { capture: true })
    }
  }, [])
  return useCallback((run) => {
    if (pressed.current) waiting.current = run
    else run()
  }, [])
}
