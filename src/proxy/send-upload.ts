import type { Transform } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import type { LocalService } from './local-service'

/** An upload on its way, without any credential: its address carries the permission. */
export interface Sending {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Transform
  readonly signal: AbortSignal
}

/** The target's answer, as much of it as is read. */
export interface Outcome {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const OUTCOME_BYTES_MAX = 64 * 1024

/** Streams to a target over the network. Redirects are answers like any other; nothing is sent twice. */
export function sendAway(
  agent: Agent,
  { url, headers, body, signal }: Sending,
  onStart: () => void,
): Promise<Outcome> {
  return new Promise((settle, reject) => {
    let status = 0
    let contentType = ''
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => settle({ status, contentType, body: Buffer.concat(chunks).toString() })
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        onStart()
        const abort = () => controller.abort(new Error('abandoned'))
        if (signal.aborted) abort()
        else signal.addEventListener('abort', abort, { once: true })
      },
      onResponseStart(_, code, replyHeaders) {
        status = code
        contentType = String(replyHeaders['content-type'] ?? '')
      },
      onResponseData(controller, chunk) {
        size += chunk.length
        if (size <= OUTCOME_BYTES_MAX) {
          chunks.push(chunk)
          return
        }
        // Enough has been heard: the status is what counts.
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

/** The same to the local service, which has no connection in between. */
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
    // Nothing is read ahead of what the service takes.
    { highWaterMark: 0 },
  )
  const init = { method: 'PUT', headers, body: stream, duplex: 'half', signal }
  try {
    const reply = await service.fetch(new Request(url, init as RequestInit))
    const text = (await reply.text()).slice(0, OUTCOME_BYTES_MAX)
    // The service may have its own words for a body that broke off; the reason is known better here. Unless it was the service that wanted no more.
    if (body.errored && !declined) throw body.errored
    return { status: reply.status, contentType: reply.headers.get('content-type') ?? '', body: text }
  } catch (error) {
    throw body.errored ?? error
  }
}
