import { type Dispatcher, Pool } from 'undici'
import { receive } from './receive-reply'
import type { Timeouts, Upstream } from './upstream'

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
