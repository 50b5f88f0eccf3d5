import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ConsoleInfo } from '../contract/console-info'
import { answerFailure, refuseMethod, SAFE_HEADERS, SANDBOX } from './answer'
import type { Credentials } from './config'
import type { TeamStore } from './team/store'

export interface LocalService {
  fetch(request: Request): Response | Promise<Response>
  readonly credentials: Credentials
  /** What pages of other origins may ask, such as the operations of web chat. */
  fetchForPages?(request: Request): Response | Promise<Response>
  /** Ends event streams, which would hold up a stop. */
  endStreams?(): void
  /** A key for a purpose, the same in every process on the same store. Absent: each process has its own. */
  sharedKey?(purpose: string): Uint8Array<ArrayBuffer>
  /** What a console with sign-in stores, beside everything else. */
  readonly team?: TeamStore
  samples?(): ConsoleInfo['samples']
  close?(): void | Promise<void>
}

export const BLOBS_PATH = '/blobs/'

/** Whether requests can be answered now; `/healthz` only says that the process runs (D225). */
export const READY_PATH = '/readyz'

const REPLY_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-length',
  'content-security-policy',
  'content-type',
  'retry-after',
] as const

/** Answers a read of what the local service has on the console's origin: stored files, the page of its interface, `/readyz`. */
export async function answerRead(service: LocalService, url: string, response: ServerResponse) {
  const { method = '' } = response.req
  if (method !== 'GET' && method !== 'HEAD') {
    refuseMethod(response, ['GET', 'HEAD'])
    return
  }
  const failed = () => answerFailure(response, 'SERVICE_REPLY_BROKEN')
  try {
    const reply = await service.fetch(new Request(url, { method }))
    if (reply.status >= 300 && reply.status < 400) return failed()
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
