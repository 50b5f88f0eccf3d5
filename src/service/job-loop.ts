import { describeError, type Log, type LogEntry } from './log'

/** Works through a queue in the database, one job after the other, off the request. */
export interface JobLoop {
  /** There may be something to do. */
  wake(): void
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  /** Ends after the job at hand, which is asked to stop. */
  close(): Promise<void>
}

/** How long to wait after a queue could not be read, in milliseconds. */
const PAUSE = 1000

/** `takeNext` does one job and says whether there was one. It handles its own failures; what it throws is about the queue itself. */
export function startJobLoop(
  event: LogEntry['event'],
  takeNext: (signal: AbortSignal) => Promise<boolean>,
  log: Log,
): JobLoop {
  const stop = new AbortController()
  let asked = false
  let working: Promise<void> | undefined

  async function work() {
    while (asked && !stop.signal.aborted) {
      asked = false
      try {
        if (await takeNext(stop.signal)) asked = true
      } catch (error) {
        if (stop.signal.aborted) return
        log({ event, ...describeError(error) })
        await pause(stop.signal)
        asked = true
      }
    }
  }

  function wake() {
    asked = true
    if (stop.signal.aborted) return
    working ??= work().finally(() => {
      working = undefined
      // Asked in the very moment of ending.
      if (asked) wake()
    })
  }

  return {
    wake,
    async idle() {
      while (working) await working
    },
    async close() {
      stop.abort()
      await working
    },
  }
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PAUSE)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
