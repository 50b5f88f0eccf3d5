import { useSyncExternalStore } from 'react'

const stepMs = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

/** A hidden page does not tick, and catches up when it is visible again. */
function tick() {
  if (document.visibilityState === 'hidden') return
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, stepMs)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** Must not change between ticks, or React would render endlessly. */
function snapshot(): number {
  if (now === 0) now = Date.now()
  return now
}

/** The time in milliseconds, every 15 seconds, from one timer for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, snapshot, () => 0)
}
