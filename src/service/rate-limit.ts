import type { Clock } from './clock'

/** Lets through a number of requests per second, with bursts up to that number. `undefined`: no limit (D24). */
export function createRateLimit(perSecond: number | undefined, clock: Clock): () => boolean {
  if (perSecond === undefined) return () => true
  let tokens = perSecond
  let last = clock.now().getTime()
  return () => {
    const now = clock.now().getTime()
    tokens = Math.min(perSecond, tokens + (Math.max(0, now - last) / 1000) * perSecond)
    last = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
