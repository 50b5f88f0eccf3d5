import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  BODY_BYTES_MAX,
  CONSOLE_INFO_PATH,
  type ConsoleInfo,
  UPLOAD_BYTES_MAX,
} from '../contract/console-info'
import { requestUpload, viewFile } from '../contract/files'
import { answerJson, refuse, refuseMethod } from './answer'
import { answerMissing } from './assets'
import { answerBlob, BLOBS_PATH } from './blobs'
import type { Config } from './config'
import type { Credentials } from './credential'
import { forward } from './forward'
import { judgeRequest } from './guard'
import { openHostedService } from './hosted-service'
import { describeConnection } from './info'
import { type LocalService, openLocalService } from './local-service'
import type { LogEntry } from './log'
import type { Pages } from './pages'
import { openPreviews, PREVIEWS_PATH } from './previews'
import { answerReady, READY_PATH } from './ready'
import { openUploads, UPLOADS_PATH, type UploadOptions } from './uploads'
import { TIMEOUTS, type Timeouts } from './upstream'

export interface ConsoleOptions {
  readonly config: Config
  /** The local service. Absent: the one at `config.serviceUrl`. */
  readonly service?: LocalService
  /** The console's own origin; asked for at each request, because a port of 0 is known only after listening. */
  readonly origin: () => string
  /** The console's build. Absent in development, where `next` serves the page. */
  readonly pages?: Pages
  readonly log?: (entry: LogEntry) => void
  readonly limits?: { readonly uploadBytes?: number; readonly replyBytes?: number }
  readonly timeouts?: Partial<Timeouts>
  /** How names of upload targets are looked up. */
  readonly lookup?: UploadOptions['lookup']
}

export interface Console {
  /** For `http.createServer`, and as connect middleware: with `next`, what is not ours goes on, after the guard. */
  readonly listener: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void
  close(): Promise<void>
}

/** Largest reply that is passed on, in bytes. */
const REPLY_BYTES_MAX = 64 * 1024 * 1024

/** Addresses that are never a page, known or not. */
const isOurs = (path: string) =>
  /^\/(?:api|console|blobs)(?:\/|$)/.test(path) ||
  path === '/healthz' ||
  path === READY_PATH ||
  path === requestUpload.path

/** Builds the proxy: guard, then our own addresses, the operations of the contract, the console's pages, nothing else. */
export function createConsole(options: ConsoleOptions): Console {
  const { config, service, origin, pages, log } = options
  if (!service && !config.serviceUrl) throw new Error('Either a local service or SERVICE_URL is needed')
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  const uploadBytes = options.limits?.uploadBytes ?? UPLOAD_BYTES_MAX
  const credentials: Credentials = service ? service.credentials : config
  const chatOrigins = (): ConsoleInfo['chatOrigins'] => {
    const [usual = origin(), ...others] = config.chatOrigins
    return [usual, ...others]
  }
  const serviceOrigin = () => (config.serviceUrl && !service ? new URL(config.serviceUrl).origin : origin())

  const upstream = service
    ? openLocalService(service, origin)
    : openHostedService(config.serviceUrl ?? '', timeouts)
  const storage = {
    origins: () => [serviceOrigin(), ...config.uploadOrigins],
    local: service && { service, origin },
    maxBytes: uploadBytes,
    timeouts,
    lookup: options.lookup,
  }
  const uploads = openUploads(storage)
  const previews = openPreviews(storage)

  /** View addresses get a ticket for the preview; those of the local service lead to the origin that the page was opened under (D43). */
  const ownViewAddress = (request: IncomingMessage) => (reply: Buffer) => {
    const body = previews.rewriteReply(reply)
    if (!service) return body
    const here = request.headers.origin ?? `http://${request.headers.host}`
    return Buffer.from(body.toString().replaceAll(`"${origin()}${BLOBS_PATH}`, `"${here}${BLOBS_PATH}`))
  }

  /** Answers one request that the guard has passed; returns what it was, for the log. */
  const route = (request: IncomingMessage, response: ServerResponse, next?: () => void): string => {
    const { method = '', url = '' } = request
    const [path = ''] = url.split('?', 1)

    if (path === '/healthz' || path === READY_PATH || path === CONSOLE_INFO_PATH) {
      if (method !== 'GET' && method !== 'HEAD') refuseMethod(response, ['GET', 'HEAD'])
      else if (path === '/healthz') answerJson(response, 200, { status: 'ok' })
      else if (path === READY_PATH) void answerReady(service, origin(), response)
      else {
        const { serviceUrl } = config
        const connection = {
          serviceUrl,
          local: service,
          credentials,
          chatOrigins: chatOrigins(),
          uploadBytes,
        }
        answerJson(response, 200, describeConnection(connection))
      }
      return path === CONSOLE_INFO_PATH ? 'info' : 'health'
    }
    if (path.startsWith(UPLOADS_PATH)) {
      uploads.put(request, response, path.slice(UPLOADS_PATH.length))
      return 'upload'
    }
    if (path.startsWith(PREVIEWS_PATH)) {
      previews.get(request, response, path.slice(PREVIEWS_PATH.length))
      return 'preview'
    }
    if (path.startsWith(BLOBS_PATH) && service) {
      void answerBlob(service, `${origin()}${url}`, response)
      return 'blob'
    }
    if (isOurs(path))
      return forward(request, response, {
        upstream,
        credentials,
        chatOrigins: chatOrigins(),
        bodyBytes: BODY_BYTES_MAX,
        replyBytes: options.limits?.replyBytes ?? REPLY_BYTES_MAX,
        rewrites: {
          [requestUpload.name]: uploads.rewriteReply,
          [viewFile.name]: ownViewAddress(request),
        },
      })
    if (next) {
      next()
      return 'development'
    }
    if (pages) return pages.answer(response, path)
    answerMissing(response)
    return 'missing'
  }

  return {
    listener(request, response, next) {
      const started = performance.now()
      let operation = 'refused'
      const requestId = randomBytes(6).toString('hex')
      response.once('close', () => {
        const duration = performance.now() - started
        const { method = '' } = request
        log?.({ time: new Date(), method, operation, status: response.statusCode, duration, requestId })
      })
      const verdict = judgeRequest(
        {
          httpVersion: request.httpVersion,
          method: request.method ?? '',
          target: request.url ?? '',
          rawHeaders: request.rawHeaders,
        },
        { port: request.socket.localPort ?? 0, allowedHosts: config.allowedHosts },
      )
      if (verdict) {
        refuse(response, verdict.status, 'REQUEST_REFUSED', verdict.message)
        return
      }
      response.setHeader('x-request-id', requestId)
      try {
        operation = route(request, response, next)
      } catch {
        refuse(response, 500, 'REQUEST_REFUSED', 'The console failed to answer this request')
      }
    },
    async close() {
      await Promise.all([upstream.close(), uploads.close(), previews.close()])
    },
  }
}
