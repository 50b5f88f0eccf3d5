import { AsyncLocalStorage } from 'node:async_hooks'

/** For so many milliseconds a request is served before those that came later; what it began may go on for long, and waits like anything new then. */
const PLACE_MS = 2_000

/** When the request came that is being answered. */
const came = new AsyncLocalStorage<number>()

/** Carries out what a request asks for, so that what it waits for is given in the order in which requests came (D711). */
export const inOrder = <Result>(work: () => Result): Result => came.run(performance.now(), work)

function placeNow(): number {
  const now = performance.now()
  const since = came.getStore() ?? now
  return now - since < PLACE_MS ? since : now
}

/** Puts those who begin to wait before those whose request came later. */
export function queueInOrder(queue: object[]): void {
  const places = new WeakMap<object, number>()
  queue.push = (...added) => {
    for (const waiting of added) {
      const place = placeNow()
      places.set(waiting, place)
      const before = queue.findLastIndex((other) => (places.get(other) ?? 0) <= place)
      queue.splice(before + 1, 0, waiting)
    }
    return queue.length
  }
}
