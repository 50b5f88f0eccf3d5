import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ConsoleInfo } from '../contract/console-info'
import { answerFailure, answerJson, refuseMethod, SAFE_HEADERS, SANDBOX } from './answer'
import type { Credentials } from './config'
import type { Relay } from './relay'
import type { Upstream } from './upstream'

/** The service of this repository, in this process. */
export interface LocalService {
  fetch(request: Request): Response | Promise<Response>
  /** Made at this start. */
  readonly credentials: Credentials
  /** A key for a purpose, the same in every process on the same store. Absent: each process has its own. */
  sharedKey?(purpose: string): Uint8Array<ArrayBuffer>
  /** Sample ids, as the console's info shows them. */
  samples?(): ConsoleInfo['samples']
  close?(): void | Promise<void>
}

/** Calls the local service directly, with the same headers and credential as a hosted one. */
export function openLocalService(service: LocalService, publicUrl: () => string): Upstream {
  return {
    send({ method, path, headers, body }, relay) {
      const abandon = new AbortController()
      const ask = async () => {
        const request = new Request(`${publicUrl()}${path}`, {
          method,
          headers,
          body: body && new Uint8Array(body),
          signal: abandon.signal,
        })
        await relayReply(await service.fetch(request), relay, abandon.signal)
      }
      ask().catch(() => relay.fail('SERVICE_REPLY_BROKEN'))
      return () => abandon.abort()
    },
    async close() {},
  }
}

/** Passes a reply on as fast as the browser takes it, and stops when the browser has left. */
export async function relayReply(reply: Response, relay: Relay, abandoned: AbortSignal): Promise<void> {
  const header = (name: string) => reply.headers.get(name) ?? undefined
  const goesOn = relay.head({
    status: reply.status,
    contentType: header('content-type'),
    contentLength: header('content-length'),
    contentEncoding: header('content-encoding'),
    retryAfter: header('retry-after'),
  })
  if (goesOn && (await passOn(reply, relay, abandoned))) relay.end()
  else await reply.body?.cancel()
}

/** `false` when it was broken off; the rest is not read then. */
async function passOn(reply: Response, relay: Relay, abandoned: AbortSignal): Promise<boolean> {
  let goOn = () => {}
  relay.onDrain(() => goOn())
  abandoned.addEventListener('abort', () => goOn())
  for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    const goesOn = relay.data(Buffer.from(chunk))
    if (goesOn === 'wait' && !abandoned.aborted)
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
    if (goesOn === false || abandoned.aborted) return false
  }
  return true
}

export const BLOBS_PATH = '/blobs/'

const REQUEST_HEADERS = ['range', 'if-none-match', 'if-range'] as const

const REPLY_HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'etag',
  'retry-after',
] as const

/** Answers a read of what the local service has on the console's origin: stored files, and the page of its interface. */
export async function answerRead(service: LocalService, url: string, response: ServerResponse) {
  const { method = '', headers } = response.req
  if (method !== 'GET' && method !== 'HEAD') {
    refuseMethod(response, ['GET', 'HEAD'])
    return
  }
  const asked = REQUEST_HEADERS.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  const failed = () => answerFailure(response, 'SERVICE_REPLY_BROKEN')
  try {
    const reply = await service.fetch(new Request(url, { method, headers: asked }))
    if (reply.status >= 300 && reply.status < 400 && reply.status !== 304) return failed()
    const passed = REPLY_HEADERS.flatMap((name) => {
      const value = reply.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    response.writeHead(reply.status, {
      'content-security-policy': SANDBOX,
      'cache-control': 'private, no-store',
      ...Object.fromEntries(passed),
      ...SAFE_HEADERS,
    })
    if (!reply.body || method === 'HEAD') {
      await reply.body?.cancel()
      response.end()
      return
    }
    await pipeline(Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]), response)
  } catch {
    failed()
  }
}

/** Whether requests can be answered now; `/healthz` only says that the process runs (D225). */
export const READY_PATH = '/readyz'

/** Passes on the local service's answer. A hosted service is not asked: without it, this console still works. */
export async function answerReady(
  service: LocalService | undefined,
  origin: string,
  response: ServerResponse,
): Promise<void> {
  if (!service) return answerJson(response, 200, { status: 'ok' })
  try {
    const reply = await service.fetch(new Request(`${origin}${READY_PATH}`))
    const retryAfter = reply.headers.get('retry-after')
    answerJson(
      response,
      reply.status,
      await reply.json(),
      retryAfter === null ? {} : { 'retry-after': retryAfter },
    )
  } catch {
    answerFailure(response, 'SERVICE_REPLY_BROKEN')
  }
}
