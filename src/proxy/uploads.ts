import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { type ProxyCode, type Refusal, readErrorBody } from '../contract/errors'
import { requestUpload } from '../contract/file-changes'
import { CONTENT_TYPES } from '../contract/files'
import { isRefusal } from '../contract/reply'
import { storable } from '../contract/storable'
import { answerFailure, answerJson, refuse, refuseMethod, retryAfterHeader, stopReading } from './answer'
import { isWebPage, type Rewrite } from './relay'
import type { Admitted } from './team/sessions'
import { openTickets } from './tickets'
import { isPrivateTarget, type Storage } from './upload-targets'
import { codeOfFailure, isUnusable, parseJson } from './upstream'

/** Object storage codes that a person can act on. */
const STORAGE_CODES: Readonly<Record<string, string>> = {
  AccessDenied: 'The upload address has expired or does not accept this file. Add the file again',
  EntityTooLarge: 'The file is larger than the storage takes',
  ExpiredToken: 'The upload address has expired. Add the file again',
  RequestTimeout: 'The storage waited too long for the file. Try again',
  SignatureDoesNotMatch: 'The upload address does not fit this file. Add the file again',
}

const shorten = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text)

/** Explains a storage's refusal. XML counts only by its code, because the rest names buckets, keys and signatures. */
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

interface Uploads {
  /** Replaces the target in the reply of `requestUpload` by a ticket. */
  rewriteReply: Rewrite
  /** `PUT /console/uploads/{ticket}`: streams the file to the ticket's target. `note`: tells whose content it is. */
  put(request: IncomingMessage, response: ServerResponse, ticket: string, note?: Admitted['note']): void
}

class TooLargeError extends Error {}

/**
 * The body of an upload, piece by piece as it came, and no faster than its reader takes it. It can be given up while the request goes on, so that
 * the rest drains and the connection serves the next one.
 */
function bodyOf(request: IncomingMessage, max: number): Readable {
  let size = 0
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size > max) body.destroy(new TooLargeError())
    else if (!body.push(chunk)) request.pause()
  }
  const end = () => body.push(null)
  const body = new Readable({
    read: () => void request.resume(),
    destroy(error, done) {
      request.off('data', take).off('end', end)
      done(error)
    },
  })
  // The reader gets errors too; without this handler, a late one would end the process.
  body.on('error', () => {})
  request.on('data', take).on('end', end)
  return body
}

/** In ms. Two of them pass before a lost browser is noticed. */
const PULSE = 200

/**
 * While the target takes nothing, nothing is read from the browser, so its leaving would go unnoticed. Interim answers
 * fail on a lost connection. Only browsers (they send `Sec-Fetch`) get them: other clients may not read past them (D47), nor do gateways,
 * which end the connection themselves when the browser is gone (D462).
 */
function watchWhileHeld(request: IncomingMessage, response: ServerResponse): () => void {
  const { headers } = request
  if (headers['sec-fetch-mode'] === undefined || headers['x-forwarded-for'] !== undefined) return () => {}
  const timer = setInterval(() => {
    if (request.isPaused() && !response.headersSent) response.writeProcessing()
  }, PULSE)
  return () => clearInterval(timer)
}

const contentTypeOf = (request: IncomingMessage) => {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  return Object.values(CONTENT_TYPES).find((each) => each === type.trim().toLowerCase())
}

/** Of a target's answer, in bytes; the rest is not read. */
const ANSWER_BYTES_MAX = 64 * 1024

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  let text = Buffer.alloc(0)
  for await (const chunk of body) {
    text = Buffer.concat([text, chunk])
    if (text.length > ANSWER_BYTES_MAX) break
  }
  return text.toString()
}

/** The status of an answer; a refusal may stand inside a success (D792). */
function meantStatus(status: number, said: string): number {
  const body = status < 300 ? parseJson(said) : undefined
  if (!isRefusal(body)) return status
  const named = Number(body.status)
  return named >= 400 && named < 600 ? named : 400
}

