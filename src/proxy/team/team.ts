import type { IncomingMessage, ServerResponse } from 'node:http'
import { UNATTENDED_HEADER } from '../../contract/console-info'
import { requestUpload, uploadContent } from '../../contract/file-changes'
import { type Person, SIGN_IN_PATH, signIn, signOut } from '../../contract/session'
import { removeTeamRows } from '../../contract/team-rows'
import { answerJson, refuse } from '../answer'
import type { SignIn } from '../config'
import { findOperation } from '../find-operation'
import { sourceOf } from '../hop'
import { UPLOADS_PATH } from '../uploads'
import { openAudit, STORE_AWAY } from './audit'
import { openGuesses } from './guesses'
import { openTeamLedger } from './ledger'
import { openOidc } from './oidc'
import { digestOf, openPasswords } from './password'
import { type Admitted, cookieName, cookieOf, openSessions, readCookie } from './sessions'
import { openSignIn, ownAddress } from './sign-in'
import { answerAway, answerSignInPage } from './sign-in-page'
import type { TeamStore } from './store'

export interface Team {
  /** Resolves with who asks, or with a name for the log where the request is answered already. */
  admit(request: IncomingMessage, response: ServerResponse): Promise<Admitted | string>
  /** As of the local service. Absent: each process has its own. */
  readonly sharedKey: TeamStore['sharedKey']
  /** Whether the store answers, without which nobody is let in. */
  isReady(): Promise<boolean>
  /** Ends event streams, which would hold up a stop. */
  endStreams(): void
  close(): Promise<void>
}

interface TeamOptions {
  readonly signIn: SignIn
  readonly basePath: string
  readonly trustedHops: readonly string[]
  readonly store: TeamStore
}

interface Asked {
  readonly isWrite: boolean
  /** Name and ids of what the audit log tells of. */
  readonly recorded?: { readonly operation: string; readonly ids: Readonly<Record<string, string>> }
}

function whatIsAsked({ method = '', url = '' }: IncomingMessage): Asked {
  if (method === 'GET' || method === 'HEAD') return { isWrite: false }
  // What the team recorded is a record itself; that somebody removed of it is not in it any more.
  if (url.split('?', 1)[0] === removeTeamRows.path)
    return { isWrite: true, recorded: { operation: removeTeamRows.name, ids: {} } }
  if (url.startsWith(UPLOADS_PATH))
    return { isWrite: true, recorded: { operation: uploadContent.name, ids: {} } }
  const found = findOperation(method, url)
  // An address to send bytes to changes nothing before they are sent.
  if (found.kind !== 'operation' || found.operation.name === requestUpload.name) return { isWrite: true }
  const { name, reads } = found.operation
  return reads ? { isWrite: false } : { isWrite: true, recorded: { operation: name, ids: found.params } }
}

/** Whether a person waits for a page, in any browser: one that is opened, or what a form leads to. */
const isNavigation = ({ headers }: IncomingMessage) =>
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate' && headers.accept?.includes('text/html') === true

const isForPage = (request: IncomingMessage) =>
  (request.method === 'GET' || request.method === 'HEAD') && isNavigation(request)

/** Whether an open page asks by itself: it says so, but where it follows events, which go on by themselves (D484). */
const isUnattended = ({ headers }: IncomingMessage) =>
  headers[UNATTENDED_HEADER] !== undefined || headers.accept === 'text/event-stream'

/** How often streams and downloads are compared with their sessions, in ms. */
const STREAM_CHECK = 5_000

const isStream = (response: ServerResponse) =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream')

/** Stored bytes or the log on their way, which somebody who signed out gets no further (D611). */
const isDownload = (response: ServerResponse) => response.hasHeader('content-disposition')

