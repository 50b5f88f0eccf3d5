import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Person, StoredSession } from '../../contract/session'
import type { SessionStore } from './store'

const MINUTE = 60_000

/** A session ends this long after its begin, whatever happens, in ms. */
const LIFETIME = 7 * 24 * 60 * MINUTE

/** How old the answer of the store may be for a read, in ms: a page reads dozens of files at once. */
const FRESH = 1_000

/** Sessions that a process found and may look up at once, and those that it never found and that wait to be looked up (D542). */
const FOUND_MAX = 10_000
const UNFOUND_MAX = 64

/** Who a request comes from. */
export interface Admitted {
  readonly person: Person
  /** Names the session in records, without letting anybody in. */
  readonly session: string
  /** Where the team's memory stands, for a page that is given out: what changes later is news to it (D541). */
  readonly position?: string | undefined
  /** Adds to the record of a write what it was about. */
  readonly note?: ((ids: Readonly<Record<string, string>>) => void) | undefined
}

interface SessionOptions {
  readonly store: SessionStore
  /** Of the configuration: with another password, sessions of the former one are not found. */
  readonly generation: string
  readonly idleMinutes: number
  readonly now?: () => number
}

interface Look {
  /** Asks the store in any case. */
  readonly isWrite: boolean
  /** Asked by a page that nobody uses: the session lives no longer for it (D484). */
  readonly isUnattended?: boolean
}

/** An answer of the store. `prolongs`: the session lives longer for it. */
interface Recent {
  readonly until: number
  readonly prolongs: boolean
  readonly found: Promise<Admitted | undefined>
}

export interface Sessions {
  /** Resolves with what the browser holds: 256 random bits. */
  start(person: Person): Promise<string>
  find(token: string, how: Look): Promise<Admitted | undefined>
  end(token: string): Promise<void>
  /** Without counting as a request. */
  isAlive(token: string): Promise<boolean>
}

export function openSessions({ store, generation, idleMinutes, now = Date.now }: SessionOptions): Sessions {
  const digestOf = (token: string) => createHash('sha256').update(`${token} ${generation}`).digest('hex')
  const recent = new Map<string, Recent>()
  // Not with every request, but several times before the session would end.
  const noteEvery = Math.min(MINUTE, (idleMinutes * MINUTE) / 4)

  const found = new Set<string>()
  let line: Promise<unknown> = Promise.resolve()
  let waiting = 0
  /** What nobody was let in with before may be made up: one after the other, so that it keeps one connection of the store at most. */
  const findInLine = (digest: string) => {
    if (waiting >= UNFOUND_MAX) return Promise.reject(new Error('Too many unknown sessions are shown'))
    waiting += 1
    const finding = line.then(() => store.find(digest))
    line = finding
      .catch(() => undefined)
      .then(() => {
        waiting -= 1
      })
    return finding
  }
  const noteFound = (digest: string) => {
    found.delete(digest)
    found.add(digest)
    const [oldest = ''] = found
    if (found.size > FOUND_MAX) found.delete(oldest)
  }

  const findAlive = async (digest: string): Promise<StoredSession | undefined> => {
    const session = await (found.has(digest) ? store.find(digest) : findInLine(digest))
    if (session) noteFound(digest)
    else found.delete(digest)
    if (!session || now() - session.startedAt.getTime() > LIFETIME) return undefined
    return now() - session.seenAt.getTime() > idleMinutes * MINUTE ? undefined : session
  }

  const look = async (digest: string, prolongs: boolean): Promise<Admitted | undefined> => {
    const session = await findAlive(digest)
    if (!session) return undefined
    if (prolongs && now() - session.seenAt.getTime() > noteEvery) await store.see(digest, new Date(now()))
    return { person: session.person, session: digest.slice(0, 12) }
  }

  return {
    async start(person) {
      const token = randomBytes(32).toString('base64url')
      const at = new Date(now())
      await store.start(digestOf(token), { person, startedAt: at, seenAt: at })
      noteFound(digestOf(token))
      await store.sweep(new Date(now() - LIFETIME))
      return token
    },
    find(token, { isWrite, isUnattended = false }) {
      const digest = digestOf(token)
      const before = recent.get(digest)
      const isRecent = before && before.until > now() && (before.prolongs || isUnattended)
      if (!isWrite && isRecent) return before.found
      const looked = look(digest, !isUnattended)
      // The oldest come first.
      for (const [each, { until }] of recent) {
        if (until > now()) break
        recent.delete(each)
      }
      recent.delete(digest)
      recent.set(digest, { until: now() + FRESH, prolongs: !isUnattended, found: looked })
      return looked
    },
    async end(token) {
      const digest = digestOf(token)
      recent.delete(digest)
      await store.end(digest)
      recent.delete(digest)
    },
    isAlive: async (token) => (await findAlive(digestOf(token))) !== undefined,
  }
}

/** Browsers send the cookies of all ports and paths of a host, so both are in the name; behind TLS nobody but us can set it. */
export const cookieName = ({ headers }: IncomingMessage, isSecure: boolean, basePath: string) => {
  const port = /:(\d+)$/.exec(headers.host ?? '')?.[1]
  const path = basePath.replaceAll('/', '.')
  return `${isSecure ? '__Host-' : ''}switchboard${path}${port === undefined ? '' : `-${port}`}`
}

/** The one value of a cookie; none where two have its name, since one of them was planted. */
export function readCookie(
  { headers }: IncomingMessage,
  name: string,
  form = /^[\w-]{43}$/,
): string | undefined {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${name}=`))
    .map((each) => each.slice(name.length + 1))
  return values.length === 1 && form.test(values[0] ?? '') ? values[0] : undefined
}

/** Strict: no other site can make a browser send it; `lifetime` in ms. `value` absent: the browser forgets it. */
export const cookieOf = (
  name: string,
  isSecure: boolean,
  value?: string,
  { sameSite = 'Strict', lifetime = LIFETIME }: { sameSite?: 'Strict' | 'Lax'; lifetime?: number } = {},
) =>
  [
    `${name}=${value ?? ''}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(isSecure ? ['Secure'] : []),
    `Max-Age=${value === undefined ? 0 : lifetime / 1000}`,
  ].join('; ')
