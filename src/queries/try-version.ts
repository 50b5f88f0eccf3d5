import type { QueryClient } from '@tanstack/react-query'
import { UnreadableReply } from '../client/api-error'
import { readEvents } from '../client/read-events'
import type { RequestBody } from '../contract/operation'
import { readTryEvent, type TryEvent, tryVersion } from '../contract/try-version'
import { learnFrom, noteAnswer } from './extension'
import { mustBeOffered } from './offered'

export type TryBody = RequestBody<typeof tryVersion>

/**
 * Asks a version for the answer to the last message, and yields what happens as it happens. Rejects as `readEvents` does. Whether the service
 * offers this is learnt from the answer (D131).
 */
export async function* askVersion(
  client: QueryClient,
  params: { agentId: string; versionId: string },
  body: TryBody,
  signal: AbortSignal,
): AsyncGenerator<TryEvent, void, undefined> {
  await mustBeOffered(client, tryVersion)
  let isNoted = false
  try {
    for await (const { type, data } of readEvents(tryVersion, { params, body, signal })) {
      if (!isNoted) noteAnswer(client, tryVersion)
      isNoted = true
      const event = readTryEvent(type, parse(data))
      if (event) yield event
    }
  } catch (error) {
    if (!isNoted) void learnFrom(client, tryVersion, error, params.versionId)
    throw error
  }
}

/** Events of no known kind are passed over; one that is no JSON at all means that the stream is not what it seems. */
function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new UnreadableReply({
      operation: tryVersion.name,
      status: 200,
      raw: data.slice(0, 1_000),
      reason: 'an event of it is not JSON',
    })
  }
}
