import type { ConsoleInfo } from '../contract/console-info'
import type { Credentials } from './credential'
import type { Relay } from './relay'
import type { Upstream } from './upstream'

/** The service of this repository, running in this process. */
export interface LocalService {
  fetch(request: Request): Response | Promise<Response>
  /** Made for this start; the service was opened with the same. */
  readonly credentials: Credentials
  /** A key for a purpose, the same in every process on the same store; absent: each process is alone. */
  sharedKey?(purpose: string): Uint8Array<ArrayBuffer>
  /** Ids that it comes with, in the shape of the console's info. */
  samples?(): ConsoleInfo['samples']
  close?(): void | Promise<void>
}

/** Calls the local service directly, with the same reduced headers and the same credential as a hosted one. */
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

/** Passes a reply on as fast as the browser takes it, and stops taking it when nobody wants it any more. */
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

/** `false` when it was broken off; the rest is not asked for then. */
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