/** Takes uploads to the targets that the service named, and to no others (safety rule 7). */
export function openUploads(storage: Storage, maxBytes: number): Uploads {
  const tickets = openTickets('upload tickets', storage)

  const put = async (...[request, response, ticket, note]: Parameters<Uploads['put']>) => {
    const refused = (status: number, message: string) => refuse(response, status, message)
    const failed = (code: ProxyCode) => answerFailure(response, code)
    const tooLarge = () => refused(413, `The file is larger than ${Math.floor(maxBytes / 2 ** 20)} MB`)

    if (request.method !== 'PUT') return refuseMethod(response, ['PUT'])
    const address = tickets.open(ticket)
    if (address === undefined) return refused(410, 'This upload address has ended. Add the file again')
    const contentType = contentTypeOf(request)
    if (!contentType) return refused(415, 'Only application/pdf and text/markdown can be uploaded')
    const length = request.headers['content-length']
    if (Number(length ?? 0) > maxBytes) return tooLarge()
    const target = storage.check(address)
    if (!target) return failed('UPLOAD_TARGET_REFUSED')
    note?.({ fileId: decodeURIComponent(target.url.hash.slice(1)) })
    target.url.hash = ''

    const abandon = new AbortController()
    const body = bodyOf(request, maxBytes)
    const stopWatching = watchWhileHeld(request, response)
    response.once('close', () => {
      if (response.writableFinished) return
      abandon.abort()
      body.destroy(new Error('abandoned'))
    })
    const headers = {
      'content-type': contentType,
      'user-agent': 'switchboard',
      ...(length === undefined ? {} : { 'content-length': length }),
    }
    try {
      const reply = await storage.send(target, { method: 'PUT', headers, body, signal: abandon.signal })
      const said = await readStart(reply.body)
      const status = meantStatus(reply.status, said)
      // The reason here is better than the target's, for which the file broke off.
      if (body.errored instanceof TooLargeError) throw body.errored
      if (isUnusable(reply.status))
        answerFailure(response, 'SERVICE_STATUS_UNUSABLE', { upstreamStatus: reply.status })
      else if (reply.status >= 300 && reply.status < 400) failed('SERVICE_REDIRECTED')
      // No storage answers so: the page of a gateway says nothing of the bytes (D961).
      else if (reply.status === 200 && said && isWebPage(reply))
        answerFailure(response, 'SERVICE_REPLY_NOT_JSON', { upstreamStatus: 200, isPage: true })
      else if (status < 300) answerJson(response, 200, { ok: true })
      else {
        const refusal = readUploadRefusal(status, reply.header('content-type') ?? '', said)
        answerJson(response, refusal.status, refusal, retryAfterHeader(reply.header('retry-after')))
      }
    } catch (error) {
      if (abandon.signal.aborted) return
      if (body.errored instanceof TooLargeError) tooLarge()
      else failed(isPrivateTarget(error) ? 'UPLOAD_TARGET_REFUSED' : codeOfFailure(error))
    } finally {
      stopWatching()
      // The rest of an unwanted body drains while the answer is sent.
      body.destroy()
      stopReading(request)
    }
  }

  return {
    rewriteReply(body) {
      const raw = parseJson(body.toString())
      const reply = requestUpload.reply.safeParse(raw).data
      // Asked again it would say the same, and may note another file each time (D792).
      if (!reply)
        return { refused: readErrorBody(raw).message ?? 'The service answered without an upload address' }
      // Whose content it is stands in the part of the address that is sent nowhere; another process may get the ticket.
      const target = `${reply.uploadUrl.split('#', 1)}#${encodeURIComponent(storable(reply.fileId))}`
      if (!storage.check(target)) return 'UPLOAD_TARGET_REFUSED'
      const uploadUrl = `${UPLOADS_PATH}${tickets.seal(target)}`
      return Buffer.from(JSON.stringify({ fileId: reply.fileId, uploadUrl }))
    },
    put(...given) {
      put(...given).catch(() => given[1].destroy())
    },
  }
}
