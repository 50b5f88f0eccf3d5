import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { CheckedOperation } from '../contract/checked-operations'
import { CHAT_ORIGIN_HEADER, type ConsoleInfo } from '../contract/console-info'
import { isPathId, type Operation, subjectOf } from '../contract/operation'
import { answerFailure, refuse, refuseMethod, tagHeader } from './answer'
import type { Credentials } from './config'
import { type Found, findOperation } from './find-operation'
import { hasBody, isJson, NO_BODY, readBody } from './read-body'
import { type Rewrite, relay, STREAMS_MAX } from './relay'
import { LATE, parseJson, type Timeouts, type Upstream } from './upstream'

/** The one header that authorizes an operation (§5), or the variable that is missing. */
type Credential =
  | { readonly header: Readonly<Record<string, string>>; readonly secret?: string; readonly source: string }
  | { readonly missing: string }

/** The credential that an operation names, and no other (safety rule 5). */
function credentialFor(
  { auth }: Operation,
  { apiKey, accessToken }: Credentials,
  chatOrigin: string,
): Credential {
  if (auth === 'origin') return { header: { origin: chatOrigin }, source: 'CHAT_ORIGIN' }
  if (auth === 'none') return { header: {}, source: '' }
  const isKey = auth === 'apiKey'
  const source = isKey ? 'SERVICE_API_KEY' : 'SERVICE_ACCESS_TOKEN'
  const secret = isKey ? apiKey : accessToken
  if (!secret) return { missing: source }
  return { header: isKey ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` }, secret, source }
}

interface ForwardRules {
  readonly upstream: Upstream
  readonly credentials: Credentials
  /** The first unless the page chose another. */
  readonly chatOrigins: ConsoleInfo['chatOrigins']
  readonly bodyBytes: number
  readonly replyBytes: number
  readonly exchangeTime: Timeouts['exchange']
  readonly streams: Set<ServerResponse>
  /** By operation: changes a successful reply before the browser sees it. */
  readonly rewrites: Readonly<Record<string, Rewrite>>
  /** Gets the ids of what a write was about. */
  readonly note?: ((ids: Readonly<Record<string, string>>) => void) | undefined
}

function problemOfHead(asked: IncomingMessage, { request }: CheckedOperation): string | undefined {
  const { 'content-type': type, 'content-encoding': encoding } = asked.headers
  if (encoding !== undefined) return 'The body must not be compressed'
  return isJson(type) || (!request && !hasBody(asked) && type === undefined)
    ? undefined
    : 'The body must be JSON, sent as application/json'
}

/** Requests of one connection that are under way at once. A browser waits for each answer; only pipelining sends more. */
const AT_ONCE = 6
const underWay = new WeakMap<Socket, number>()

/** Takes a place for a request of a connection until its answer has ended. */
function takePlace({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const others = underWay.get(socket) ?? 0
  if (others >= AT_ONCE) return false
  underWay.set(socket, others + 1)
  response.on('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
  return true
}

/** Forwards operations of the contract, and nothing else (safety rules 4 to 6). Returns a name for the log. */
export function forward(request: IncomingMessage, response: ServerResponse, rules: ForwardRules): string {
  const found = findOperation(request.method ?? '', request.url ?? '')
  switch (found.kind) {
    case 'unknown':
      refuse(response, 404, 'The service has no such operation')
      return 'unknown'
    case 'method':
      refuseMethod(response, found.allowed)
      return 'refused'
    case 'refused':
      refuse(response, found.status, found.message)
      return 'refused'
    case 'operation':
      if (!takePlace(request, response)) {
        refuse(response, 429, 'Too many requests at once over one connection', {
          'retry-after': '1',
        })
        return 'refused'
      }
      send(request, response, found, rules).catch(() => response.destroy())
      return found.operation.name
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { operation, path, params }: Extract<Found, { kind: 'operation' }>,
  rules: ForwardRules,
) {
  const refused = (status: number, message: string) => refuse(response, status, message)

  const problem = operation.method === 'GET' ? undefined : problemOfHead(request, operation)
  if (problem) return refused(415, problem)
  const body = hasBody(request) ? await readBody(request, rules.bodyBytes) : NO_BODY
  if (body === 'gone') return response.destroy()
  if (body === 'too-slow') return refused(408, 'The body did not arrive in time')
  if (body === 'too-large') return refused(413, `The body is larger than ${rules.bodyBytes / 2 ** 20} MB`)
  if (body.length > 0 && !operation.request) return refused(400, 'This operation takes no body')

  const chatOrigin = request.headers[CHAT_ORIGIN_HEADER]?.toString() ?? rules.chatOrigins[0]
  if (!rules.chatOrigins.includes(chatOrigin))
    return refused(
      400,
      'This origin is not allowed for web chat. Add it to CHAT_ORIGIN and start the console again',
    )
  const credential = credentialFor(operation, rules.credentials, chatOrigin)
  if ('missing' in credential)
    return answerFailure(response, 'CREDENTIAL_MISSING', { credentialSource: credential.missing })

  const isStream = operation.isStream === true
  if (isStream && rules.streams.size >= STREAMS_MAX)
    return refuse(response, 429, 'Too many event streams are open. Close a page', {
      'retry-after': '10',
    })
  const rewrite = rules.rewrites[operation.name]
  // What is rewritten differs each time.
  const condition =
    operation.method === 'GET' && !rewrite ? tagHeader('if-none-match', request.headers['if-none-match']) : {}
  const outgoing = {
    method: operation.method,
    path,
    // Nothing of the browser's headers, cookies or keys is copied (safety rule 5).
    headers: {
      accept: isStream ? 'text/event-stream, application/json' : 'application/json',
      ...(isStream ? lastEventId(request) : condition),
      'accept-encoding': 'identity',
      'user-agent': 'switchboard',
      ...(operation.request ? { 'content-type': 'application/json' } : {}),
      ...credential.header,
    },
    body: body.length > 0 ? body : undefined,
    isStream,
  }
  const sending = rules.upstream.send(outgoing)
  const deadline = setTimeout(() => sending.abandon(LATE), rules.exchangeTime(operation))
  if (isStream) rules.streams.add(response)
  response.on('close', () => {
    clearTimeout(deadline)
    rules.streams.delete(response)
    sending.abandon()
  })
  const { note } = rules
  const passing = {
    originOnly: operation.auth === 'origin',
    chatOrigin,
    credentialSource: credential.source,
    secret: credential.secret,
    maxBytes: rules.replyBytes,
    rewrite,
    note: note && ((reply: Buffer) => note(idsOf(operation, params, body, reply))),
    mayBeUnchanged: 'if-none-match' in condition,
    isStream,
    deadline,
  }
  await relay(response, passing, sending.reply)
}

/** What a write was about: its ids alone, no name and no number of a person. */
function idsOf(
  operation: CheckedOperation,
  params: Readonly<Record<string, string>>,
  body: Buffer,
  reply: Buffer,
): Readonly<Record<string, string>> {
  const [sent, answered] = [body, reply].map((each) => parseJson(each.toString()))
  const about = subjectOf({ operation: operation.name, params, body: sent, reply: answered })
  const { kind, name, recipient, ...ids } = about
  return Object.fromEntries(
    Object.entries(ids).filter((each): each is [string, string] => isPathId(String(each[1] ?? ''))),
  )
}

function lastEventId({ headers }: IncomingMessage): Record<string, string> {
  const id = headers['last-event-id']
  return typeof id === 'string' && /^[\x21-\x7e]{1,200}$/.test(id) ? { 'last-event-id': id } : {}
}
