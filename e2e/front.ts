import { createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Front {
  readonly origin: string
  close(): Promise<void>
}

/**
 * A server in front of another. It answers requests with the status that `refuses` names for them, and passes all others
 * on. So a real service or console can lack something, and nothing is intercepted in the page.
 */
export async function frontOf(
  target: string | (() => string),
  refuses: (request: { method: string; path: string }) => number | undefined,
): Promise<Front> {
  const server = createServer((near, answer) => {
    const { method = 'GET', url = '/' } = near
    const status = refuses({ method, path: url.replace(/\?.*$/, '') })
    if (status !== undefined) {
      near.resume()
      answer.writeHead(status, { 'content-type': 'application/json' })
      return void answer.end(JSON.stringify({ status, message: 'There is no such operation here.' }))
    }
    const { hostname, port, host } = new URL(typeof target === 'string' ? target : target())
    // The console accepts only its own host name; a service takes any.
    const headers = typeof target === 'string' ? { ...near.headers, host } : near.headers
    const far = send({ hostname, port, method, path: url, headers }, (reply: IncomingMessage) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    far.on('error', () => answer.destroy())
    answer.on('close', () => far.destroy())
    near.pipe(far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
