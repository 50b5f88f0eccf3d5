import { useEffect, useState } from 'react'

/** In milliseconds. */
const TOGETHER_MS = 600

/**
 * Whether the service was waited for long enough since this was drawn. What is stored could stand at once, but so soon that what the service says
 * would still move it, both are waited for; whoever clicks while a screen grows clicks beside.
 */
export function useHasWaited(): boolean {
  const [hasWaited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), TOGETHER_MS)
    return () => clearTimeout(timer)
  }, [])
  return hasWaited
}
