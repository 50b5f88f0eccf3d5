import { useEffect, useState } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'dragenter'] as const

/** Whether a person has done something on this page yet: what they may need next is loaded then, not with the first picture. */
export function useStirred(): boolean {
  const [stirred, setStirred] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    for (const sign of SIGNS)
      document.addEventListener(sign, () => setStirred(true), { once: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  return stirred
}
