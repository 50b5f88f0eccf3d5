import { type Dispatcher, Pool } from 'undici'
import { failureCodeOf } from './failure-code'
import type { Relay } from './relay'
import type { Timeouts, Upstream } from './upstream'

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** Connections to one service. Enough for a console; the service may limit calls to ten a second. */
const CONNECTIONS = 32

/**
 * The service at `baseUrl` (no slash at its end). Streams with back-pressure. One request at a time on a connection and no retries:
 * a write whose connection breaks is reported, never sent again.
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
      let controller: Dispatcher.DispatchController | undefined
      let abandoned = false
      pool.dispatch(
        {
          method: outgoing.method,
          path: `${basePath}${outgoing.path}`,
          headers: { ...outgoing.headers },
          body: outgoing.body ?? null,
        },
        receive(relay, (started) => {
          controller = started
          if (abandoned) started.abort(new Error('abandoned'))
        }),
      )
      return () => {
        abandoned = true
        controller?.abort(new Error('abandoned'))
      }
    },
    async close() {
      await pool.destroy()
    },
  }
}

/** Feeds a relay from undici's callbacks. */
function receive(
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
      // Interim answers such as 103 are not the answer.
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
      relay.fail(failureCodeOf(error, started))
    },
  }
}
