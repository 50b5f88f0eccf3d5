import { CHAT_ORIGIN_HEADER, UNATTENDED_HEADER } from '../contract/console-info'
import { CONSOLE_ERROR_HEADER } from '../contract/errors'
import {
  type Operation,
  type PathParams,
  pathOf,
  type Reply,
  type RequestBody,
  type RequestQuery,
  waitOf,
} from '../contract/operation'
import { leftOut, NOT_STORED } from '../contract/redact'
import { isRefusal } from '../contract/reply'
import {
  causeOf,
  isOffline,
  isReplyLost,
  NoAnswer,
  refusalFrom,
  SecretMissing,
  type ServiceRefusal,
  UnreadableReply,
} from './api-error'
import { basePath } from './base-path'
import { inSession } from './in-session'

export interface Cancellable {
  signal?: AbortSignal
}

type Params<O extends Operation> = [keyof PathParams<O>] extends [never]
  ? { params?: undefined }
  : { params: PathParams<O> }
type Query<O extends Operation> =
  RequestQuery<O> extends undefined ? { query?: undefined } : { query?: RequestQuery<O> }
type Body<O extends Operation> =
  RequestBody<O> extends undefined ? { body?: undefined } : { body: RequestBody<O> }

export type CallOptions<O extends Operation> = Params<O> &
  Query<O> &
  Body<O> &
  Cancellable & {
    /** Which of the proxy's origins a web chat is created with; without it the usual one (D185). */
    chatOrigin?: string
    /** `false`: a read is refused where the session has ended; else it waits until somebody signs in, and is sent again (D480). */
    waitsForSignIn?: boolean
  }

const addressOf = <O extends Operation>(operation: O, { params, query }: CallOptions<O>): string =>
  pathOf(operation, (params ?? {}) as PathParams<O>) + queryOf(query as Strings | undefined)

/** What was read last, by address, so that a list that did not change is neither sent nor read again (D433). */
const lastRead = new Map<string, { readonly tag: string; readonly reply: unknown }>()

const LAST_READ_MAX = 12

function noteRead(address: string, tag: string | null, reply: unknown) {
  lastRead.delete(address)
  if (tag !== null) lastRead.set(address, { tag, reply })
  const [oldest = ''] = lastRead.keys()
  if (lastRead.size > LAST_READ_MAX) lastRead.delete(oldest)
}

/** Whether no key or click of the last seconds can have led to a request; what changes something was begun by a person in any case (D484). */
const isUnattended = ({ done }: Operation): boolean =>
  !done && globalThis.navigator?.userActivation?.isActive === false

/**
 * Sends the request of an operation through the proxy, which is on this page's own origin. Resolves with the answer, whatever its status.
 * Rejects with `NoAnswer`; with a `RangeError` when an id cannot stand in an address. `timeout`: gives the answer up.
 * `lastTag`: of an answer that is here, so that 304 says that it is still the same.
 */
