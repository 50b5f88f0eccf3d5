import type { IncomingMessage, ServerResponse } from 'node:http'
import { CHAT_ORIGIN_HEADER, type ConsoleInfo } from '../contract/console-info'
import type { ProxyCode } from '../contract/errors'
import type { CheckedOperation } from '../contract/operations'
import { refuse, refuseMethod } from './answer'
import { readBody } from './body'
import { type Credentials, credentialFor } from './credential'
import { failureOf } from './failures'
import { findOperation } from './find-operation'
import { startRelay } from './relay'
import type { Upstream } from './upstream'

export interface ForwardRules {
  readonly upstream: Upstream
  readonly credentials: Credentials
  /** The first unless the page chose another. */
  readonly chatOrigins: ConsoleInfo['chatOrigins']
  /** Largest request body in bytes. */
  readonly bodyBytes: number
  /** Largest reply in bytes. */
  readonly replyBytes: number
  /** By operation: changes a successful reply before the browser sees it. */
  readonly rewrites: Readonly<Record<string, (body: Buffer) => Buffer | ProxyCode>>
}

const isJson = (type = '') => /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)

/** Why a body cannot be taken before any of it was read. */
function problemOfHead({ headers }: IncomingMessage, { request }: CheckedOperation): string | undefined {
  const { 'content-type': type, 'content-encoding': encoding } = headers
  if (encoding !== undefined) return 'The body must not be compressed'
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return isJson(type) || (!request && !hasBody && type === undefined)
    ? undefined
    : 'The body must be JSON, sent as application/json'
}

/**
 * Sends a request on to the service, when it is an operation of the contract (safety rules 4 to 6). Returns the
 * name of the operation, or what else came of it, for the log.
 */
export function forward(request: IncomingMessage, response: ServerResponse, rules: ForwardRules): string {
  const found = findOperation(request.method ?? '', request.url ?? '')
  switch (found.kind) {
    case 'unknown':
      refuse(response, 404, 'REQUEST_REFUSED', 'The service has no such operation')
      return 'unknown'
    case 'method':
      refuseMethod(response, found.allowed)
      return 'refused'
    case 'refused':
      refuse(response, found.status, 'REQUEST_REFUSED', found.message)
      return 'refused'
    case 'operation':
      send(request, response, found.operation, found.path, rules).catch(() => response.destroy())
      return found.operation.name
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  operation: CheckedOperation,
  path: string,
  rules: ForwardRules,
) {
  const refused = (status: number, message: string) => refuse(response, status, 'REQUEST_REFUSED', message)

  const problem = operation.method === 'GET' ? undefined : problemOfHead(request, operation)
  if (problem) return refused(415, problem)
  const body = await readBody(request, rules.bodyBytes)
  if (body === 'gone') return response.destroy()
  if (body === 'too-slow') return refused(408, 'The body did not arrive in time')
  if (body === 'too-large') return refused(413, `The body is larger than ${rules.bodyBytes / 2 ** 20} MB`)
  if (body.length > 0 && !operation.request) return refused(400, 'This operation takes no body')

  const chatOrigin = request.headers[CHAT_ORIGIN_HEADER]?.toString() ?? rules.chatOrigins[0]
  if (!rules.chatOrigins.includes(chatOrigin))
    return refused(
      400,
      `Web chat cannot go out with this origin. Add it to CHAT_ORIGIN and start the console again`,
    )
  const credential = credentialFor(operation, rules.credentials, chatOrigin)
  if ('missing' in credential) {
    const about = { credentialSource: credential.missing }
    const { status, message } = failureOf('CREDENTIAL_MISSING', about)
    return refuse(response, status, 'CREDENTIAL_MISSING', message)
  }

  const relay = startRelay(response, {
    originOnly: operation.auth === 'origin',
    chatOrigin,
    credentialSource: credential.source,
    secret: credential.secret,
    maxBytes: rules.replyBytes,
    rewrite: rules.rewrites[operation.name],
  })
  const outgoing = {
    method: operation.method,
    path,
    // All there is: the browser's own headers, cookies and keys have no way in (safety rule 5).
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'switchboard',
      ...(body.length > 0 ? { 'content-type': 'application/json' } : {}),
      ...credential.header,
    },
    body: body.length > 0 ? body : undefined,
  }
  const abandon = rules.upstream.send(outgoing, relay)
  response.once('close', () => {
    if (!response.writableFinished) abandon()
  })
}
