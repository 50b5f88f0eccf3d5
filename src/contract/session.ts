import { operation } from './operation'
import { bareReply, ours } from './reply'

/** Who is signed in at the console's server. */
export interface Person {
  /** The role's name where everybody has the same password, else an e-mail address. */
  readonly name: string
  /** A viewer reads everything and changes nothing. */
  readonly role: 'operator' | 'viewer'
  readonly signIn: 'password' | 'oidc'
}

/** A session as it is stored, under a digest of what the browser holds. */
export interface StoredSession {
  readonly person: Person
  readonly startedAt: Date
  /** Of its last request, to the minute. */
  readonly seenAt: Date
}

/** The page where somebody signs in, and where its form goes. */
export const SIGN_IN_PATH = '/sign-in'

/** Where a sign-in at a provider begins, `?to=` an address of ours, and where the provider leads back to. */
export const SIGN_IN_START = '/sign-in/start'
export const SIGN_IN_CALLBACK = '/sign-in/callback'

/** Where a sign-in in a window of its own ends: the page tells the others, and closes. */
export const SIGN_IN_DONE = '/sign-in/done'

/** What the tabs of a browser tell each other on the channel of this name and the console's path. `forgotten`: what they store is to go, too. */
export const SESSION_CHANNEL = 'session'
export type SessionNews = 'in' | 'out' | 'forgotten'

const SESSION_PATH = '/console/session'

/** Longest password that is looked at. */
export const PASSWORD_MAX = 1024

/** Signs in without leaving the page. A wrong password is answered 401 `PASSWORD_WRONG`, too many guesses 429 with `Retry-After`. */
export const signIn = operation({
  name: 'signIn',
  method: 'POST',
  path: SESSION_PATH,
  auth: 'none',
  source: 'extension',
  summary: 'Signs in at the console.',
  to: 'sign in',
  sendsBody: ({ z }) => z.strictObject({ password: z.string().check(z.maxLength(PASSWORD_MAX)) }),
  reply: ours<{ readonly person: Person }>('person'),
})

/** Ends the session of this browser, in all its tabs. */
export const signOut = operation({
  name: 'signOut',
  method: 'DELETE',
  path: SESSION_PATH,
  auth: 'none',
  source: 'extension',
  summary: 'Signs out of the console.',
  to: 'sign out',
  reply: bareReply,
})
