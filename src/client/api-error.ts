import {
  CONSOLE_ERROR_HEADER,
  type FieldError,
  PROXY_CODES,
  type ProxyCode,
  readErrorBody,
  SERVICE_STATUS_HEADER,
  together,
} from '../contract/errors'
import { type Operation, operationNamed } from '../contract/operation'
import { Fields, isWire } from '../contract/reply'

/** The service, or the proxy in its place, answered with something other than success. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal'
  declare readonly operation: string
  declare readonly status: number
  declare readonly code: string | undefined
  /** Whether the body had a message of its own; if not, `message` is ours. */
  declare readonly hasMessage: boolean
  /** Whether the service's own JSON came with the status, not a page of a gateway and not nothing. */
  declare readonly hasOwnBody: boolean
  declare readonly fields: readonly FieldError[]
  /** The proxy answered in the service's place; then `code` may be one of `PROXY_CODES`. */
  declare readonly fromProxy: boolean
  /** What the proxy says to do about its answer. */
  declare readonly nextStep: string | undefined
  declare readonly requestId: string | undefined
  /** For how long not to ask again, in milliseconds, where the answer says so (`Retry-After`). */
  declare readonly retryAfterMs: number | undefined
  /** The service's status, where the proxy gives its own answer after one; 0 or absent: it heard none. */
  declare readonly serviceStatus: number | undefined

  constructor({
    message,
    ...answer
  }: Pick<ServiceRefusal, 'operation' | 'status'> & Partial<Omit<ServiceRefusal, 'name'>>) {
    super(message ?? `The answer was ${answer.status} without a reason.`)
    const hasMessage = message !== undefined
    Object.assign(this, { hasOwnBody: hasMessage, fields: [], fromProxy: false, ...answer, hasMessage })
  }
}

/** Success by its status, but the body is not one that we can read. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply'
  declare readonly operation: string
  declare readonly status: number
  /** The body as it came: parsed where it was JSON, else its text; `undefined` when it was cut off. */
  declare readonly raw: unknown

  constructor({ operation, status, raw, reason }: Omit<UnreadableReply, keyof Error> & { reason: string }) {
    super(reason)
    this.operation = operation
    this.status = status
    this.raw = raw
  }
}

export type NoAnswerCause = 'offline' | 'timed out' | 'connection lost' | 'broke off' | 'aborted'

/** No answer arrived: neither the console's own server nor the service behind it said anything, or what is read broke off after its status. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  declare readonly operation: string
  declare readonly cause: NoAnswerCause
  /** `false` only when the request certainly never left this page. */
  declare readonly sent: boolean

  constructor(missing: { operation: string; cause: NoAnswerCause; sent: boolean }) {
    super(`No answer: ${missing.cause}.`)
    this.operation = missing.operation
    this.cause = missing.cause
    this.sent = missing.sent
  }
}

/** A request that was filled in from what this browser stores lacks its secrets (D446). Nothing was sent. */
export class SecretMissing extends Error {
  override readonly name = 'SecretMissing'

  constructor(
    readonly operation: string,
    readonly paths: readonly string[],
  ) {
    super('A secret is missing.')
  }
}

/** What an error says, with its complaints about single fields, for a record that has no other place for them. */
export function saidBy(error: Error): string {
  const { message } = error
  const fields = error instanceof ServiceRefusal ? error.fields : []
  const complaints = fields.filter((each) => !message.includes(each.message))
  return together([
    message,
    ...complaints.map((each) => [each.path, each.message].filter(Boolean).join(': ')),
  ])
}

/** What is known of a write that ended with an error (D61). */
export type Outcome = 'refused' | 'unknown' | 'accepted'

/**
 * What became of a write that ended with this error. `refused`: it was not done. `accepted`: it was done, and only
 * its reply is lost. `unknown`: it may have been done, so it must not be repeated without looking.
 */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof UnreadableReply) return 'accepted'
  if (error instanceof NoAnswer) return error.sent ? 'unknown' : 'refused'
  // An id that cannot stand in an address: nothing was sent (contract `pathOf`).
  if (error instanceof RangeError || error instanceof SecretMissing) return 'refused'
  if (!(error instanceof ServiceRefusal)) return 'unknown'
  if (error.fromProxy && isProxyCode(error.code))
    return PROXY_CODES[error.code] === 'no' ? 'refused' : 'unknown'
  return error.status >= 400 && error.status < 500 ? 'refused' : 'unknown'
}

/** Whether the proxy refused with this code, in the service's place. */
export const isRefusedBy = (code: ProxyCode, error: unknown): error is ServiceRefusal =>
  error instanceof ServiceRefusal && error.fromProxy && error.code === code

/** Whether it was refused because the session has ended. */
export const isSignInRequired = (error: unknown) => isRefusedBy('SIGN_IN_REQUIRED', error)

/** Whether trying the same read again may well succeed: nothing in the request was wrong. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof NoAnswer) return error.cause !== 'aborted'
  if (!(error instanceof ServiceRefusal)) return false
  if (error.status === 429 || isOtherAnswer(error)) return true
  if (error.status < 500 || error.status === 501) return false
  return !['CREDENTIAL_MISSING', 'CREDENTIAL_REFUSED', 'NOT_PERMITTED'].includes(error.code ?? '')
}

const SILENT: readonly string[] = [
  'SERVICE_UNREACHABLE',
  'SERVICE_TLS_FAILED',
  'SERVICE_TIMED_OUT',
  'SERVICE_REPLY_BROKEN',
] satisfies ProxyCode[]

/** Whether a code stands for silence behind the proxy. */
export const isSilentCode = (code = ''): boolean => SILENT.includes(code)

