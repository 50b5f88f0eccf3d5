import { useEffect, useState } from 'react'

/** A wait that is longer than most, in milliseconds. */
const LONG_MS = 4_000

/** Whether something has been under way for long. */
export function useLong(isPending: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isPending])
  return isLong
}
