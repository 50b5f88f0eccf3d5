import { createServer } from 'node:http'
import { closeNow, listen } from '../src/net/test-server.fixture'

export interface OtherService {
  readonly origin: string
  /** The requests it got, as `POST /api/v1/threads`. */
  readonly sent: { request: string; body: unknown; headers: Readonly<Record<string, unknown>> }[]
  /** Adds replies from now on. */
  answer(replies: Replies): void
  close(): Promise<void>
}

/** The reply to each request, such as `POST /api/v1/threads`; `undefined` for an empty one. */
type Replies = Readonly<Record<string, unknown>>

/** What every service has: without it, nothing is learnt of the rest (D900). Not counted among what it got. */
const EVERY: Replies = { 'GET /api/v1/knowledge-base/collections': { collections: [] } }

/**
 * A service other than ours: it answers the named requests with exactly these replies, lists no collections, and has no other operation.
 */
export async function serveReplies(first: Replies = {}): Promise<OtherService> {
  const sent: OtherService['sent'] = []
  let replies = first
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const name = `${request.method} ${request.url?.replace(/\?.*$/, '')}`
      response.setHeader('content-type', 'application/json')
      if (!Object.hasOwn(replies, name) && name in EVERY)
        return void response.end(JSON.stringify(EVERY[name]))
      if (!Object.hasOwn(replies, name))
        return void response.writeHead(404).end('{"message":"No such address."}')
      sent.push({ request: name, body: text && JSON.parse(text), headers: request.headers })
      const reply = replies[name]
      response.writeHead(200).end(reply === undefined ? '' : JSON.stringify(reply))
    })
  })
  return {
    origin: await listen(server),
    sent,
    answer: (next) => {
      replies = { ...replies, ...next }
    },
    close: () => closeNow(server),
  }
}

/** The environment of a console that is connected to it. */
