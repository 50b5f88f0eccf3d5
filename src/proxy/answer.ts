import type { IncomingMessage, ServerResponse } from 'node:http'
import { CONSOLE_ERROR_HEADER, type ProxyCode, type Refusal, SERVICE_STATUS_HEADER } from '../contract/errors'

/** On every answer. No answer has a CORS header (safety rule 3). */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** A text for a page, or for an attribute in it. */
export const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A stored document never runs as a page of the console, whatever its type (safety rule 10). */
export const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'"

const EMPTY_HEADERS = { ...SAFE_HEADERS, 'cache-control': 'no-store' } as const

const JSON_HEADERS = { ...EMPTY_HEADERS, 'content-type': 'application/json; charset=utf-8' } as const

/** Of server-sent events. No proxy on the way may hold them back. */
export const eventHeaders = {
  ...SAFE_HEADERS,
  'cache-control': 'no-store, no-transform',
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
} as const

type Headers = Readonly<Record<string, string>>

/** Either form of `Retry-After` (RFC 9110, 10.2.3), and nothing else. */
export const retryAfterHeader = (value: string | undefined): Headers =>
  value !== undefined && /^(?:\d{1,8}|[A-Za-z]{3}, [\w: ]{10,30})$/.test(value)
    ? { 'retry-after': value }
    : {}

/** A tag of an answer (RFC 9110, 8.8.3), and nothing else. */
export const tagHeader = (name: 'etag' | 'if-none-match', value: string | undefined): Headers =>
  value !== undefined && /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.test(value) ? { [name]: value } : {}

/** Headers of a JSON answer that is streamed; with a length only if the service gave one. */
export const streamHeaders = (length: string | undefined, headers: Headers = {}): Headers => ({
  ...JSON_HEADERS,
  ...(length !== undefined && /^\d+$/.test(length) ? { 'content-length': length } : {}),
  ...headers,
})

export function answerJson(response: ServerResponse, status: number, body: unknown, headers: Headers = {}) {
  answerJsonText(response, status, Buffer.from(JSON.stringify(body)), headers)
}

/** Up to this many bytes head and body go out as one text: a write of two parts costs as much again as the rest of a small answer. */
const ONE_WRITE_MAX = 16 * 1024

/** Answers with JSON text; an empty text goes without a content type. */
export function answerJsonText(
  response: ServerResponse,
  status: number,
  body: Buffer,
  headers: Headers = {},
) {
  response.writeHead(status, {
    ...(body.length > 0 ? JSON_HEADERS : EMPTY_HEADERS),
    // 204 and 304 have no body and therefore no length (RFC 9110, 8.6).
    ...(status === 204 || status === 304 ? {} : { 'content-length': body.length }),
    ...headers,
  })
  if (response.req.method === 'HEAD' || body.length === 0) response.end()
  else if (body.length > ONE_WRITE_MAX) response.end(body)
  // A refusal goes out before more of what is wrong is read, which may end the connection.
  else if (status >= 400) response.end(body.toString('latin1'), 'latin1')
  else {
    response.write(body.toString('latin1'), 'latin1')
    // Together with its end, which is an empty part, it would be two parts after all.
    process.nextTick(() => response.end())
  }
}

/** How long a refused sender may go on, in ms. Cutting the connection at once would lose the answer. */
const LINGER = 500

/** Drains a refused request body for a moment, then ends the connection. */
export function stopReading(request: IncomingMessage) {
  if (request.complete || request.destroyed) return
  const timer = setTimeout(() => request.socket.destroy(), LINGER)
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
  request.resume()
}

/** What to do about answers that the proxy gives in the service's place, whose message says what is wrong (D886). */
const NEXT_STEPS: Readonly<Record<Exclude<ProxyCode, 'REQUEST_REFUSED'>, string>> = {
  SERVICE_UNREACHABLE: 'Try again when the service is back.',
  SERVICE_TLS_FAILED: 'Fix the certificate or SERVICE_URL, then try again.',
  CREDENTIAL_MISSING: 'Reload this page when it runs again.',
  CREDENTIAL_REFUSED: 'Fix it where the console is started, then try again.',
  NOT_PERMITTED: 'Ask whoever runs the service what is allowed.',
  SERVICE_TIMED_OUT: 'Wait a little, then try again.',
  SERVICE_REPLY_BROKEN: "Try again. If it persists, check the service's log.",
  SERVICE_REPLY_TOO_LARGE: 'Ask for less at once.',
  SERVICE_REPLY_NOT_JSON: 'Check SERVICE_URL: it may lead to a web page.',
  SERVICE_REDIRECTED: 'Check SERVICE_URL, then try again.',
  SERVICE_STATUS_UNUSABLE: 'Check SERVICE_URL, then try again.',
  SIGN_IN_REQUIRED: 'Sign in, then send it again. Nothing was sent, and what you typed stays here.',
  PASSWORD_WRONG: 'Check the password, then try again.',
  VIEWER: 'Ask an operator to do it.',
  UPLOAD_TARGET_REFUSED: 'If the address is right, name its origin in UPLOAD_ORIGINS.',
}

