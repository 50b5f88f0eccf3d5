import type { ConsoleInfo } from '../contract/console-info'
import type { Credentials } from './credential'
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
        if (goesOn && relay.data(Buffer.from(await reply.arrayBuffer())) !== false) relay.end()
      }
      ask().catch(() => relay.fail('SERVICE_REPLY_BROKEN'))
      return () => abandon.abort()
    },
    async close() {},
  }
}
