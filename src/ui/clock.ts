import { useSyncExternalStore } from 'react'

const stepMs = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** A hidden page does not tick; it catches up at once when it is seen again. */
function onVisibility() {
  clearInterval(timer)
  timer = undefined
  if (document.visibilityState === 'hidden') return
  tick()
  timer = setInterval(tick, stepMs)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = document.visibilityState === 'hidden' ? undefined : setInterval(tick, stepMs)
    document.addEventListener('visibilitychange', onVisibility)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Between ticks it must not change, or React would render for ever. */
function snapshot(): number {
  if (now === 0) now = Date.now()
  return now
}

/** The present in milliseconds, the same for everything on the page, moving every 15 seconds: one timer, however many times are shown. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, snapshot, () => 0)
}
