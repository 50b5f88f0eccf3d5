import type { FieldError, Refusal } from '../contract/errors'
import { isDiskFull, isStoreAway } from './store/store-away'

const CODES = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
  507: 'INSUFFICIENT_STORAGE',
} as const

export type RefusedStatus = keyof typeof CODES

/** A request that the service refuses, with a sentence for the person. Handlers throw it; `app.ts` answers it. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly retryAfter: number | undefined

  constructor(
    readonly status: RefusedStatus,
    message: string,
    readonly fields: readonly FieldError[] = [],
    { retryAfter }: { retryAfter?: number } = {},
  ) {
    super(message)
    this.retryAfter = retryAfter
  }
}

export const wrongField = (path: string, message: string, status: RefusedStatus = 400) =>
  new Refused(status, message, [{ path, message }])

/** An id that names nothing. `path`: the id's field, if it was in the body. */
export const notFound = (what: string, path?: string) => {
  const message = `There is no ${what} with this id.`
  return path ? wrongField(path, message, 404) : new Refused(404, message)
}

/** The row that a query finds, if any; else 404. `path` as in `notFound`. */
export function found<Row>([row]: readonly Row[], what: string, path?: string): Row {
  if (row === undefined) throw notFound(what, path)
  return row
}

export function returned<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new TypeError('The store took a row and gave nothing back.')
  return row
}

/** Seconds. */
const STORE_RETRY = { retryAfter: 5 }

/** The refusal for a failed store. It never says that nothing was done: an answer may have been lost (D223). */
export function storeRefusal(error: unknown): Refused | undefined {
  if (isDiskFull(error)) return new Refused(507, 'The disk that holds the data is full.', [], STORE_RETRY)
  return isStoreAway(error) ? storeAway() : undefined
}

export const storeAway = () => new Refused(503, 'The database does not answer just now.', [], STORE_RETRY)

export function refusalAnswer(
  { status, message, fields, retryAfter }: Refused,
  headers: Record<string, string> = {},
): Response {
  const refusal: Refusal = {
    status,
    message,
    code: CODES[status],
    success: false,
    ...(fields.length ? { errors: fields } : {}),
  }
  const wait: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return Response.json(refusal, { status, headers: { 'cache-control': 'no-store', ...wait, ...headers } })
}