/** Stands after the guard and before every route: nobody reaches anything without a session but the page to sign in. */
export async function openTeam({ signIn: how, basePath, trustedHops, store }: TeamOptions): Promise<Team> {
  const addressOf = (request: IncomingMessage) => sourceOf(request, trustedHops).address
  const isSecure = (request: IncomingMessage) => sourceOf(request, trustedHops).scheme === 'https'
  const nameOfCookie = (request: IncomingMessage) => cookieName(request, isSecure(request), basePath)
  /** `token` absent: the browser forgets it. */
  const cookie = (request: IncomingMessage, token?: string) => ({
    'set-cookie': cookieOf(nameOfCookie(request), isSecure(request), token),
  })
  const sessions = openSessions({
    store: store.sessions,
    generation: await digestOf(how),
    idleMinutes: how.idleMinutes,
  })
  const guess = openGuesses(await openPasswords(how), ({ role }) => role === 'operator')
  const audit = openAudit(store.audit, how.auditDays)
  const ledger = store.ledger && openTeamLedger(store.ledger)

  /** Records what is done without a session, or begins or ends one. */
  const record = (
    request: IncomingMessage,
    operation: string,
    status: number | null,
    person?: Pick<Person, 'name'> & Partial<Person>,
  ) =>
    audit.begin({
      at: new Date(),
      person: person?.name ?? '',
      role: person?.role ?? null,
      session: null,
      address: addressOf(request),
      operation,
      ids: {},
      status,
      duration: null,
    })

  /** The entry tells that it was done only once it is; a failure answers that nothing was. */
  const recordDone = async <Result>(
    request: IncomingMessage,
    operation: string,
    person: Person,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const id = await record(request, operation, null, person)
    const result = await work()
    await audit.end(id, { status: 200, duration: null, ids: {} })
    return result
  }

  const start = async (request: IncomingMessage, person: Person) => {
    const before = readCookie(request, nameOfCookie(request))
    return recordDone(request, signIn.name, person, async () => {
      const token = await sessions.start(person)
      if (before) await end(before)
      return cookie(request, token)
    })
  }

  const answerProvider =
    how.oidc &&
    openOidc({
      oidc: how.oidc,
      basePath,
      sourceOf: (request) => sourceOf(request, trustedHops),
      cookieName: (request) => `${nameOfCookie(request)}-begun`,
      start,
      recordRefusal: (request, name) => record(request, signIn.name, 403, { name }),
    })
  const answerSignIn = openSignIn({
    basePath,
    byProvider: how.oidc !== undefined,
    async guess(request, password) {
      const guessed = await guess(addressOf(request), password)
      // Whoever guesses on and on does not fill the log.
      if ('wrong' in guessed && Number.isInteger(Math.log2(guessed.wrong)))
        await record(request, signIn.name, 401)
      return guessed
    },
    async isSignedIn(request) {
      const token = readCookie(request, nameOfCookie(request))
      // Without the store nobody is signed in, and may still read the page.
      return token !== undefined && sessions.isAlive(token).catch(() => false)
    },
    start,
  })

  /** Answers that go on, by the session they were let in with. */
  const open = new Map<string, Set<ServerResponse>>()
  const follow = (token: string, response: ServerResponse) => {
    const others = open.get(token) ?? new Set()
    open.set(token, others.add(response))
    response.once('close', () => {
      others.delete(response)
      if (others.size === 0) open.delete(token)
    })
  }
  const endStreams = (token: string) => {
    for (const response of open.get(token) ?? []) {
      if (isStream(response)) response.end()
      else if (isDownload(response)) response.destroy()
    }
  }
  const end = async (token: string) => {
    await sessions.end(token)
    endStreams(token)
  }
  const checking = setInterval(() => {
    for (const [token, responses] of open)
      if ([...responses].some((response) => isStream(response) || isDownload(response)))
        sessions.isAlive(token).then(
          (alive) => alive || endStreams(token),
          () => {},
        )
  }, STREAM_CHECK).unref()

  const refuseStranger = (request: IncomingMessage, response: ServerResponse) => {
    if (isForPage(request))
      answerSignInPage(response, 401, {
        action: `${basePath}${SIGN_IN_PATH}`,
        to: ownAddress(request.url),
        provider: how.oidc && 'first',
      })
    else refuse(response, 401, 'Sign in to the console', {}, 'SIGN_IN_REQUIRED')
    return 'refused'
  }

  /** Stores who asks for a write before it is done, and completes that with its answer. */
  const recordWrite = async (
    request: IncomingMessage,
    response: ServerResponse,
    { person, session }: Admitted,
    { operation, ids }: NonNullable<Asked['recorded']>,
  ) => {
    const at = new Date()
    const { name, role } = person
    const entry = { at, person: name, role, session, address: addressOf(request), operation, ids }
    const id = await audit.begin({ ...entry, status: null, duration: null })
    let allIds = ids
    const complete = () =>
      audit.end(id, {
        status: response.headersSent ? response.statusCode : null,
        duration: Date.now() - at.getTime(),
        ids: allIds,
      })
    if (response.destroyed) complete()
    else response.once('close', complete)
    return (found: Readonly<Record<string, string>>) => {
      allIds = { ...allIds, ...found }
    }
  }

  const admit = async (request: IncomingMessage, response: ServerResponse): Promise<Admitted | string> => {
    const signing = answerSignIn(request, response) ?? answerProvider?.(request, response)
    if (signing) {
      await signing
      return signIn.name
    }
    const [path = ''] = (request.url ?? '').split('?', 1)
    const token = readCookie(request, nameOfCookie(request))
    const asked = whatIsAsked(request)
    const admitted =
      token === undefined
        ? undefined
        : await sessions.find(token, { ...asked, isUnattended: isUnattended(request) })
    if (!token || !admitted) return refuseStranger(request, response)
    if (path === signOut.path && request.method === signOut.method) {
      await recordDone(request, signOut.name, admitted.person, () => end(token))
      answerJson(response, 200, {}, cookie(request))
      return signOut.name
    }
    const note = asked.recorded && (await recordWrite(request, response, admitted, asked.recorded))
    if (asked.isWrite && admitted.person.role === 'viewer') {
      refuse(response, 403, 'You are signed in as a viewer, and viewers change nothing', {}, 'VIEWER')
      return 'refused'
    }
    // The end of who left meanwhile was told already, and is told to nobody who follows it from now on.
    if (response.destroyed) return 'refused'
    follow(token, response)
    if (audit.answer(request, response)) return 'audit'
    const answered = ledger?.answer(request, response, { ...admitted, note })
    if (answered) return answered
    // A page is given out without it, too.
    const position = isForPage(request) ? await ledger?.numbers().catch(() => undefined) : undefined
    return { ...admitted, note, position }
  }

  return {
    admit: (request, response) =>
      admit(request, response).catch(() => {
        const retry = { 'retry-after': '5' }
        if (isNavigation(request) && !response.headersSent)
          answerAway(response, `${basePath}${ownAddress(request.url)}`, STORE_AWAY, retry)
        else refuse(response, 503, STORE_AWAY, retry)
        return 'refused'
      }),
    sharedKey: store.sharedKey,
    isReady: async () => (await store.isAnswering?.()) ?? true,
    endStreams: () => ledger?.endStreams(),
    async close() {
      clearInterval(checking)
      audit.close()
      ledger?.close()
      await store.close?.()
    },
  }
}
