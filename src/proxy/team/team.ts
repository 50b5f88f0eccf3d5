import type { IncomingMessage, ServerResponse } from 'node:http'
import { viewFile } from '../../contract/file-changes'
import { schemaOf } from '../../contract/schema'
import { searchPassages } from '../../contract/search'
import { PASSWORD_MAX, type Person, SIGN_IN_PATH, signIn, signOut } from '../../contract/session'
import { answerJson, refuse, refuseMethod } from '../answer'
import type { SignIn } from '../config'
import { findOperation } from '../find-operation'
import { sourceOf } from '../hop'
import { isJson, readBody } from '../read-body'
import { parseJson } from '../upstream'
import { digestOf, openPasswords } from './password'
import { type Admitted, cookieName, cookieOf, openSessions, readCookie } from './sessions'
import { answerSignInPage } from './sign-in-page'
import type { TeamStore } from './store'

export interface Team {
  /** Resolves with who asks, or with a name for the log where the request is answered already. */
  admit(request: IncomingMessage, response: ServerResponse): Promise<Admitted | string>
  close(): Promise<void>
}

interface TeamOptions {
  readonly signIn: SignIn
  readonly basePath: string
  readonly trustedHops: readonly string[]
  readonly store: TeamStore
}

/** Reads although their method is one of writes: a viewer may open a document and search. */
const READS: readonly string[] = [viewFile.name, searchPassages.name]

function isRead({ method = '', url = '' }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const found = findOperation(method, url)
  return found.kind === 'operation' && READS.includes(found.operation.name)
}

/** Whether a person waits for a page, in any browser. */
const isForPage = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate' &&
  headers.accept?.includes('text/html') === true

/** An address of ours to go on to; anything else leads to the first page. */
function ownAddress(to: string | null): string {
  const base = 'http://own.invalid'
  if (!to?.startsWith('/') || !URL.canParse(to, base)) return '/'
  const { origin, pathname, search } = new URL(to, base)
  return origin === base && !pathname.startsWith('//') && !pathname.startsWith(SIGN_IN_PATH)
    ? `${pathname}${search}`
    : '/'
}

/** In bytes: a password in a form, each character as six, and where to go on. */
const BODY_MAX = 16 * 1024

const WRONG = 'This password is wrong.'

/** Stands after the guard and before every route: nobody reaches anything without a session but the page to sign in. */
export async function openTeam(options: TeamOptions): Promise<Team> {
  const { basePath, trustedHops } = options
  const isSecure = (request: IncomingMessage) => sourceOf(request, trustedHops).scheme === 'https'
  const nameOf = (request: IncomingMessage) => cookieName(request, isSecure(request), basePath)
  /** `token` absent: the browser forgets it. */
  const cookie = (request: IncomingMessage, token?: string) => ({
    'set-cookie': cookieOf(nameOf(request), isSecure(request), token),
  })
  const showPage = (response: ServerResponse, status: number, text: { to: string; problem?: string }) =>
    answerSignInPage(response, status, { ...text, action: `${basePath}${SIGN_IN_PATH}` })
  const findPerson = await openPasswords(options.signIn)
  const sessions = openSessions({
    store: options.store.sessions,
    generation: await digestOf(options.signIn),
    idleMinutes: options.signIn.idleMinutes,
  })
  const passwordBody = schemaOf(signIn.sendsBody)

  const start = async (request: IncomingMessage, person: Person) => {
    const before = readCookie(request, nameOf(request))
    if (before) await sessions.end(before)
    const token = await sessions.start(person)
    return cookie(request, token)
  }

  /** Reads a small body; `undefined`: refused. */
  const bodyOf = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request, BODY_MAX)
    if (typeof body !== 'string') return body.toString()
    refuse(response, body === 'too-slow' ? 408 : 413, 'REQUEST_REFUSED', 'This is no form to sign in')
    return undefined
  }

  const answerPage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '' } = request
    const asked = new URLSearchParams(url.split('?')[1]).get('to')
    if (method === 'GET' || method === 'HEAD') return showPage(response, 200, { to: ownAddress(asked) })
    if (method !== 'POST') return refuseMethod(response, ['GET', 'HEAD', 'POST'])
    if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
      return refuse(response, 415, 'REQUEST_REFUSED', 'This is no form to sign in')
    const body = await bodyOf(request, response)
    if (body === undefined) return
    const form = new URLSearchParams(body)
    const to = ownAddress(form.get('to'))
    const password = form.get('password') ?? ''
    const person = password.length > PASSWORD_MAX ? undefined : await findPerson(password)
    if (!person) return showPage(response, 401, { to, problem: WRONG })
    const headers = { location: `${basePath}${to}`, 'cache-control': 'no-store' }
    response.writeHead(303, { ...headers, ...(await start(request, person)) }).end()
  }

  const answerInPlace = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isJson(request.headers['content-type']))
      return refuse(response, 415, 'REQUEST_REFUSED', 'The body must be JSON, sent as application/json')
    const body = await bodyOf(request, response)
    if (body === undefined) return
    const given = passwordBody.safeParse(parseJson(body)).data
    if (!given) return refuse(response, 400, 'REQUEST_REFUSED', 'A password is needed, and nothing else')
    const person = await findPerson(given.password)
    if (!person) return refuse(response, 401, 'PASSWORD_WRONG', WRONG)
    answerJson(response, 200, { person }, await start(request, person))
  }

  return {
    async admit(request, response) {
      const { method = '', url = '' } = request
      const [path = ''] = url.split('?', 1)
      if (path === SIGN_IN_PATH) {
        await answerPage(request, response)
        return 'signIn'
      }
      if (path === signIn.path && method === signIn.method) {
        await answerInPlace(request, response)
        return 'signIn'
      }
      const token = readCookie(request, nameOf(request))
      const isWrite = !isRead(request)
      const admitted = token === undefined ? undefined : await sessions.find(token, isWrite)
      if (!token || !admitted) {
        if (isForPage(request)) showPage(response, 401, { to: ownAddress(url) })
        else refuse(response, 401, 'SIGN_IN_REQUIRED', 'Sign in to the console')
        return 'refused'
      }
      if (path === signOut.path && method === signOut.method) {
        await sessions.end(token)
        answerJson(response, 200, {}, cookie(request))
        return 'signOut'
      }
      if (isWrite && admitted.person.role === 'viewer') {
        refuse(response, 403, 'VIEWER', 'You are signed in as a viewer, and viewers change nothing')
        return 'refused'
      }
      return admitted
    },
    async close() {
      await options.store.close?.()
    },
  }
}
