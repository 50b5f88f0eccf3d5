import type { IncomingMessage, ServerResponse } from 'node:http'
import { schemaOf } from '../../contract/schema'
import { PASSWORD_MAX, type Person, SIGN_IN_DONE, SIGN_IN_PATH, signIn } from '../../contract/session'
import { answerJson, refuse, refuseMethod } from '../answer'
import { isJson, readBody } from '../read-body'
import { parseJson } from '../upstream'
import type { Guess } from './guesses'
import { answerDone, answerSignInPage } from './sign-in-page'

/** An address of ours to go on to; anything else leads to the first page. */
export function ownAddress(to: string | null | undefined): string {
  const base = 'http://own.invalid'
  if (!to?.startsWith('/') || !URL.canParse(to, base)) return '/'
  const { origin, pathname, search } = new URL(to, base)
  if (to === SIGN_IN_DONE) return to
  return origin === base && !pathname.startsWith('//') && !pathname.startsWith(SIGN_IN_PATH)
    ? `${pathname}${search}`
    : '/'
}

/** In bytes: a password in a form, each character as six, and where to go on. */
const BODY_MAX = 16 * 1024

const WRONG = 'Wrong password.'
const waitFor = (seconds: number) =>
  `Too many wrong passwords. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`

interface SignInRules {
  readonly basePath: string
  /** People sign in at a provider, and no password is asked for. */
  readonly byProvider: boolean
  /** Whose password it is; says so in the audit log too. */
  readonly guess: (request: IncomingMessage, password: string) => Promise<Guess<Person>>
  /** Whether the browser holds a session that counts. */
  readonly isSignedIn: (request: IncomingMessage) => Promise<boolean>
  /** Begins a session; resolves with the header that gives it to the browser. */
  readonly start: (request: IncomingMessage, person: Person) => Promise<Readonly<Record<string, string>>>
}

/** Answers the addresses where somebody signs in, which are open to everybody whom the guard lets through. */
export function openSignIn({ basePath, byProvider, guess, isSignedIn, start }: SignInRules) {
  const action = `${basePath}${SIGN_IN_PATH}`
  const provider = byProvider ? 'first' : undefined
  const passwordBody = schemaOf(signIn.sendsBody)

  /** Reads a small body; `undefined`: refused. */
  const bodyOf = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request, BODY_MAX)
    if (typeof body !== 'string') return body.toString()
    refuse(response, body === 'too-slow' ? 408 : 413, 'This is no form to sign in')
    return undefined
  }

  const goOn = (response: ServerResponse, to: string, cookie: Readonly<Record<string, string>> = {}) => {
    response.writeHead(303, { location: `${basePath}${to}`, 'cache-control': 'no-store', ...cookie }).end()
  }

  const answerPage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '', headers } = request
    const asked = new URLSearchParams(url.split('?')[1]).get('to')
    if (method === 'GET' || method === 'HEAD') {
      const to = ownAddress(asked)
      return (await isSignedIn(request))
        ? goOn(response, to)
        : answerSignInPage(response, 200, { action, to, provider })
    }
    if (byProvider) return refuseMethod(response, ['GET', 'HEAD'])
    if (method !== 'POST') return refuseMethod(response, ['GET', 'HEAD', 'POST'])
    if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
      return refuse(response, 415, 'This is no form to sign in')
    const body = await bodyOf(request, response)
    if (body === undefined) return
    const form = new URLSearchParams(body)
    const to = ownAddress(form.get('to'))
    const password = form.get('password') ?? ''
    if (password.length > PASSWORD_MAX) return answerSignInPage(response, 401, { action, to, problem: WRONG })
    const guessed = await guess(request, password)
    if ('wait' in guessed) {
      const retry = { 'retry-after': `${guessed.wait}` }
      return answerSignInPage(response, 429, { action, to, problem: waitFor(guessed.wait) }, retry)
    }
    if ('wrong' in guessed) return answerSignInPage(response, 401, { action, to, problem: WRONG })
    goOn(response, to, await start(request, guessed.found))
  }

  const answerInPlace = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isJson(request.headers['content-type']))
      return refuse(response, 415, 'The body must be JSON, sent as application/json')
    const body = await bodyOf(request, response)
    if (body === undefined) return
    const given = passwordBody.safeParse(parseJson(body)).data
    if (!given) return refuse(response, 400, 'A password is needed, and nothing else')
    const guessed = await guess(request, given.password)
    if ('wait' in guessed)
      return refuse(response, 429, waitFor(guessed.wait), {
        'retry-after': `${guessed.wait}`,
      })
    if ('wrong' in guessed) return refuse(response, 401, WRONG, {}, 'PASSWORD_WRONG')
    answerJson(response, 200, { person: guessed.found }, await start(request, guessed.found))
  }

  /** `undefined`: another address. */
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    if (path === SIGN_IN_PATH) return answerPage(request, response)
    if (path === SIGN_IN_DONE) return Promise.resolve(answerDone(response, basePath))
    if (byProvider) return undefined
    return path === signIn.path && request.method === signIn.method
      ? answerInPlace(request, response)
      : undefined
  }
}
