import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProxyCode } from '../contract/errors'
import { CONTENT_TYPES, requestUpload } from '../contract/files'
import { answerJson, refuse, refuseMethod, stopReading } from './answer'
import { failureCodeOf } from './failure-code'
import { failureOf } from './failures'
import { type Outcome, type Sending, sendAway, sendLocally } from './send-upload'
import { openTargetAgents } from './target-agents'
import { type OwnService, openTickets, type Tickets } from './tickets'
import { countBytes, TooLargeError, watchWhileHeld } from './upload-body'
import { readUploadRefusal } from './upload-refusal'
import { checkTarget, type lookupPublic, PrivateTargetError } from './upload-target'
import type { Timeouts } from './upstream'

export const UPLOADS_PATH = '/console/uploads/'

export interface UploadOptions {
  /** Origins that files may go to although they are private or not https; that of the service is one. */
  readonly origins: () => readonly string[]
  /** Takes uploads for its own origin without a connection. */
  readonly local?: OwnService
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

const contentTypeOf = (request: IncomingMessage) => {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  return Object.values(CONTENT_TYPES).find((each) => each === type.trim().toLowerCase())
}

/** Takes uploads of the page to the targets that the service named, and to no other (safety rule 7). */
export function openUploads(options: UploadOptions): Uploads {
  const { maxBytes, timeouts, local } = options
  const tickets = options.tickets ?? openTickets('upload tickets', local)
  const agents = openTargetAgents(timeouts, options.lookup)

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
    const body = countBytes(request, maxBytes)
    const stopWatching = watchWhileHeld(request, response, body)
    response.once('close', () => {
      if (response.writableFinished) return
      abandon.abort()
      body.destroy(new Error('abandoned'))
    })
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
    const send = () =>
      local && checked.url.origin === local.origin()
        ? sendLocally(local.service, sending)
        : sendAway(agents.of(checked), sending, () => {
            started = true
          })
    const tell = (outcome: Outcome) => {
      if (outcome.status >= 300 && outcome.status < 400) return failed('SERVICE_REDIRECTED')
      if (outcome.status < 300) return answerJson(response, 200, { ok: true })
      const refusal = readUploadRefusal(outcome.status, outcome.contentType, outcome.body)
      answerJson(response, refusal.status, refusal)
    }
    const explain = (error: unknown) => {
      if (abandon.signal.aborted) return
      if (error instanceof TooLargeError) tooLarge()
      else if (error instanceof PrivateTargetError) failed('UPLOAD_TARGET_REFUSED')
      else failed(local ? 'SERVICE_REPLY_BROKEN' : failureCodeOf(error, started))
    }
    await send().then(tell, explain)
    stopWatching()
    // What is left of a body that nobody wants any more runs out beside the answer.
    request.unpipe(body)
    body.destroy()
    stopReading(request)
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
    close: agents.close,
  }
}

function parseReply(body: Buffer) {
  try {
    return requestUpload.reply.safeParse(JSON.parse(body.toString())).data
  } catch {
    return undefined
  }
}
