import { isTemporary, ServiceRefusal } from '../client/api-error'
import { NotDone } from './not-done'

/** What is sent anew after 429 is given up when the service was too busy for it this often. */
export const BUSY_MAX = 5

const HOLD_MS = 2_000
const HOLD_MS_MAX = 60_000

/** Nobody asked to wait longer, so it is soon seen that the service is back. */
export const AWAY_MS_MAX = 15_000

/** Milliseconds to wait after 429: as the service asks, else longer each time. `times`: how often in a row, from 1. */
export const holdAfter = (times: number, askedMs: number | undefined): number =>
  // "Now" is no answer of a service that is busy.
  askedMs || Math.min(HOLD_MS * 2 ** (times - 1), HOLD_MS_MAX)

/** Another page works on it now. */
export class WorkedOn extends NotDone {}

/** Milliseconds in which a page that was closed, or a change that is being stored, frees its lock. */
const FREED_MS = 2_000

/**
 * Holds a lock of this browser meanwhile. Rejects with `WorkedOn` where another page goes on holding it; does nothing where the signal ends the wait for
 * that.
 */
export async function withOwnLock(
  { name, signal: given }: { name: string; signal?: AbortSignal },
  work: () => Promise<void>,
): Promise<void> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work()
  const late = AbortSignal.timeout(FREED_MS)
  const signal = given ? AbortSignal.any([late, given]) : late
  let isFree = false
  const start = () => {
    isFree = true
    return work()
  }
  await locks.request(`switchboard-${name}`, { signal }, start).catch((error: unknown) => {
    if (isFree || !signal.aborted) throw error
    if (given?.aborted) return
    throw new WorkedOn(
      'Another page is working on this',
      'It runs in another page of this browser. Two pages must not send the same requests.',
      'Continue there, or close that page and try again.',
    )
  })
}

/** Resolves after so many milliseconds, at once when the signal says so. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

/** A read that failed is tried again so often, after so many milliseconds and then twice as many, as those of a screen are. */
const READ_AGAIN_MAX = 2
const READ_AGAIN_MS = 500

/** What a running job does that is not stored: bytes on their way, and until when it waits for a busy service, in ms since 1970. */
export interface Running {
  readonly sent?: number
  readonly total?: number
  readonly heldUntil?: number
}

/** Tries again, until the signal ends it, what the service was too busy for: 429 says that it was not done. `isRead`: also what failed otherwise and may well succeed. */
export const patient =
  ({ signal, show, now }: { signal: AbortSignal; show?: (running: Running) => void; now: () => number }) =>
  async <T>(attempt: () => Promise<T>, isRead = false): Promise<T> => {
    for (let times = 1; ; times += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (signal.aborted) throw error
        if (error instanceof ServiceRefusal && error.status === 429 && times <= BUSY_MAX) {
          const ms = holdAfter(times, error.retryAfterMs)
          show?.({ heldUntil: now() + ms })
          await waitFor(ms, signal)
          show?.({})
        } else if (isRead && isTemporary(error) && times <= READ_AGAIN_MAX)
          await waitFor(READ_AGAIN_MS * 2 ** (times - 1), signal)
        else throw error
        if (signal.aborted) throw error
      }
    }
  }
