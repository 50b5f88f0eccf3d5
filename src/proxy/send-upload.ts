import type { IncomingMessage, ServerResponse } from 'node:http'
import { Transform } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import type { LocalService } from './local-service'
import { abortWith } from './upstream'

export class TooLargeError extends Error {}

/** Counts an upload's bytes. The pipe slows the sender to the target's speed. */
export function countBytes(request: IncomingMessage, max: number): Transform {
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      if (size > max) done(new TooLargeError())
      else done(null, chunk)
    },
  })
  // The reader gets errors too; without this handler, a late one would end the process.
  counter.on('error', () => {})
  return request.pipe(counter)
}

/** In ms. Two of them pass before a lost browser is noticed. */
const PULSE = 200

/**
 * While the target takes nothing, nothing is read from the browser, so its leaving would go unnoticed. Interim answers
 * fail on a lost connection. Only browsers (they send `Sec-Fetch`) get them: other clients may not read past them (D47).
 */
export function watchWhileHeld(
  request: IncomingMessage,
  response: ServerResponse,
  body: Transform,
): () => void {
  if (request.headers['sec-fetch-mode'] === undefined) return () => {}
  const timer = setInterval(() => {
    if (body.writableNeedDrain && !response.headersSent) response.writeProcessing()
  }, PULSE)
  return () => clearInterval(timer)
}

/** An upload, without any credential: its address is the permission. */
export interface Sending {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Transform
  readonly signal: AbortSignal
}

/** The target's answer, cut at `OUTCOME_BYTES_MAX`. */
export interface Outcome {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly retryAfter?: string
}

const OUTCOME_BYTES_MAX = 64 * 1024

/** Streams to a target over the network. Redirects are not followed, and nothing is sent twice. */
export function sendAway(
  agent: Agent,
  { url, headers, body, signal }: Sending,
  onStart: () => void,
): Promise<Outcome> {
  return new Promise((settle, reject) => {
    let status = 0
    let contentType = ''
    let retryAfter: string | undefined
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => settle({ status, contentType, retryAfter, body: Buffer.concat(chunks).toString() })
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        onStart()
        abortWith(signal, controller)
      },
      onResponseStart(_, code, replyHeaders) {
        status = code
        contentType = String(replyHeaders['content-type'] ?? '')
        retryAfter = replyHeaders['retry-after']?.toString()
      },
      onResponseData(controller, chunk) {
        size += chunk.length
        if (size <= OUTCOME_BYTES_MAX) {
          chunks.push(chunk)
          return
        }
        // Only the status matters.
        finish()
        controller.abort(new Error('long answer'))
      },
      onResponseEnd: finish,
      onResponseError(_, error) {
        reject(error)
      },
    }
    const path = `${url.pathname}${url.search}`
    agent.dispatch({ origin: url.origin, path, method: 'PUT', headers: { ...headers }, body }, handler)
  })
}

/** Streams to the local service, without a connection. */
export async function sendLocally(
  service: LocalService,
  { url, headers, body, signal }: Sending,
): Promise<Outcome> {
  const bytes: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  let declined = false
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        declined = true
        await bytes.return?.(undefined)
      },
    },
    // Reads only what the service asks for.
    { highWaterMark: 0 },
  )
  const init = { method: 'PUT', headers, body: stream, duplex: 'half', signal }
  try {
    const reply = await service.fetch(new Request(url, init as RequestInit))
    const text = (await reply.text()).slice(0, OUTCOME_BYTES_MAX)
    // When the body broke off, the reason here is better than the service's, unless the service itself stopped reading.
    if (body.errored && !declined) throw body.errored
    return {
      status: reply.status,
      contentType: reply.headers.get('content-type') ?? '',
      body: text,
      retryAfter: reply.headers.get('retry-after') ?? undefined,
    }
  } catch (error) {
    throw body.errored ?? error
  }
}