/** Whether nothing answered: not this console's server, not the service, or nothing behind a gateway (502, 504). */
export function isSilence(error: unknown): boolean {
  // What broke off after its status was an answer.
  if (error instanceof NoAnswer) return !['aborted', 'broke off'].includes(error.cause)
  if (!(error instanceof ServiceRefusal) || ![502, 504].includes(error.status)) return false
  return !error.fromProxy || (isSilentCode(error.code) && !error.serviceStatus)
}

const OTHER: readonly unknown[] = ['SERVICE_REPLY_NOT_JSON', 'SERVICE_REDIRECTED'] satisfies ProxyCode[]

/** Whether a web page, or the way to another address, stands in the place of an answer (D815), or a whole list is not found (D900): no service says so. */
export const isOtherAnswer = (error: unknown): boolean =>
  error instanceof ServiceRefusal && (OTHER.includes(error.code) || isListMissing(error))

function isListMissing({ status, fromProxy, operation }: ServiceRefusal): boolean {
  const { method, path = '{' } = operationNamed(operation) ?? {}
  return status === 404 && !fromProxy && method === 'GET' && !path.includes('{')
}

/** Whether what is wrong is not the request: nothing answers, or what answers cannot now. */
export const isAway = (error: unknown): boolean =>
  isSilence(error) || (error instanceof ServiceRefusal && error.status === 503)

/** Whether the service did what was asked (`serviceStatus` is 2xx) and only its reply could not be passed on. */
export const isReplyLost = ({ fromProxy, code, serviceStatus = 0 }: ServiceRefusal): boolean =>
  fromProxy &&
  isProxyCode(code) &&
  PROXY_CODES[code] === 'maybe' &&
  serviceStatus >= 200 &&
  serviceStatus < 300

/** How services and frameworks speak of an address that they do not have. */
const OF_ADDRESS =
  /\b(?:route|endpoint|operation|address|path|url|uri|method)s?\b|\bcannot (?:get|post|put|patch|delete)\b/i

/** Whether an error is about the operation, not about the thing that its address names (D273). What came but cannot be read says nothing of that (D907). */
export function isAbsence({ path }: Operation, error: unknown): boolean {
  if (!(error instanceof ServiceRefusal)) return false
  const { status, code = '', fromProxy, hasOwnBody, hasMessage, message } = error
  // A web page for every address is no answer of a service.
  if (fromProxy) return isOtherAnswer(error)
  if (status !== 404) return status === 405 || status === 501
  if (!hasOwnBody || !path.includes('{')) return true
  const said = `${hasMessage ? message : ''} ${code.replaceAll('_', ' ')}`
  return said.trim() === '' || OF_ADDRESS.test(said)
}

function isProxyCode(code: string | undefined): code is ProxyCode {
  return code !== undefined && Object.hasOwn(PROXY_CODES, code)
}

/** Turns an answer that is no success into an error, whatever its body looks like (§7, D4). `text`: empty without a readable body. */
export function refusalFrom(
  operation: string,
  status: number,
  text: string,
  header: (name: string) => string | null,
): ServiceRefusal {
  const fromProxy = header(CONSOLE_ERROR_HEADER) !== null
  const serviceStatus = Number(header(SERVICE_STATUS_HEADER))
  let body: unknown = text
  let isJson = false
  try {
    body = JSON.parse(text)
    isJson = true
  } catch {
    // Not JSON: the reader takes the text itself.
  }
  return new ServiceRefusal({
    operation,
    status,
    ...readErrorBody(body),
    fromProxy,
    nextStep: fromProxy && isWire(body) ? new Fields(body).text('nextStep') : undefined,
    // With that header, the proxy's text stands in for a body that was not passed on.
    hasOwnBody: !serviceStatus && isJson,
    requestId: header('x-request-id') ?? undefined,
    retryAfterMs: readRetryAfter(header('retry-after')),
    serviceStatus,
  })
}

/** Why nothing was heard. `signal`: the caller's; `lost`: what it is where nobody ended it. */
export const causeOf = (
  signal: AbortSignal | undefined,
  isLate: boolean,
  lost: NoAnswerCause = 'connection lost',
): NoAnswerCause => (signal?.aborted ? 'aborted' : isLate ? 'timed out' : isOffline() ? 'offline' : lost)

/** Whether the browser says that nothing can be reached. Loopback works without any network (D63). */
export function isOffline(): boolean {
  if (globalThis.navigator?.onLine !== false) return false
  const host = globalThis.location?.hostname ?? ''
  return !/^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(host)
}

/** Either form of `Retry-After` (RFC 9110, 10.2.3), as milliseconds from `now`; a wait of more than a day is none. */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined
  const text = header.trim()
  const ms = /^\d{1,8}$/.test(text)
    ? Number(text) * 1000
    : /^[A-Za-z]{3,9},/.test(text)
      ? Date.parse(text) - now
      : Number.NaN
  return Number.isFinite(ms) && ms <= 86_400_000 ? Math.max(0, ms) : undefined
}
