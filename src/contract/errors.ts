import { Fields, isWire, textOf, type Wire } from './reply'

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

const SAYS = ['message', 'msg', 'detail', 'reason', 'description', 'error', 'issue'] as const

const NAMES_OF_MESSAGE = [
  ...['message', 'msg', 'detail', 'error_description', 'title'],
  ...['errorMessage', 'error_message', 'Message', 'error', 'reason'],
]

/** A text that begins with the field it is about, such as "leadId must be a UUID". */
const OF_FIELD = /^([a-z_][\w.[\]]*) (?:must|should|cannot|is) /

/** What names the field of a complaint: `/prompt/system`, `prompt.system` and `["body", "prompt", "system"]` are one. */
function pathOf(fields: Fields, { path, loc }: Wire): string | undefined {
  const parts = [path, loc].find(Array.isArray)
  return parts?.join('.') ?? fields.text('path', 'field', 'param', 'property', 'loc', 'pointer')
}

/** Texts that may come without their full stops, one after the other. */
export const together = (texts: readonly string[]) => texts.join('. ').replace(/([.!?:])\. /g, '$1 ')

const joined = (path: string, name: string) =>
  `${path}.${name}`.replaceAll('/', '.').replace(/^[#.]*(?:body\.)?|\.$/g, '')

/** The complaints in a list, in a map by field, or in these within one another. Without a path: about no field. */
function complaintsIn(value: unknown, path = ''): FieldError[] {
  if (typeof value === 'string')
    return value.trim() === '' ? [] : [{ path: path || (OF_FIELD.exec(value)?.[1] ?? ''), message: value }]
  if (Array.isArray(value)) return value.flatMap((each) => complaintsIn(each, path))
  if (!isWire(value)) return []
  const fields = new Fields(value)
  const own = pathOf(fields, value)
  const message = fields.object(textOf, ...SAYS)
  // In a complaint the name is the field's (RFC 7807), unless it is that of the error.
  const named = () => /^(?!.*Error$)[\w.]+$/.exec(fields.text('name') ?? '')?.[0] ?? ''
  if (message) return [{ path: joined(path, own ?? named()), message }]
  if (own === undefined)
    return Object.entries(value).flatMap(([name, each]) => complaintsIn(each, joined(path, name)))
  const { constraints, children } = value
  return complaintsIn([isWire(constraints) && Object.values(constraints), children], joined(path, own))
}

/** Reads any plausible error body: JSON with a message somewhere, field errors as a list or a map, plain text, nothing. */
export function readErrorBody(body: unknown): ErrorBody {
  if (typeof body === 'string') {
    const said = body.trim()
    // A page of HTML is no message for a person.
    return { fields: [], message: said === '' || said.startsWith('<') ? undefined : said.slice(0, 500) }
  }
  const wire = isWire(body) ? body : { errors: body }
  const fields = new Fields(wire)
  const { errors, fieldErrors, field_errors, details, issues, invalidParams, detail, error } = wire
  const nested = isWire(error) ? readErrorBody(error) : undefined
  const messages = Array.isArray(wire.message) ? wire.message.filter((each) => typeof each === 'string') : []
  // A list says more than the name of the status that stands beside it.
  const said = together(messages) || (fields.object(textOf, ...NAMES_OF_MESSAGE) ?? nested?.message)
  const listed =
    errors ??
    fieldErrors ??
    field_errors ??
    details ??
    issues ??
    wire['invalid-params'] ??
    invalidParams ??
    detail
  // A map of lists by field may be all that there is.
  const map = () => Object.fromEntries(Object.entries(wire).filter(([, each]) => typeof each === 'object'))
  const complaints = complaintsIn(
    listed ?? (said === undefined && !nested ? map() : messages.filter((each) => OF_FIELD.test(each))),
  )
  // One for each field, with all that is said of it.
  const byPath = new Map<string, string[]>()
  for (const { path, message } of complaints) byPath.set(path, [...(byPath.get(path) ?? []), message])
  const others = (byPath.get('') ?? []).filter((each) => each !== said)
  byPath.delete('')
  const ofFields = [...byPath].map(([path, all]) => ({ path, message: together(all) }))
  const whole = [said, ...others].filter((each) => each !== undefined)
  return {
    message: whole.length ? together(whole) : ofFields[0]?.message,
    code: fields.id('code', 'errorCode', 'error_code') ?? nested?.code,
    fields: ofFields.length ? ofFields : (nested?.fields ?? []),
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
