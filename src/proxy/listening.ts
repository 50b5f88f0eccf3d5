import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, describeListenError } from './config'

/** How long a stopping server accepts further requests, in ms. */
const LAST_ANSWERS = 200

const GRACE = 3_000

/** Resolves with the port. Rejects with a `StartError`. */
export function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>, variable = 'PORT') {
  // Node leaves out what comes after 2,000 headers, such as the Origin that the guard asks for. Their size is bounded.
  server.maxHeadersCount = 0
  return new Promise<number>((settle, reject) => {
    const fail = (error: Error) => reject(describeListenError(error, { host, port }, variable))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      settle((server.address() as AddressInfo).port)
    })
  })
}

export const originOf = ({ host }: Pick<Config, 'host'>, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Lets requests in flight finish for a few seconds, then ends them. */
export async function stopListening(server: Server): Promise<void> {
  // Announces the end in the next answer: closing a connection while a request arrives would break that request.
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  await sleep(LAST_ANSWERS)
  const closed = new Promise<void>((settle) => server.close(() => settle()))
  // A connection stays open after its last answer, so idle ones are closed again and again.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), GRACE)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
