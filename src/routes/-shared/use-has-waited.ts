import { useEffect, useState } from 'react'

/** In milliseconds. */
const TOGETHER_MS = 600

/** A screen waits so long, in ms, for a service that is late with an agent that only its list has. One that hangs is not waited for. */
export const LATE_AGENT_MS = 4_000

/**
 * Whether the service was waited for long enough since this was drawn. What is stored could stand at once, but so soon that what the service says
 * would still move it, both are waited for; whoever clicks while a screen grows clicks beside. `ms`: another time than the usual.
 */
export function useHasWaited(ms = TOGETHER_MS): boolean {
  const [hasWaited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasWaited
}
