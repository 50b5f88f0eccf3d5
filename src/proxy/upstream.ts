import { type Dispatcher, Pool } from 'undici'
import { failureCodeOf } from './answer'
import type { Relay } from './relay'

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
  /** Sends exactly once and reports everything to the relay. Returns a function that aborts. */
  send(outgoing: Outgoing, relay: Relay): () => void
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
}

/** See D49. */
export const TIMEOUTS: Timeouts = { connect: 10_000, headers: 120_000, body: 60_000, events: 300_000 }

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** Feeds a relay from undici's callbacks. */
export function receive(
  relay: Relay,
  onStart: (controller: Dispatcher.DispatchController) => void,
): Dispatcher.DispatchHandler {
  let started = false
  return {
    onRequestStart(controller) {
      started = true
      onStart(controller)
      relay.onDrain(() => controller.resume())
    },
    onResponseStart(controller, status, headers) {
      // 103 and the like are interim answers.
      if (status < 200) return
      const goesOn = relay.head({
        status,
        contentType: first(headers['content-type']),
        contentLength: first(headers['content-length']),
        contentEncoding: first(headers['content-encoding']),
        retryAfter: first(headers['retry-after']),
      })
      if (!goesOn) controller.abort(new Error('refused'))
    },
    onResponseData(controller, chunk) {
      const goesOn = relay.data(chunk)
      if (goesOn === false) controller.abort(new Error('refused'))
      else if (goesOn === 'wait') controller.pause()
    },
    onResponseEnd() {
      relay.end()
    },
    onResponseError(_, error) {
      relay.fail(failureCodeOf(error, started), error)
    },
  }
}

/** The JSON in a text; `undefined` if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function abortWith(signal: AbortSignal, controller: Dispatcher.DispatchController) {
  const abort = () => controller.abort(new Error('abandoned'))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
}

/** Connections to one service. The service may limit calls to ten a second, so this is enough. */
const CONNECTIONS = 32

/**
 * The service at `baseUrl` (no slash at its end). Streams with back-pressure. It never retries: a write whose connection
 * breaks is reported, never sent again.
 */
export function openHostedService(baseUrl: string, timeouts: Timeouts): Upstream {
  const { origin, pathname } = new URL(baseUrl)
  const basePath = pathname.replace(/\/$/, '')
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    connect: { timeout: timeouts.connect },
  })

  return {
    send(outgoing, relay) {
      const abandon = new AbortController()
      pool.dispatch(
        {
          method: outgoing.method,
          path: `${basePath}${outgoing.path}`,
          headers: { ...outgoing.headers },
          body: outgoing.body ?? null,
          ...(outgoing.isStream ? { bodyTimeout: timeouts.events } : {}),
        },
        receive(relay, (controller) => abortWith(abandon.signal, controller)),
      )
      return () => abandon.abort()
    },
    async close() {
      await pool.destroy()
    },
  }
}
