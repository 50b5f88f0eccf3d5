import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { basePath } from '../client/base-path'
import { call } from '../client/call'
import { isSignedOut, noteSignedIn, noteSignedOut, subscribeSession } from '../client/session'
import { SESSION_CHANNEL, type SessionNews, SIGN_IN_PATH, signIn, signOut } from '../contract/session'
import { ifStored } from '../ledger/storage'
import { connectionOf, infoQueries } from './info'
import { jobEngineOf } from './job-engine'
import { ledgerOf, ownLedgerOf } from './ledger'
import { uploadCount } from './upload-count'

export { isSignedOut, subscribeSession }

/** Where the provider is asked in a window; that window closes on its own page. */
const SIGN_IN_WINDOW = `${SIGN_IN_PATH}/start?to=${SIGN_IN_PATH}/done`

/** Two consoles may stand under two paths of one origin. */
const CHANNEL = SESSION_CHANNEL + basePath

/** Alone of what this browser stores it says nothing of anybody's work. */
const THEME = 'switchboard.theme'

function tell(news: SessionNews): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/** What waits goes on, and everything that is shown is read again: it may be old, and another person may see other things. */
function goOn(client: QueryClient): void {
  noteSignedIn()
  // What waited is being read already.
  void client.invalidateQueries({}, { cancelRefetch: false })
}

function leave(): void {
  location.assign(basePath + SIGN_IN_PATH)
}

/** Takes part in what other tabs of this browser tell of the session. Returns how to leave. */
export function followSession(client: QueryClient): () => void {
  // What any write may load: once the session has ended, the server gives out no more files.
  void Promise.allSettled([ledgerOf(client), import('./offered')])
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => {
    if (data === 'in') goOn(client)
    else noteSignedOut()
    if (data !== 'forgotten') return
    forgetTab()
    leave()
  }
  return () => channel.close()
}

/** Asks the provider in a window, since its page cannot stand inside this one. */
export function openSignInWindow(): void {
  window.open(basePath + SIGN_IN_WINDOW, 'switchboard-sign-in', 'popup,width=520,height=680')
}

/** Whether somebody is signed in again by now, in this tab's window for it or elsewhere; then what waits goes on. */
export async function lookForSession(client: QueryClient): Promise<void> {
  const info = await client.query({ ...infoQueries.connection(), staleTime: 0 }).catch(() => undefined)
  if (info && isSignedOut()) goOn(client)
}

const forgetTab = () => ifStored(() => sessionStorage.clear())

/** Forgets what this browser stores: drafts and trials, notes, and what it recorded itself. What the server keeps stays. */
async function forgetBrowser(client: QueryClient): Promise<void> {
  forgetTab()
  ifStored(() => {
    for (const key of Object.keys(localStorage)) if (key !== THEME) localStorage.removeItem(key)
  })
  const { serviceName } = await connectionOf(client)
  await (await ownLedgerOf(client)).empty(serviceName)
}

/** Ends what this page is at, so that nothing is refused half done. */
async function stopWork(client: QueryClient): Promise<void> {
  if (uploadCount()) {
    const queue = (await import('./uploads')).uploadsOf(client)
    queue.cancel(...queue.getSnapshot().map(({ id }) => id))
  }
  await jobEngineOf(client).stopAll()
}

export const sessionMutations = {
  signIn: () =>
    mutationOptions({
      mutationFn: async (password: string, { client }) => {
        await call(signIn, { body: { password } })
        tell('in')
        goOn(client)
      },
    }),

  /** Ends the session of this browser, in all its tabs, and leaves for the page to sign in. */
  signOut: () =>
    mutationOptions({
      mutationFn: async ({ forget }: { forget: boolean }, { client }) => {
        await stopWork(client)
        await call(signOut, {})
        if (forget) await forgetBrowser(client)
        tell(forget ? 'forgotten' : 'out')
        leave()
      },
    }),
}
