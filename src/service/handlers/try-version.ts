import * as z from 'zod/mini'
import { TRY_CAUSES, TRY_OUTCOMES } from '../../contract/try-version'
import { within } from '../../net/deadline'
import { handler } from '../context'
import type { EngineEvent } from '../engine/engine'
import { loadAgent } from '../engine/load-agent'
import { describeError } from '../log'
import { EventStream } from '../message-feed'
import { placesFor } from '../places'
import { passage } from './grounds'
import { named } from './shapes'
import { toolRequest } from './tools'
import { checkReferences, findVersionOf } from './version-rows'

/** Milliseconds, as all times of a try. */
const tookMs = z.number()

/** The data of an event; which one is said by its type. */
const tryEvent = named(
  'TryEvent',
  z.union([
    z.strictObject({ text: z.string() }),
    z.strictObject({ passage }),
    z.strictObject({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      request: toolRequest,
    }),
    z.strictObject({
      id: z.string(),
      status: z.optional(z.int()),
      answer: z.optional(z.string()),
      error: z.optional(z.string()),
      tookMs,
    }),
    z.strictObject({
      outcome: z.enum(TRY_OUTCOMES),
      by: z.string(),
      tookMs,
      firstMs: z.optional(tookMs),
      tokens: z.optional(z.strictObject({ input: z.int(), output: z.int() })),
      error: z.optional(z.string()),
      cause: z.optional(z.enum(TRY_CAUSES)),
    }),
  ]),
)

/** Each may hold a connection to a language model. */
const takePlace = placesFor(8, 'Too many conversations are tried at once. Wait for one to end.')
const HEARTBEAT = 15_000
/** An answer ends after this, whatever a model or a tool does. */
const ANSWER_MAX = 180_000

export const tryVersion = handler(
  'tryVersion',
  200,
  tryEvent,
  async ({ db, engine, log }, { params, body, signal }) => {
    const { messages, variables: values, version: edits } = body
    await findVersionOf(db, params.agentId, params.versionId)
    if (edits) await checkReferences(db, edits, 'version.')
    const agent = await loadAgent(db, params.versionId, { values, edits })
    const onEnd = takePlace()
    const left = new AbortController()
    const ends = within(ANSWER_MAX, signal, left.signal)
    const turns = messages.map(({ from, text }) => ({ who: from, said: text }))
    const events = engine.answer(agent, turns, ends)
    return new EventStream(
      streamOf(events, {
        left,
        onEnd,
        onError: (error) => {
          if (!ends.aborted) log({ event: 'error', operation: 'tryVersion', ...describeError(error) })
        },
      }),
    )
  },
)

interface Following {
  /** Aborted when the reader leaves. */
  readonly left: AbortController
  readonly onEnd: () => void
  readonly onError: (error: unknown) => void
}

const FAILED: EngineEvent = {
  type: 'end',
  outcome: 'failed',
  by: '',
  tookMs: 0,
  error: 'The service failed to answer this; its log says more.',
}

/** Sends events as they come. An answer that breaks off still has an end, so that the reader can tell it from a lost connection. */
function streamOf(events: AsyncIterable<EngineEvent>, { left, onEnd, onError }: Following) {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        if (!left.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      const tell = ({ type, ...data }: EngineEvent) =>
        send(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
      const beat = setInterval(() => send(': here\n\n'), HEARTBEAT).unref()
      const follow = async () => {
        for await (const event of events) tell(event)
      }
      follow()
        .catch((error: unknown) => {
          onError(error)
          tell(FAILED)
        })
        .finally(() => {
          clearInterval(beat)
          onEnd()
          if (!left.signal.aborted) controller.close()
        })
        // Its reader left at that moment.
        .catch(() => {})
    },
    cancel: (reason) => left.abort(reason),
  })
}
