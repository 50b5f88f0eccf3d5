import { Refused } from './errors'

/** So many places in this process for work that waits for others. Taking one gives the way to leave it, once; when none is free it throws 429. */
export function placesFor(max: number, refusal: string): () => () => void {
  let taken = 0
  return () => {
    if (taken >= max) throw new Refused(429, refusal, [], { retryAfter: 5 })
    taken += 1
    return () => {
      taken -= 1
    }
  }
}
