import { addAbortSignal, Readable } from 'node:stream'
import { buildConnector, type Dispatcher, Pool } from 'undici'
import type { ProxyCode } from '../contract/errors'
import { type Operation, waitOf } from '../contract/operation'
import { failureCodeOf } from './answer'
import { exchange, type Reply, type Sending } from './exchange'
import type { LocalService } from './local-service'

/** A request to the service, built from checked parts. None of its headers come from the browser. */
interface Outgoing {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** The reply may go on for long. */
  readonly isStream?: boolean
}

/** Where operations are sent: a hosted service, or the local one in this process. */
export interface Upstream {
  /** Sends exactly once. */
  send(outgoing: Outgoing): Sending
  close(): Promise<void>
}

/** In ms. Generating scenarios may take long before its answer begins. */
export interface Timeouts {
  readonly connect: number
  /** From the end of the request to the head of the reply, or while a target takes no more bytes. */
  readonly headers: number
  /** Between two pieces of a reply. */
  readonly body: number
  /** Between two events of a stream, or its signs of life, which not every service sends. */
  readonly events: number
  /** For a whole exchange, whatever comes meanwhile; of a stream, until it begins. */
  readonly exchange: (operation: Operation) => number
  /** How long a connection to the service is kept while nothing is asked, at the most. */
  readonly idle: number
  /** For a whole upload, or the whole reading of a stored file. */
  readonly storage: number
}

/** So much sooner than the page the proxy gives an exchange up, in ms, so that the page learns that the service did not answer (D909). */
const BEFORE_THE_PAGE = 5_000

/** See D49. */
export const TIMEOUTS: Timeouts = {
  connect: 10_000,
  headers: 120_000,
  body: 60_000,
  events: 300_000,
  exchange: (operation) => waitOf(operation) - BEFORE_THE_PAGE,
  // Far less than our own service keeps it: a process that stood still finds no connection that is closed already (D615).
  idle: 10_000,
  storage: 30 * 60_000,
}

/** Aborts with what `codeOfFailure` names a timeout. */
export const LATE = new DOMException('The exchange took too long', 'TimeoutError')

/** No answer for a browser: 407 would mean a proxy of its own, and 600 and above mean nothing. */
export const isUnusable = (status: number) => status < 200 || status === 407 || status >= 600

/** No connection came about, so nothing was sent. */
export class NotConnected extends Error {}

export function connectorOf(
  // The types leave out what goes on to the socket.
  options: buildConnector.BuildOptions & { readonly highWaterMark?: number },
): buildConnector.connector {
  const connect = buildConnector(options)
  return (target, callback) =>
    connect(target, (...[error, socket]) =>
      error ? callback(new NotConnected('No connection', { cause: error }), null) : callback(null, socket),
    )
}

export async function ask(service: LocalService, request: Request): Promise<Reply> {
  const { status, headers, body } = await service.fetch(request)
  const pieces = body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([])
  pieces.on('error', () => {})
  addAbortSignal(request.signal, pieces)
  return { status, header: (name) => headers.get(name) ?? undefined, body: pieces }
}

export const codeOfFailure = (error: unknown): ProxyCode =>
  error instanceof NotConnected ? failureCodeOf(error.cause, false) : failureCodeOf(error, true)

export function parseJson(text: string): unknown {
  try {
    // Some services begin with a mark of the byte order, which is no JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** Connections to one service: more than a few browsers keep waiting at once, six each. */
const CONNECTIONS = 96

/** The service at `baseUrl`. Never retries: a write whose connection breaks is reported, never sent again. */
export function openHostedService(baseUrl: string, timeouts: Timeouts): Upstream {
  const { origin, pathname } = new URL(baseUrl)
  const basePath = pathname.replace(/\/$/, '')
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    keepAliveMaxTimeout: timeouts.idle,
    connect: connectorOf({ timeout: timeouts.connect }),
  })
  return {
    send: ({ path, method, headers, body, isStream }) =>
      exchange(pool, {
        origin,
        path: `${basePath}${path}`,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
        ...(isStream ? { bodyTimeout: timeouts.events } : {}),
      }),
    close: () => pool.destroy(),
  }
}

/** Calls the local service directly, with the same headers and credential as a hosted one. */
export const openLocalService = (service: LocalService, publicUrl: () => string): Upstream => ({
  send({ path, method, headers, body }) {
    const leaving = new AbortController()
    const { signal } = leaving
    const request = { method, headers, body: body && new Uint8Array(body), signal }
    return {
      reply: ask(service, new Request(`${publicUrl()}${path}`, request)),
      abandon: (reason) => leaving.abort(reason),
    }
  },
  async close() {},
})
