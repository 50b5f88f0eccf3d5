import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, type Dispatcher } from 'undici'
import type { ProxyCode } from '../contract/errors'
import { CONTENT_TYPES, requestUpload } from '../contract/files'
import { answerJson, refuse, refuseMethod, stopReading } from './answer'
import { failureCodeOf } from './failure-code'
import { failureOf } from './failures'
import type { LocalService } from './local-service'
import { createTickets, type Tickets } from './tickets'
import { readUploadRefusal } from './upload-refusal'
import { checkTarget, lookupPublic, PrivateTargetError } from './upload-target'
import type { Timeouts } from './upstream'

export const UPLOADS_PATH = '/console/uploads/'

export interface UploadOptions {
  /** Origins that files may go to although they are private or not https; that of the service is one. */
  readonly origins: () => readonly string[]
  /** Takes uploads for its own origin without a connection. */
  readonly local?: { readonly service: LocalService; readonly origin: () => string }
  readonly maxBytes: number
  readonly timeouts: Timeouts
  readonly tickets?: Tickets
  /** Looks up the names of targets that are not named in the configuration. */
  readonly lookup?: ReturnType<typeof lookupPublic>
}

export interface Uploads {
  /** Turns the reply of `requestUpload` into one that names a ticket of ours instead of the target. */
  rewriteReply(body: Buffer): Buffer | ProxyCode
  /** `PUT /console/uploads/{ticket}`: streams the file on to the target of the ticket. */
  put(request: IncomingMessage, response: ServerResponse, ticket: string): void
  close(): Promise<void>
}

/** The target's answer, as much of it as is read. */
interface Outcome {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const OUTCOME_BYTES_MAX = 64 * 1024

class TooLargeError extends Error {}

/** The bytes of an upload, counted, and pulled one chunk at a time: the sender is held at the speed of the target. */
async function* countBytes(request: IncomingMessage, max: number): AsyncGenerator<Buffer> {
  let size = 0
  // The request must survive an early end of this loop, or its answer would be lost with its connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > max) throw new TooLargeError()
    yield chunk
  }
}

const contentTypeOf = (request: IncomingMessage) => {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  return Object.values(CONTENT_TYPES).find((each) => each === type.trim().toLowerCase())
}

export function openUploads(options: UploadOptions): Uploads {
  const { maxBytes, timeouts, local } = options
  const tickets = options.tickets ?? createTickets()
  const agentOptions = { pipelining: 1, headersTimeout: timeouts.headers, bodyTimeout: timeouts.body }
  const namedAgent = new Agent({ ...agentOptions, connect: { timeout: timeouts.connect } })
  const publicAgent = new Agent({
    ...agentOptions,
    connect: { timeout: timeouts.connect, lookup: options.lookup ?? lookupPublic() },
  })

  const put = async (request: IncomingMessage, response: ServerResponse, ticket: string) => {
    const refused = (status: number, message: string) => refuse(response, status, 'REQUEST_REFUSED', message)
    const failed = (code: ProxyCode) => {
      const { status, message } = failureOf(code)
      refuse(response, status, code, message)
    }
    const tooLarge = () => refused(413, `The file is larger than ${Math.floor(maxBytes / 2 ** 20)} MB`)

    if (request.method !== 'PUT') return refuseMethod(response, ['PUT'])
    const target = tickets.open(ticket)
    if (target === undefined) return refused(410, 'This upload address has ended. Add the file again')
    const contentType = contentTypeOf(request)
    if (!contentType) return refused(415, 'Only application/pdf and text/markdown can be uploaded')
    const length = request.headers['content-length']
    if (Number(length ?? 0) > maxBytes) return tooLarge()
    const checked = checkTarget(target, options.origins())
    if (!checked) return failed('UPLOAD_TARGET_REFUSED')

    const abandon = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) abandon.abort()
    })
    const body = countBytes(request, maxBytes)
    const sending: Sending = {
      url: checked.url,
      headers: {
        'content-type': contentType,
        'user-agent': 'switchboard',
        ...(length === undefined ? {} : { 'content-length': length }),
      },
      body,
      signal: abandon.signal,
    }
    let started = false
    try {
      const outcome =
        local && checked.url.origin === local.origin()
          ? await sendLocally(local.service, sending)
          : await sendAway(checked.named ? namedAgent : publicAgent, sending, () => {
              started = true
            })
      if (outcome.status >= 300 && outcome.status < 400) failed('SERVICE_REDIRECTED')
      else if (outcome.status < 300) {
        answerJson(response, 200, { ok: true })
        stopReading(request)
      } else {
        const refusal = readUploadRefusal(outcome.status, outcome.contentType, outcome.body)
        answerJson(response, refusal.status, refusal)
        stopReading(request)
      }
    } catch (error) {
      if (abandon.signal.aborted) return
      if (error instanceof TooLargeError) tooLarge()
      else if (error instanceof PrivateTargetError) failed('UPLOAD_TARGET_REFUSED')
      else failed(local ? 'SERVICE_REPLY_BROKEN' : failureCodeOf(error, started))
    } finally {
      // Lets go of a body that nobody wants any more, so that the rest of it can run out.
      void body.return(undefined)
    }
  }

  return {
    rewriteReply(body) {
      const reply = parseReply(body)
      if (!reply) return 'SERVICE_REPLY_BROKEN'
      if (!checkTarget(reply.uploadUrl, options.origins())) return 'UPLOAD_TARGET_REFUSED'
      const uploadUrl = `${UPLOADS_PATH}${tickets.seal(reply.uploadUrl)}`
      return Buffer.from(JSON.stringify({ fileId: reply.fileId, uploadUrl }))
    },
    put(request, response, ticket) {
      put(request, response, ticket).catch(() => response.destroy())
    },
    async close() {
      await Promise.all([namedAgent.destroy(), publicAgent.destroy()])
    },
  }
}

function parseReply(body: Buffer) {
  try {
    return requestUpload.reply.safeParse(JSON.parse(body.toString())).data
  } catch {
    return undefined
  }
}

interface Sending {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncGenerator<Buffer>
  readonly signal: AbortSignal
}

/** Streams to a target over the network. Redirects are answers like any other; nothing is sent twice. */
function sendAway(
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
    // undici streams any async iterable; its types name only the most common ones.
    const stream = body as unknown as Dispatcher.DispatchOptions['body']
    agent.dispatch(
      { origin: url.origin, path, method: 'PUT', headers: { ...headers }, body: stream },
      handler,
    )
  })
}

/** The same to the local service, which has no connection in between. */
async function sendLocally(service: LocalService, { url, headers, body, signal }: Sending): Promise<Outcome> {
  let broken: unknown
  async function* watched() {
    try {
      yield* body
    } catch (error) {
      broken = error
      throw error
    }
  }
  const bytes = watched()
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await bytes.return(undefined)
      },
    },
    // Nothing is read ahead of what the service takes.
    { highWaterMark: 0 },
  )
  const init = {
    method: 'PUT',
    headers,
    body: stream,
    duplex: 'half',
    signal,
  }
  try {
    const reply = await service.fetch(new Request(url, init as RequestInit))
    const text = (await reply.text()).slice(0, OUTCOME_BYTES_MAX)
    // The service may have its own words for a body that broke off; the reason is known better here.
    if (broken) throw broken
    return { status: reply.status, contentType: reply.headers.get('content-type') ?? '', body: text }
  } catch (error) {
    throw broken ?? error
  }
}
