import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Address {
  readonly host: string
  readonly port: number
}

/** How long a stopping server accepts further requests, in ms. */
const LAST_ANSWERS = 200

const GRACE = 3_000

/** Resolves with the port. */
export function listen(server: Server, { host, port }: Address): Promise<number> {
  // Node leaves out what comes after 2,000 headers, such as the Origin that the guard asks for or a second Host. Their size is bounded.
  server.maxHeadersCount = 0
  return new Promise((settle, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      settle((server.address() as AddressInfo).port)
    })
  })
}

export const originOf = ({ host, port }: Address) =>
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
