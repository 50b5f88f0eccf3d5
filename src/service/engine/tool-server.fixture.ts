import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeNow, listen } from '../../net/test-server.fixture'

/** A call as it arrived. */
interface Called {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Where an agent's tools point to, in tests. */
export async function startToolServer() {
  const called: Called[] = []
  let next = (_: Called, response: ServerResponse): unknown =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"shipped","days":3}')
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
    called.push(one)
    next(one, response)
  })
  const origin = await listen(server)
  return {
    host: new URL(origin).host,
    origin,
    called,
    behave(behaviour: typeof next) {
      next = behaviour
    },
    close: () => closeNow(server),
  }
}