/** Refuses in the proxy's own name. Once an answer has begun, it breaks the connection, so that half a reply never looks whole. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Headers = {},
  code: ProxyCode = 'REQUEST_REFUSED',
) {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const nextStep = code === 'REQUEST_REFUSED' ? undefined : NEXT_STEPS[code]
  const body: Refusal = { status, message, code, success: false, nextStep }
  answerJson(response, status, body, { [CONSOLE_ERROR_HEADER]: code, ...headers })
  stopReading(response.req)
}

/** Refuses a method and names the allowed ones. `OPTIONS` is refused too, so preflights fail. */
export function refuseMethod(response: ServerResponse, allowed: readonly string[]) {
  const allow = allowed.join(', ')
  refuse(response, 405, `This address answers ${allow} only`, { allow })
}

interface Circumstances {
  /** The operation goes out with the `Origin` alone. */
  readonly originOnly?: boolean
  readonly chatOrigin?: string
  /** The variable that holds the credential. */
  readonly credentialSource?: string
  /** The status that the service answered with, where it did. */
  readonly upstreamStatus?: number
  /** What came was a web page, so that the status is not the service's. */
  readonly isPage?: boolean
  /** Words that say more than the code does. */
  readonly said?: string | undefined
}

const CREDENTIAL_NAMES: Readonly<Record<string, string>> = {
  SERVICE_API_KEY: 'API key',
  SERVICE_ACCESS_TOKEN: 'access token',
}

const nameOf = ({ credentialSource = '' }: Circumstances) => CREDENTIAL_NAMES[credentialSource]

/** What is said in the service's place: never its words, its host or a credential (safety rule 6). */
const FAILURES: Readonly<Record<ProxyCode, string | ((about: Circumstances) => string)>> = {
  SERVICE_UNREACHABLE: 'The service cannot be reached. Check that it runs and that SERVICE_URL is right',
  SERVICE_TLS_FAILED: 'The secure connection to the service failed: its certificate could not be trusted',
  CREDENTIAL_MISSING: (about) =>
    `This needs the ${nameOf(about)}. Set ${about.credentialSource} and start the console again`,
  CREDENTIAL_REFUSED: (about) =>
    about.originOnly
      ? `The service does not allow web chat from ${about.chatOrigin}. Add its host name to the organization's allowedChatDomains, or set CHAT_ORIGIN to an origin that is allowed`
      : `The service refused the ${nameOf(about)}. Check ${about.credentialSource}`,
  NOT_PERMITTED: (about) =>
    `The service answered 403: it does not permit this with the ${nameOf(about)}. Check what ${about.credentialSource} may do, and whether what is asked for is forbidden there`,
  SERVICE_TIMED_OUT: 'The service did not answer in time',
  SERVICE_REPLY_BROKEN: "The service's answer broke off or could not be read",
  SERVICE_REPLY_TOO_LARGE: "The service's answer is larger than the console passes on",
  SERVICE_REPLY_NOT_JSON: ({ upstreamStatus = '' }) =>
    `The service answered ${upstreamStatus} with something other than JSON`,
  SERVICE_REDIRECTED:
    'The service answered with a redirect, which is not followed. SERVICE_URL must be its final address',
  SERVICE_STATUS_UNUSABLE: ({ upstreamStatus }) =>
    upstreamStatus === 407
      ? 'A gateway before the service wants a sign-in of its own: it answered 407'
      : `The answer came with status ${upstreamStatus}, which no service gives`,
  UPLOAD_TARGET_REFUSED:
    'The service named an upload address that files are not sent to: it is private or not https',
  SIGN_IN_REQUIRED: 'Sign in to the console',
  PASSWORD_WRONG: 'Wrong password',
  VIEWER: 'Viewers change nothing',
  REQUEST_REFUSED: 'The request was refused',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export function answerFailure(response: ServerResponse, code: ProxyCode, about: Circumstances = {}) {
  const words = FAILURES[code]
  const message = about.said ?? (typeof words === 'string' ? words : words(about))
  const heard = about.upstreamStatus
  const headers: Headers = heard === undefined || about.isPage ? {} : { [SERVICE_STATUS_HEADER]: `${heard}` }
  refuse(response, code === 'SERVICE_TIMED_OUT' ? 504 : 502, message, headers, code)
}

const isAbsence = (status: number) => status === 404 || status === 405 || status === 501

const isGateway = (status: number) => status === 502 || status === 504

/** What an error status says where the service, or a gateway before it, gave no reason that can be passed on. Every screen shows the status beside it. */
export const wordsOfStatus = (status: number): string =>
  status === 429
    ? 'The service has had too many requests'
    : isAbsence(status)
      ? 'The service has nothing at this address'
      : isGateway(status)
        ? 'A gateway answered, and the service behind it did not'
        : 'The service gave no reason'

/** Relays an error status without the body that came with it (safety rules 6 and 23). */
export function answerStatus(response: ServerResponse, status: number, headers: Headers = {}) {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body = { status, message: wordsOfStatus(status), success: false }
  answerJson(response, status, body, { [SERVICE_STATUS_HEADER]: `${status}`, ...headers })
}

const TLS = /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$|HOSTNAME_MISMATCH$)/

const isLate = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || isLate(error.cause))

/** Names a failed exchange. `started`: part of the request may have arrived, so a write is unknown, not failed. */
export function failureCodeOf(error: unknown, started: boolean): ProxyCode {
  const code = codeOf(error)
  if (isLate(error)) return 'SERVICE_TIMED_OUT'
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'SERVICE_TIMED_OUT'
  if (started) return 'SERVICE_REPLY_BROKEN'
  return TLS.test(code) ? 'SERVICE_TLS_FAILED' : 'SERVICE_UNREACHABLE'
}
