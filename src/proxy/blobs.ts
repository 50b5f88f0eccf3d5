import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refuse, refuseMethod, SAFE_HEADERS, SANDBOX } from './answer'
import { failureOf } from './failures'
import type { LocalService } from './local-service'

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

/** Passes the reading of a stored file on to the local service, whose view addresses are on the console's own origin. */
export async function answerBlob(service: LocalService, url: string, response: ServerResponse) {
  const { method = '', headers } = response.req
  if (method !== 'GET' && method !== 'HEAD') {
    refuseMethod(response, ['GET', 'HEAD'])
    return
  }
  const asked = REQUEST_HEADERS.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  const failed = () => {
    const { status, message } = failureOf('SERVICE_REPLY_BROKEN')
    refuse(response, status, 'SERVICE_REPLY_BROKEN', message)
  }
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
