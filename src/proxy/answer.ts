import type { IncomingMessage, ServerResponse } from 'node:http'
import { CONSOLE_ERROR_HEADER, type ProxyCode, type Refusal } from '../contract/errors'

/** On every answer. There is no CORS header anywhere (safety rule 3). */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** A stored document never runs as a page of ours, whatever the service says of it (safety rule 10). */
export const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'"

const JSON_HEADERS = {
  ...SAFE_HEADERS,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
} as const

type Headers = Readonly<Record<string, string>>

/** The head of a JSON answer that is sent piece by piece; its length only where the service promised one. */
export const streamHeaders = (length: string | undefined, headers: Headers = {}): Headers => ({
  ...JSON_HEADERS,
  ...(length !== undefined && /^\d+$/.test(length) ? { 'content-length': length } : {}),
  ...headers,
})

/** Answers with JSON that is never stored. */
export function answerJson(response: ServerResponse, status: number, body: unknown, headers: Headers = {}) {
  answerJsonText(response, status, Buffer.from(JSON.stringify(body)), headers)
}

/** The same for JSON that already is text; an empty one is sent without a content type. */
export function answerJsonText(
  response: ServerResponse,
  status: number,
  body: Buffer,
  headers: Headers = {},
) {
  const { 'content-type': type, ...others } = JSON_HEADERS
  response.writeHead(status, {
    ...others,
    ...(body.length > 0 ? { 'content-type': type } : {}),
    // 204 and 304 have no body and therefore no length (RFC 9110, 8.6).
    ...(status === 204 || status === 304 ? {} : { 'content-length': body.length }),
    ...headers,
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** How long a sender may go on after it was refused, in ms. Cutting at once would lose the answer on its way. */
const LINGER = 500

/** Lets a refused request body run out for a moment, then ends the connection. */
export function stopReading(request: IncomingMessage) {
  if (request.complete || request.destroyed) return
  const timer = setTimeout(() => request.socket.destroy(), LINGER)
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
  request.resume()
}

/**
 * Refuses in the proxy's own name. Before an answer has begun this is a message that the console can tell from the
 * service's by its header; afterwards all that is left is to break the connection off, so that no half reply passes for a whole one.
 */
export function refuse(
  response: ServerResponse,
  status: number,
  code: ProxyCode,
  message: string,
  headers: Headers = {},
) {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body: Refusal = { status, message, code, success: false }
  answerJson(response, status, body, { [CONSOLE_ERROR_HEADER]: code, ...headers })
  stopReading(response.req)
}

/** Refuses a method, naming those that are there. `OPTIONS` is one like any other: preflights get no answer. */
export function refuseMethod(response: ServerResponse, allowed: readonly string[]) {
  const allow = allowed.join(', ')
  refuse(response, 405, 'REQUEST_REFUSED', `This address answers ${allow} only`, { allow })
}
