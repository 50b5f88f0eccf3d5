import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import { PREVIEW_FIELD, viewFile } from '../contract/files'
import { isWire } from '../contract/reply'
import { refuse, refuseMethod } from './answer'
import { relayReply } from './local-service'
import { PRIVATE_TARGET, startPreview } from './preview-relay'
import { receive } from './receive-reply'
import { openTargetAgents } from './target-agents'
import { openTickets, type Tickets } from './tickets'
import { checkTarget } from './upload-target'
import type { UploadOptions } from './uploads'

export const PREVIEWS_PATH = '/console/previews/'

/** How long a preview may begin after its address was asked for, in ms: about as long as view addresses live. */
const LIFETIME = 5 * 60 * 1000

export interface Previews {
  /** Adds to the reply of `viewFile` a ticket under which the page can read the bytes from us; leaves alone what cannot have one. */
  rewriteReply(body: Buffer): Buffer
  /** `GET /console/previews/{ticket}`: streams the stored file from the target of the ticket. */
  get(request: IncomingMessage, response: ServerResponse, ticket: string): void
  close(): Promise<void>
}

/**
 * Reads stored files for the page, whose policy lets it read from its own origin only. Targets are those that the service named, checked as
 * upload targets are (safety rule 7), and asked without any credential.
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
      // The same without a connection in between.
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
      const said = parse(body)
      const viewUrl = viewFile.reply.safeParse(said).data?.viewUrl
      if (!viewUrl || !checkTarget(viewUrl, origins())) return body
      const ticket = { [PREVIEW_FIELD]: `${PREVIEWS_PATH}${tickets.seal(viewUrl)}` }
      return Buffer.from(JSON.stringify({ ...(isWire(said) ? said : { viewUrl }), ...ticket }))
    },
    get,
    close: agents.close,
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function abortWith(signal: AbortSignal, controller: Dispatcher.DispatchController) {
  const abort = () => controller.abort(new Error('abandoned'))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
}
