import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '../contract/errors'
import { PREVIEW_FIELD, viewFile } from '../contract/files'
import { isWire } from '../contract/reply'
import { answerJson, failureOf, refuse, refuseMethod, SAFE_HEADERS, SANDBOX } from './answer'
import { relayReply } from './local-service'
import type { Relay } from './relay'
import { openTickets, type Tickets } from './tickets'
import { checkTarget, openTargetAgents, PrivateTargetError } from './upload-targets'
import type { UploadOptions } from './uploads'
import { abortWith, parseJson, receive } from './upstream'

/** `%PDF-` stands within this many first bytes of a PDF; ingestion has the same rule. */
const BEGINNING = 1024

const typeOf = (beginning: Buffer) =>
  beginning.subarray(0, BEGINNING).includes('%PDF-') ? 'application/pdf' : 'text/plain; charset=utf-8'

const PRIVATE_TARGET =
  'The view address of this file is private or not https, so the console does not read from it. If it is right, name its origin in UPLOAD_ORIGINS'

/** What a storage's refusal means. Its own text names buckets, keys and signatures, so it is not repeated. */
function refusalOf(status: number): string {
  if (status === 401 || status === 403 || status === 410)
    return 'The storage refused the view address. It may have expired'
  if (status === 404) return 'The storage has no such file'
  return `The storage answered with status ${status}`
}

/** Passes a stored file on as text or PDF, decided by its first bytes, and never as a page (safety rule 10). */
function startPreview(response: ServerResponse, maxBytes: number): Relay {
  let length: string | undefined
  let held: Buffer[] = []
  let size = 0
  let streaming = false
  let done = false

  const refused = (status: number, message: string) => {
    if (!done) refuse(response, status, 'REQUEST_REFUSED', message)
    done = true
    held = []
    return false
  }
  const tooLarge = () =>
    refused(413, `The file is larger than ${Math.floor(maxBytes / 2 ** 20)} MB, too large for a preview`)
  const begin = () => {
    const beginning = Buffer.concat(held)
    held = []
    streaming = true
    response.writeHead(200, {
      ...SAFE_HEADERS,
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'content-security-policy': SANDBOX,
      'content-type': typeOf(beginning),
      ...(length === undefined ? {} : { 'content-length': length }),
    })
    return response.write(beginning)
  }

  return {
    head({ status, contentLength, contentEncoding }) {
      if (status >= 300 && status < 400)
        return refused(502, 'The storage answered with a redirect, which is not followed')
      if (status !== 200) {
        done = true
        const answered = status >= 400 && status < 600 ? status : 502
        const body: Refusal = {
          status: answered,
          message: refusalOf(status),
          code: 'PREVIEW_REFUSED',
          success: false,
        }
        answerJson(response, answered, body)
        return false
      }
      if ((contentEncoding ?? 'identity').toLowerCase() !== 'identity')
        return refused(502, 'The storage sends this file in an encoding that a preview does not read')
      if (Number(contentLength ?? 0) > maxBytes) return tooLarge()
      length = contentLength && /^\d{1,15}$/.test(contentLength) ? contentLength : undefined
      return true
    },
    data(chunk) {
      if (done) return false
      size += chunk.length
      if (size > maxBytes) return tooLarge()
      if (streaming) return response.write(chunk) || 'wait'
      held.push(chunk)
      return size < BEGINNING || begin() || 'wait'
    },
    end() {
      if (done) return
      done = true
      if (!streaming) begin()
      response.end()
    },
    fail(code, error) {
      if (done || response.destroyed) return
      if (error instanceof PrivateTargetError) refused(502, PRIVATE_TARGET)
      else {
        const { status } = failureOf(code)
        refused(
          status,
          status === 504 ? 'The storage did not answer in time' : 'The storage cannot be reached',
        )
      }
    },
    onDrain(resume) {
      response.on('drain', resume)
    },
  }
}

export const PREVIEWS_PATH = '/console/previews/'

/** How long a preview ticket is valid, in ms: about as long as view addresses are. */
const LIFETIME = 5 * 60 * 1000

interface Previews {
  /** Adds a ticket to the reply of `viewFile`, under which the page reads the bytes from us. Other replies stay as they are. */
  rewriteReply(body: Buffer): Buffer
  /** `GET /console/previews/{ticket}`: streams the stored file from the target of the ticket. */
  get(request: IncomingMessage, response: ServerResponse, ticket: string): void
  close(): Promise<void>
}

/**
 * Reads stored files for the page, whose policy allows only its own origin. Targets come from the service, are checked
 * like upload targets (safety rule 7), and get no credential.
 */
export function openPreviews(options: UploadOptions & { readonly tickets?: Tickets }): Previews {
  const { maxBytes, timeouts, local, origins } = options
  const tickets = options.tickets ?? openTickets('preview tickets', local, LIFETIME)
  const agents = openTargetAgents(timeouts, options.lookup)

  const get = (request: IncomingMessage, response: ServerResponse, ticket: string) => {
    const refused = (status: number, message: string) => refuse(response, status, 'REQUEST_REFUSED', message)
    if (request.method !== 'GET') return refuseMethod(response, ['GET'])
    const target = tickets.open(ticket)
    if (target === undefined) return refused(410, 'This preview address has ended. Ask for the preview again')
    const checked = checkTarget(target, origins())
    if (!checked) return refused(502, PRIVATE_TARGET)

    const { url } = checked
    const relay = startPreview(response, maxBytes)
    const abandon = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) abandon.abort()
    })
    if (local && url.origin === local.origin()) {
      const read = async () => local.service.fetch(new Request(url, { signal: abandon.signal }))
      read()
        .then((reply) => relayReply(reply, relay, abandon.signal))
        .catch((error) => relay.fail('SERVICE_REPLY_BROKEN', error))
      return
    }
    agents.of(checked).dispatch(
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'switchboard' },
      },
      receive(relay, (controller) => abortWith(abandon.signal, controller)),
    )
  }

  return {
    rewriteReply(body) {
      const reply = parseJson(body.toString())
      const viewUrl = viewFile.reply.safeParse(reply).data?.viewUrl
      if (!viewUrl || !checkTarget(viewUrl, origins())) return body
      const ticket = { [PREVIEW_FIELD]: `${PREVIEWS_PATH}${tickets.seal(viewUrl)}` }
      return Buffer.from(JSON.stringify({ ...(isWire(reply) ? reply : { viewUrl }), ...ticket }))
    },
    get,
    close: agents.close,
  }
}
