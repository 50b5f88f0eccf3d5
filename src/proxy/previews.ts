import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '../contract/errors'
import { PREVIEW_FIELD, viewFile } from '../contract/file-changes'
import { isWire } from '../contract/reply'
import { answerJson, refuse, refuseMethod, SAFE_HEADERS, SANDBOX } from './answer'
import type { Reply } from './exchange'
import { isEncoded, write } from './relay'
import { openTickets, type Tickets } from './tickets'
import { isPrivateTarget, type Storage } from './upload-targets'
import { codeOfFailure, isUnusable, parseJson } from './upstream'

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

class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** Passes a stored file on as text or PDF, decided by its first bytes, and never as a page (safety rule 10). */
async function passOn(response: ServerResponse, reply: Reply, maxBytes: number): Promise<void> {
  const { status, header, body } = reply
  const length = header('content-length') ?? ''
  const tooLarge = () =>
    new Refused(413, `The file is larger than ${Math.floor(maxBytes / 2 ** 20)} MB, too large for a preview`)
  if (status >= 300 && status < 400)
    throw new Refused(502, 'The storage answered with a redirect, which is not followed')
  if (status !== 200) {
    const answered = status >= 400 && !isUnusable(status) ? status : 502
    const message = refusalOf(status)
    const refusal: Refusal = { status: answered, message, code: 'PREVIEW_REFUSED', success: false }
    return answerJson(response, answered, refusal)
  }
  if (isEncoded(reply))
    throw new Refused(502, 'The storage sends this file in an encoding that a preview does not read')
  if (Number(length) > maxBytes) throw tooLarge()
  const begin = (beginning: Buffer) => {
    response.writeHead(200, {
      ...SAFE_HEADERS,
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'content-security-policy': SANDBOX,
      'content-type': typeOf(beginning),
      ...(/^\d{1,15}$/.test(length) ? { 'content-length': length } : {}),
    })
    return write(response, beginning)
  }
  const held: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    held.push(chunk)
    if (size < BEGINNING) continue
    const piece = Buffer.concat(held.splice(0))
    await (response.headersSent ? write(response, piece) : begin(piece))
  }
  if (!response.headersSent) await begin(Buffer.concat(held))
  response.end()
}

function failureOfStorage(error: unknown): Refused {
  if (error instanceof Refused) return error
  if (isPrivateTarget(error)) return new Refused(502, PRIVATE_TARGET)
  return codeOfFailure(error) === 'SERVICE_TIMED_OUT'
    ? new Refused(504, 'The storage did not answer in time')
    : new Refused(502, 'The storage cannot be reached')
}

export const PREVIEWS_PATH = '/console/previews/'

/** How long a preview ticket is valid, in ms: about as long as view addresses are. */
const LIFETIME = 5 * 60 * 1000

interface Previews {
  /** Adds a ticket to the reply of `viewFile`, under which the page reads the bytes from us. Other replies stay as they are. */
  rewriteReply(body: Buffer): Buffer
  /** `GET /console/previews/{ticket}`: streams the stored file from the target of the ticket. */
  get(request: IncomingMessage, response: ServerResponse, ticket: string): void
}

/** Reads stored files for the page. Targets are checked like those of uploads (safety rule 7) and get no credential. */
export function openPreviews(
  storage: Storage,
  maxBytes: number,
  tickets: Tickets = openTickets('preview tickets', storage, LIFETIME),
): Previews {
  const get = async (request: IncomingMessage, response: ServerResponse, ticket: string) => {
    const refused = ({ status, message }: Refused) => refuse(response, status, message)
    if (request.method !== 'GET') return refuseMethod(response, ['GET'])
    const address = tickets.open(ticket)
    if (address === undefined)
      return refused(new Refused(410, 'This preview address has ended. Ask for the preview again'))
    const target = storage.check(address)
    if (!target) return refused(new Refused(502, PRIVATE_TARGET))
    const abandon = new AbortController()
    response.once('close', () => abandon.abort())
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'switchboard' }
    let reply: Reply | undefined
    try {
      reply = await storage.send(target, { method: 'GET', headers, signal: abandon.signal })
      await passOn(response, reply, maxBytes)
    } catch (error) {
      refused(failureOfStorage(error))
    } finally {
      reply?.body.destroy()
    }
  }

  return {
    rewriteReply(body) {
      const reply = parseJson(body.toString())
      const viewUrl = viewFile.reply.safeParse(reply).data?.viewUrl
      if (!viewUrl || !storage.check(viewUrl)) return body
      const ticket = { [PREVIEW_FIELD]: `${PREVIEWS_PATH}${tickets.seal(viewUrl)}` }
      return Buffer.from(JSON.stringify({ ...(isWire(reply) ? reply : { viewUrl }), ...ticket }))
    },
    get: (request, response, ticket) => void get(request, response, ticket),
  }
}
