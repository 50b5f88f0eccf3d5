import { randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import {
  BODY_BYTES_MAX,
  CONSOLE_INFO_PATH,
  type ConsoleInfo,
  UPLOAD_BYTES_MAX,
} from '../contract/console-info'
import { requestUpload, viewFile } from '../contract/file-changes'
import { SIGN_IN_CALLBACK } from '../contract/session'
import { tellOfEnd } from '../net/server-limits'
import { answerJson, refuse, refuseMethod } from './answer'
import { answerMissing } from './assets'
import type { Config, Credentials } from './config'
import { forward } from './forward'
import { judgeRequest } from './guard'
import { sourceOf } from './hop'
import { answerRead, BLOBS_PATH, type LocalService, READY_PATH } from './local-service'
import type { Pages } from './pages'
import { openPreviews, PREVIEWS_PATH } from './previews'
import { STORE_AWAY } from './team/audit'
import type { Admitted } from './team/sessions'
import type { Team } from './team/team'
import { openStorage, type StorageOptions } from './upload-targets'
import { openUploads, UPLOADS_PATH } from './uploads'
import { openHostedService, openLocalService, TIMEOUTS, type Timeouts } from './upstream'

/** The whole content of a log line (safety rule 8). It has no field for a body, header, query or error. */
export interface LogEntry {
  readonly time: Date
  readonly method: string
  /** The operation's name, or `page`, `asset`, `upload`, `refused` and so on. */
  readonly operation: string
  readonly status: number
  /** Milliseconds. */
  readonly duration: number
  readonly requestId: string
}

export function formatEntry({ time, method, operation, status, duration, requestId }: LogEntry): string {
  return `${time.toISOString()} ${method} ${operation} ${status} ${Math.round(duration)}ms ${requestId}`
}

export interface ConsoleOptions {
  readonly config: Config
  /** The local service. Absent: the hosted one at `config.serviceUrl`. */
  readonly service?: LocalService
  /** The console's own origin. A function, because port 0 becomes a real port only after listening. */
  readonly origin: () => string
  /** Where pages of other origins reach the web chat of the local service. Absent: they do not. */
  readonly chatAddress?: string
  /** The console's build. Absent in development, where Vite serves the page. */
  readonly pages?: Pages
  /** Who may come in, where people sign in. Absent: whoever the guard lets through. */
  readonly team?: Team
  readonly log?: (entry: LogEntry) => void
  readonly limits?: { readonly uploadBytes?: number; readonly replyBytes?: number }
  readonly timeouts?: Partial<Timeouts>
  readonly lookup?: StorageOptions['lookup']
}

export interface Console {
  /** For `http.createServer`, or with `next` as middleware that passes on what is not ours, after the guard. */
  readonly listener: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void
  /** Ends event streams, which would hold up a stop. */
  endStreams(): void
  close(): Promise<void>
}

/** In bytes. */
const REPLY_BYTES_MAX = 64 * 1024 * 1024

const isOurs = (path: string) =>
  /^\/(?:api|console|blobs)(?:\/|$)/.test(path) || isHealth(path) || path === requestUpload.path

/** Who asks whether the console runs does not sign in. */
const isHealth = (path = '') => path === '/healthz' || path === READY_PATH

/** The local service's OpenAPI document, and the page that shows it. A hosted service has its own. */
const isInterface = (path: string) => /^\/openapi(?:\.json|\/|$)/.test(path)

/** A request target without the path under which everything stands; `undefined`: it is not under it. */
function targetUnder(basePath: string, target: string): string | undefined {
  if (!target.startsWith(basePath)) return undefined
  const rest = target.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : undefined
}

const REQUEST_ID = 'x-request-id'

/** Gives an answer its id together with the headers that it is written with: with one that was set before, Node would set and check each by itself. */
function tagAnswer(response: ServerResponse, requestId: string) {
  const write: (status: number, headers: OutgoingHttpHeaders) => ServerResponse =
    response.writeHead.bind(response)
  const tagged: typeof write = (status, headers) => write(status, { ...headers, [REQUEST_ID]: requestId })
  response.writeHead = tagged as typeof response.writeHead
}

/** Builds the proxy: the guard, then its own addresses, the contract's operations, the console's pages, nothing else. */
export function createConsole(options: ConsoleOptions): Console {
  const { config, service, origin, pages, team, log } = options
  if (!service && !config.serviceUrl) throw new Error('Either a local service or SERVICE_URL is needed')
  if (config.signIn && !team) throw new Error('Nothing may be answered without sign-in')
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
  const storage = openStorage({
    origins: () => [serviceOrigin(), ...config.uploadOrigins],
    local: service && { service, origin },
    sharedKey: service?.sharedKey ?? team?.sharedKey,
    timeouts,
    lookup: options.lookup,
  })
  const uploads = openUploads(storage, uploadBytes)
  const previews = openPreviews(storage, uploadBytes)

  const streams = new Set<ServerResponse>()

  const instance = randomBytes(3).toString('hex')
  let requests = 0
  const callback = config.signIn?.oidc && `${config.basePath}${SIGN_IN_CALLBACK}`

  /** What the page may know about its connection: which credentials exist, never their values. */
  const describeConnection = (person?: ConsoleInfo['person']): ConsoleInfo => ({
    service: service ? 'local' : 'hosted',
    // What a browser recorded of one local service is not shown for another at the same host.
    serviceName: service || !config.serviceUrl ? `local${config.basePath}` : new URL(config.serviceUrl).host,
    credentials: { apiKey: Boolean(credentials.apiKey), accessToken: Boolean(credentials.accessToken) },
    chatOrigins: chatOrigins(),
    chatAddress: service ? options.chatAddress : config.serviceUrl,
    limits: { uploadBytes, bodyBytes: BODY_BYTES_MAX },
    person,
    samples: service?.samples?.(),
  })

  /** Adds a preview ticket, and points view addresses of the local service to the origin that the page was opened under (D43). */
  const ownViewAddress = (request: IncomingMessage) => (reply: Buffer) => {
    const body = previews.rewriteReply(reply)
    if (!service) return body
    const here = request.headers.origin ?? `http://${request.headers.host}`
    return Buffer.from(
      body.toString().replaceAll(`"${origin()}${BLOBS_PATH}`, `"${here}${config.basePath}${BLOBS_PATH}`),
    )
  }

  /** Answers a request that passed the guard, and where people sign in, the gate. Returns a name for the log. */
  const route = (
    request: IncomingMessage,
    response: ServerResponse,
    { admitted, next }: { readonly admitted?: Admitted; readonly next?: () => void },
  ): string => {
    const { method = '', url = '' } = request
    const [path = ''] = url.split('?', 1)

    if (isHealth(path) || path === CONSOLE_INFO_PATH) {
      const isInfo = path === CONSOLE_INFO_PATH
      if (method !== 'GET' && method !== 'HEAD') refuseMethod(response, ['GET', 'HEAD'])
      // A hosted service is not asked: without it, this console still works.
      else if (path === READY_PATH && service) void answerRead(service, `${origin()}${path}`, response)
      else if (path === READY_PATH && team)
        void team.isReady().then((ready) => {
          if (ready) answerJson(response, 200, { status: 'ok' })
          else refuse(response, 503, STORE_AWAY, { 'retry-after': '5' })
        })
      else answerJson(response, 200, isInfo ? describeConnection(admitted?.person) : { status: 'ok' })
      return isInfo ? 'info' : 'health'
    }
    if (path.startsWith(UPLOADS_PATH)) {
      uploads.put(request, response, path.slice(UPLOADS_PATH.length), admitted?.note)
      return 'upload'
    }
    if (path.startsWith(PREVIEWS_PATH)) {
      previews.get(request, response, path.slice(PREVIEWS_PATH.length))
      return 'preview'
    }
    if (service && (path.startsWith(BLOBS_PATH) || isInterface(path))) {
      void answerRead(service, `${origin()}${url}`, response)
      return isInterface(path) ? 'interface' : 'blob'
    }
    if (isOurs(path))
      return forward(request, response, {
        upstream,
        credentials,
        chatOrigins: chatOrigins(),
        note: admitted?.note,
        bodyBytes: BODY_BYTES_MAX,
        exchangeTime: timeouts.exchange,
        streams,
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
    if (pages) return pages.answer(response, path, () => describeConnection(admitted?.person), admitted)
    answerMissing(response)
    return 'missing'
  }

  return {
    listener(request, response, next) {
      const started = performance.now()
      let operation = 'refused'
      requests += 1
      const requestId = `${instance}${requests.toString(16).padStart(6, '0')}`
      tellOfEnd(request, response)
      response.on('close', () => {
        const duration = performance.now() - started
        const { method = '' } = request
        log?.({ time: new Date(), method, operation, status: response.statusCode, duration, requestId })
      })
      const { scheme } = sourceOf(request, config.trustedHops)
      const verdict = judgeRequest(
        {
          httpVersion: request.httpVersion,
          method: request.method ?? '',
          target: request.url ?? '',
          rawHeaders: request.rawHeaders,
        },
        { port: request.socket.localPort ?? 0, allowedHosts: config.allowedHosts, scheme, callback },
      )
      if (verdict) return refuse(response, verdict.status, verdict.message)
      // What is next writes its headers in its own way, and a team looks at those of what goes on.
      if (next || team) response.setHeader(REQUEST_ID, requestId)
      else tagAnswer(response, requestId)
      const target = targetUnder(config.basePath, request.url ?? '')
      if (target === undefined) {
        operation = 'missing'
        answerMissing(response)
        return
      }
      request.url = target
      const failed = () => refuse(response, 500, 'The console failed to answer this request')
      const answer = (admitted?: Admitted) => {
        try {
          operation = route(request, response, { admitted, next })
        } catch {
          failed()
        }
      }
      if (isHealth(request.url)) return answer()
      if (config.tlsOnly && scheme !== 'https')
        return refuse(response, 403, 'This console is reached through its gateway, by https alone')
      if (!team) return answer()
      team.admit(request, response).then((admitted) => {
        if (typeof admitted === 'string') operation = admitted
        // Who left meanwhile is not answered.
        else if (!response.destroyed) answer(admitted)
      }, failed)
    },
    endStreams() {
      team?.endStreams()
      for (const response of streams) response.end()
    },
    async close() {
      await Promise.all([upstream.close(), storage.close()])
    },
  }
}
