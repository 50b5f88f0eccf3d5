import { isSignInRequired } from './api-error'

/** Where nobody signs in, it is never loaded; elsewhere it is here before a session ends (D481). */
const loadSession = () => import('./session').catch(() => undefined)

/** A page is new for so many milliseconds. */
const NEW_MS = 30_000

/**
 * Sends a request, and tells the page where it was refused because the session has ended: it was not done. With `waits` it is sent again once
 * somebody has signed in, or `signal` ended the wait, which is for reads, and for work that nobody waits at (D480).
 */
export async function inSession<T>(
  send: () => Promise<T>,
  how: { readonly waits: boolean; readonly signal?: AbortSignal },
): Promise<T> {
  const since = performance.now()
  try {
    return await send()
  } catch (error) {
    if (!isSignInRequired(error)) throw error
    const session = await loadSession()
    // Where nothing here asks for it, the server leads to its own page to sign in; where somebody may have typed, nothing is reloaded.
    if (session ? !session.isShown() : performance.now() < NEW_MS) globalThis.location?.reload()
    session?.noteSignedOut(since)
    if (!session || !how.waits) throw error
    await session.untilSignedIn(how.signal)
    return inSession(send, how)
  }
}
