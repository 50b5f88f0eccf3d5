import type { ConsoleInfo } from '../contract/console-info'
import type { Credentials } from './credential'
import type { Relay } from './relay'
import type { Upstream } from './upstream'

/** The service of this repository, running in this process. */
export interface LocalService {
  fetch(request: Request): Response | Promise<Response>
  /** Made for this start; the service was opened with the same. */
  readonly credentials: Credentials
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
        const reply = await service.fetch(request)
        const goesOn = relay.head({
          status: reply.status,
          contentType: reply.headers.get('content-type') ?? undefined,
          retryAfter: reply.headers.get('retry-after') ?? undefined,
        })
        if (goesOn && (await passOn(reply, relay, abandon.signal))) relay.end()
        else await reply.body?.cancel()
      }
      ask().catch(() => relay.fail('SERVICE_REPLY_BROKEN'))
      return () => abandon.abort()
    },
    async close() {},
  }
}

/** Passes a reply on as fast as the browser takes it. `false` when it was broken off; the rest is not asked for then. */
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
