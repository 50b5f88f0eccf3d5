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
  readonly status: RefusedStatus
  readonly fields: readonly FieldError[]
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined

  constructor(
    status: RefusedStatus,
    message: string,
    fields: readonly FieldError[] = [],
    { retryAfter }: { retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** A field with a wrong value. `path` is the wire path. */
export const wrongField = (path: string, message: string) => new Refused(400, message, [{ path, message }])

/** An id that names nothing. `path`: the id's field, if it was in the body. */
export const notFound = (what: string, path?: string) => {
  const message = `There is no ${what} with this id.`
  return new Refused(404, message, path ? [{ path, message }] : [])
}

/** Seconds. */
const STORE_RETRY = 5

/**
 * The refusal for a failed store: 503 if it does not answer, 507 if its disk is full, `undefined` for other errors. Neither
 * says that nothing was done, because an answer may have been lost (D223).
 */
export function storeRefusal(error: unknown): Refused | undefined {
  const retryAfter = STORE_RETRY
  if (isDiskFull(error)) {
    const message = 'The disk that holds the data is full.'
    return new Refused(507, message, [], { retryAfter })
  }
  return isStoreAway(error) ? storeAway() : undefined
}

export const storeAway = () =>
  new Refused(503, 'The database does not answer just now.', [], {
    retryAfter: STORE_RETRY,
  })

/** The answer to a refused request, in the shape of D4. */
export function refusalAnswer(
  {
    status,
    message,
    fields,
    retryAfter,
  }: Pick<Refused, 'status' | 'message' | 'fields'> & { readonly retryAfter?: number | undefined },
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