export async function sendRequest<O extends Operation>(
  operation: O,
  options: CallOptions<O>,
  timeout: AbortSignal,
  lastTag?: string,
): Promise<Response> {
  const isRead = operation.method === 'GET'
  const address = addressOf(operation, options)
  const noAnswer = (sent: boolean) =>
    new NoAnswer({ operation: operation.name, sent, cause: causeOf(options.signal, timeout.aborted) })
  if (options.signal?.aborted || isOffline()) throw noAnswer(false)
  const body = options.body === undefined ? undefined : JSON.stringify(options.body)
  const missing = body?.includes(NOT_STORED) && !operation.isForMemory ? leftOut(options.body) : []
  if (missing.length > 0) throw new SecretMissing(operation.name, missing)
  try {
    return await fetch(basePath + address, {
      method: operation.method,
      headers: {
        accept: 'application/json',
        // The proxy takes a write only with this type, which no form of another site can send (safety rule 3).
        ...(isRead ? {} : { 'content-type': 'application/json' }),
        ...(lastTag === undefined ? {} : { 'if-none-match': lastTag }),
        ...(isUnattended(operation) ? { [UNATTENDED_HEADER]: '1' } : {}),
        ...(options.chatOrigin === undefined ? {} : { [CHAT_ORIGIN_HEADER]: options.chatOrigin }),
      },
      body,
      cache: 'no-store',
      redirect: 'error',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
  } catch {
    throw noAnswer(true)
  }
}

/** An answer that is no success, as the error that it is. `text`: of its body, empty where that could not be read. */
export function refusalOf({ name }: Operation, { status, headers }: Response, text: string): ServiceRefusal {
  return refusalFrom(name, status, text, (header) => headers.get(header))
}

/**
 * Calls an operation of the contract and reads the reply. Nothing is read of a stream of events.
 * Rejects with `ServiceRefusal`, `UnreadableReply` or `NoAnswer`; with a `RangeError` when an id cannot stand in an address.
 */
export function call<O extends Operation>(operation: O, options: CallOptions<O>): Promise<Reply<O>> {
  const waits = !operation.done && options.waitsForSignIn !== false
  return inSession(() => callOnce(operation, options), {
    signal: options.signal,
    waits,
  })
}

let wasHeard = false

/** Whether the service ever answered this page; what the console answers in its place tells nothing of it. */
export const isHeard = (): boolean => wasHeard

async function callOnce<O extends Operation>(operation: O, options: CallOptions<O>): Promise<Reply<O>> {
  const isRead = operation.method === 'GET'
  const timeout = AbortSignal.timeout(waitOf(operation))
  const address = addressOf(operation, options)
  const last = isRead ? lastRead.get(address) : undefined
  const response = await sendRequest(operation, options, timeout, last?.tag)
  wasHeard ||= operation.auth !== 'none' && !response.headers.has(CONSOLE_ERROR_HEADER)
  if (last && response.status === 304) return last.reply as Reply<O>

  // Its events are the browser's to follow; here it counts that there are any.
  if (operation.isStream && response.ok) {
    await response.body?.cancel()
    return undefined as Reply<O>
  }

  let text: string | undefined
  try {
    text = await response.text()
  } catch {
    // The status of a write says what became of it, even when the body was cut off. A read has no use without its body.
    if (isRead) {
      const cause = causeOf(options.signal, timeout.aborted, 'broke off')
      throw new NoAnswer({ operation: operation.name, sent: true, cause })
    }
  }
  if (!response.ok) {
    const refusal = refusalOf(operation, response, text ?? '')
    throw operation.done && isReplyLost(refusal)
      ? new UnreadableReply({
          operation: operation.name,
          status: refusal.serviceStatus ?? 0,
          raw: undefined,
          reason: 'the reply could not be passed on',
        })
      : refusal
  }
  const reply = await readReply(operation, response.status, text)
  if (isRead) noteRead(address, response.headers.get('etag'), reply)
  return reply
}

async function readReply<O extends Operation>(
  operation: O,
  status: number,
  text: string | undefined,
): Promise<Reply<O>> {
  const unreadable = (reason: string, raw: unknown) =>
    new UnreadableReply({ operation: operation.name, status, raw, reason })
  if (text === undefined) throw unreadable('the reply was cut off', undefined)
  let body: unknown
  try {
    body = text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    throw unreadable('the reply is not JSON', text)
  }
  const read = operation.reply.safeParse(body)
  if ((operation.done || read.error) && isRefusal(body))
    throw refusalFrom(operation.name, Math.max(400, Number(body.status) || 0), text, () => null)
  if (read.error) throw unreadable(read.error.message, body)
  return read.data as Reply<O>
}

/** Query values are strings on the wire (§4 Tools). */
type Strings = Readonly<Record<string, string | undefined>>

function queryOf(query: Strings | undefined): string {
  const given = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return given.length ? `?${new URLSearchParams(given)}` : ''
}
