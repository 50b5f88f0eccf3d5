import { Fields, isWire } from './reply'

/** One complaint about one field of a request. `path` is the wire path, such as `prompt.variables.0.name`. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** What could be read from an error body. The format is not documented (§7, D4). */
export interface ErrorBody {
  readonly message?: string
  readonly code?: string
  readonly fields: readonly FieldError[]
}

function readFieldError(value: unknown): FieldError | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const message = fields.text('message', 'msg', 'detail', 'error')
  const path = Array.isArray(value.path ?? value.loc)
    ? ((value.path ?? value.loc) as unknown[]).filter((part) => part !== 'body').join('.')
    : fields.text('path', 'field', 'param', 'property', 'loc')
  return message && path ? { path, message } : undefined
}

/** A complaint about no field, as text or as an object. */
function readComplaint(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return isWire(value) && !readFieldError(value)
    ? new Fields(value).text('message', 'msg', 'detail', 'error')
    : undefined
}

/** `{field: "message"}` or `{field: ["message"]}`. */
function readFieldMap(value: unknown): FieldError[] {
  if (!isWire(value)) return []
  return Object.entries(value).flatMap(([path, said]) => {
    const message = Array.isArray(said) ? said.find((each) => typeof each === 'string') : said
    return typeof message === 'string' ? [{ path, message }] : []
  })
}

/** Reads any plausible error body: JSON with a message somewhere, field errors as a list or a map, plain text, nothing. */
export function readErrorBody(body: unknown): ErrorBody {
  if (typeof body === 'string') {
    const said = body.trim()
    // A page of HTML is no message for a person.
    return { fields: [], message: said === '' || said.startsWith('<') ? undefined : said.slice(0, 500) }
  }
  if (!isWire(body)) return { fields: [] }
  const fields = new Fields(body)
  const nested = isWire(body.error) ? readErrorBody(body.error) : undefined
  const listed = body.errors ?? body.details ?? body.issues ?? body.detail
  const complaints = Array.isArray(listed)
    ? listed.map(readFieldError).filter((each): each is FieldError => each !== undefined)
    : readFieldMap(listed)
  const messages = Array.isArray(body.message) ? body.message.filter((each) => typeof each === 'string') : []
  // A list says more than the name of the status that stands beside it.
  const said =
    messages.join(' ') ||
    (fields.text('message', 'detail', 'error_description', 'title', 'error') ?? nested?.message)
  const others = Array.isArray(listed) ? listed.map(readComplaint).filter((each) => each !== undefined) : []
  const whole = [said, ...others.filter((each) => each !== said)].filter((each) => each !== undefined)
  return {
    message: whole.length ? whole.join(' ') : complaints[0]?.message,
    code: fields.id('code', 'errorCode', 'error_code') ?? nested?.code,
    fields: complaints.length ? complaints : (nested?.fields ?? []),
  }
}

/** The shape in which our own service and proxy refuse (D4). */
export interface Refusal {
  readonly status: number
  readonly message: string
  readonly code: string
  readonly success: false
  /** What to do, in answers of the proxy. */
  readonly nextStep?: string
  readonly errors?: readonly FieldError[]
}

/** The answer header by which the console tells the proxy's own refusals from the service's. */
export const CONSOLE_ERROR_HEADER = 'x-console-error'

/** The service's status, on answers whose body is the proxy's text because the service's own was not passed on. */
export const SERVICE_STATUS_HEADER = 'x-service-status'

/**
 * Codes of answers that the proxy gives in the service's place, and whether the request can have reached the service.
 * A write after `maybe` is "unknown", never "failed"; "accepted" where `SERVICE_STATUS_HEADER` says 2xx.
 */
export const PROXY_CODES = {
  SERVICE_UNREACHABLE: 'no',
  SERVICE_TLS_FAILED: 'no',
  CREDENTIAL_MISSING: 'no',
  CREDENTIAL_REFUSED: 'no',
  NOT_PERMITTED: 'no',
  SERVICE_TIMED_OUT: 'maybe',
  SERVICE_REPLY_BROKEN: 'maybe',
  SERVICE_REPLY_TOO_LARGE: 'maybe',
  SERVICE_REPLY_NOT_JSON: 'maybe',
  SERVICE_REDIRECTED: 'no',
  SERVICE_STATUS_UNUSABLE: 'maybe',
  UPLOAD_TARGET_REFUSED: 'no',
  SIGN_IN_REQUIRED: 'no',
  PASSWORD_WRONG: 'no',
  VIEWER: 'no',
  REQUEST_REFUSED: 'no',
} as const satisfies Record<string, 'no' | 'maybe'>

export type ProxyCode = keyof typeof PROXY_CODES
