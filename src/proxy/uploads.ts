import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ProxyCode, type Refusal, readErrorBody } from '../contract/errors'
import { CONTENT_TYPES, requestUpload } from '../contract/files'
import {
  answerFailure,
  answerJson,
  failureCodeOf,
  refuse,
  refuseMethod,
  retryAfterHeader,
  stopReading,
} from './answer'
import {
  countBytes,
  type Outcome,
  type Sending,
  sendAway,
  sendLocally,
  TooLargeError,
  watchWhileHeld,
} from './send-upload'
import { type OwnService, openTickets, type Tickets } from './tickets'
import { checkTarget, type lookupPublic, openTargetAgents, PrivateTargetError } from './upload-targets'
import { parseJson, type Timeouts } from './upstream'

/** Object storage codes that a person can act on. */
const STORAGE_CODES: Readonly<Record<string, string>> = {
  AccessDenied: 'The upload address has expired or does not accept this file. Add the file again',
  EntityTooLarge: 'The file is larger than the storage takes',
  ExpiredToken: 'The upload address has expired. Add the file again',
  RequestTimeout: 'The storage waited too long for the file. Try again',
  SignatureDoesNotMatch: 'The upload address does not fit this file. Add the file again',
}

const shorten = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text)

/**
 * Explains a storage's refusal. A JSON message is passed on, shortened. XML counts only by its code, because the rest
 * names buckets, keys and signatures.
 */
export function readUploadRefusal(status: number, contentType: string, body: string): Refusal {
  const refusal = (message: string, code = 'UPLOAD_REFUSED'): Refusal => ({
    status,
    message,
    code,
    success: false,
  })
  if (/json/i.test(contentType)) {
    const { message, code } = readErrorBody(parseJson(body))
    if (message) return refusal(shorten(message), code && /^\w{1,60}$/.test(code) ? code : undefined)
  }
  const storageCode = /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1] ?? ''
  return refusal(
    STORAGE_CODES[storageCode] ?? `The storage refused the file with status ${status}. Add the file again`,
  )
}

export const UPLOADS_PATH = '/console/uploads/'

export interface UploadOptions {
  /** Origins that may receive files although they are private or not https; the service's is one. */
  readonly origins: () => readonly string[]
  /** Takes uploads for its own origin, without a connection. */
  readonly local?: OwnService
  readonly maxBytes: number
  readonly timeouts: Timeouts
  readonly tickets?: Tickets
  /** Looks up targets that are not configured. */
  readonly lookup?: ReturnType<typeof lookupPublic>
}

interface Uploads {
  /** Replaces the target in the reply of `requestUpload` by a ticket. */
  rewriteReply(body: Buffer): Buffer | ProxyCode
  /** `PUT /console/uploads/{ticket}`: streams the file to the ticket's target. */
  put(request: IncomingMessage, response: ServerResponse, ticket: string): void
  close(): Promise<void>
}

const contentTypeOf = (request: IncomingMessage) => {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  return Object.values(CONTENT_TYPES).find((each) => each === type.trim().toLowerCase())
}

/** Takes uploads to the targets that the service named, and to no others (safety rule 7). */
export function openUploads(options: UploadOptions): Uploads {
  const { maxBytes, timeouts, local } = options
  const tickets = options.tickets ?? openTickets('upload tickets', local)
  const agents = openTargetAgents(timeouts, options.lookup)

  const put = async (request: IncomingMessage, response: ServerResponse, ticket: string) => {
    const refused = (status: number, message: string) => refuse(response, status, 'REQUEST_REFUSED', message)
    const failed = (code: ProxyCode) => answerFailure(response, code)
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
      answerJson(response, refusal.status, refusal, retryAfterHeader(outcome.retryAfter))
    }
    const explain = (error: unknown) => {
      if (abandon.signal.aborted) return
      if (error instanceof TooLargeError) tooLarge()
      else if (error instanceof PrivateTargetError) failed('UPLOAD_TARGET_REFUSED')
      else failed(local ? 'SERVICE_REPLY_BROKEN' : failureCodeOf(error, started))
    }
    await send().then(tell, explain)
    stopWatching()
    // The rest of an unwanted body drains while the answer is sent.
    request.unpipe(body)
    body.destroy()
    stopReading(request)
  }

  return {
    rewriteReply(body) {
      const reply = requestUpload.reply.safeParse(parseJson(body.toString())).data
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
