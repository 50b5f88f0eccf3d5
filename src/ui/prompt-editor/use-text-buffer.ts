import { useCallback, useEffect, useRef } from 'react'

/** How long typing rests until the form hears of it, in milliseconds (D141). */
const REST_MS = 150

/**
 * Keeps a form off the path of the keys: what is typed reaches `onChange` (always the same function) when typing rests, when the field is
 * left and when the page goes.
 * `typed(read)` notes a change; `flush()` hands it over now. `read` gives the whole text, which is only asked for then.
 */
export function useTextBuffer(onChange: (text: string) => void): {
  typed: (read: () => string) => void
  flush: () => void
} {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; read: () => string } | null>(null)
  const flush = useCallback(() => {
    if (!waiting.current) return
    const { timer, read } = waiting.current
    clearTimeout(timer)
    waiting.current = null
    onChange(read())
  }, [onChange])
  const typed = useCallback(
    (read: () => string) => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current = { timer: setTimeout(flush, REST_MS), read }
    },
    [flush],
  )
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  return { typed, flush }
}
