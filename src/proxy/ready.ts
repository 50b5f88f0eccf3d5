import type { ServerResponse } from 'node:http'
import { answerJson, refuse } from './answer'
import { failureOf } from './failures'
import type { LocalService } from './local-service'

/** Tells whether requests can be answered now; `/healthz` tells only that the process lives (D225). */
export const READY_PATH = '/readyz'

/** Says what the local service says. A hosted one is not asked: that it is away is no reason to take this console out of service. */
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
    const { status, message } = failureOf('SERVICE_REPLY_BROKEN')
    refuse(response, status, 'SERVICE_REPLY_BROKEN', message)
  }
}
