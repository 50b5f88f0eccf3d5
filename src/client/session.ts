/** What waits until somebody signs in again (D480); `undefined` while nobody has to. */
let waiting: { readonly over: Promise<void>; readonly end: () => void } | undefined
/** When somebody signed in here last, as of `performance.now`. */
let signedInAt = Number.NEGATIVE_INFINITY
const listeners = new Set<() => void>()

function become(next: typeof waiting): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Whether the session has ended and somebody has to sign in again. */
export const isSignedOut = (): boolean => waiting !== undefined

/** Whether anything on the page says that the session has ended; without it, nobody could have typed anything either. */
export const isShown = (): boolean => listeners.size > 0

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session has ended. `since`: when the request was sent that was refused for it, which is no news where somebody signed in meanwhile. */
export function noteSignedOut(since = Number.POSITIVE_INFINITY): void {
  if (waiting || since < signedInAt) return
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  become({ over, end })
}

/** Somebody signed in, in this tab or another: what waits goes on. */
export function noteSignedIn(): void {
  const { end } = waiting ?? {}
  signedInAt = performance.now()
  become(undefined)
  end?.()
}

/** Resolves when somebody has signed in, or the signal says so. */
export function untilSignedIn(signal?: AbortSignal): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    if (signal?.aborted) resolve()
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
  return Promise.race([waiting?.over, ...(signal ? [aborted] : [])])
}
