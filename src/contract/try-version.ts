import { operation, sends } from './operation'
import { Fields, isWire, readerOf, type Wire } from './reply'
import type { TryRequest } from './requests/agents'
import { readToolRequest, type ToolRequestShown } from './try-tool'
import { readTurnPassage, type TurnPassage } from './turn-passage'

/** How an answer ended. `failed`: what was said is a polite line, and `error` says why. */
export const TRY_OUTCOMES = ['answered', 'asked back', 'handed over', 'opted out', 'failed'] as const
export type TryOutcome = (typeof TRY_OUTCOMES)[number]

/** What decided on an answer, where it is known. */
export const TRY_CAUSES = [
  'greeting',
  'opt-out',
  'attack',
  'person',
  'tool',
  'variable',
  'passage',
  'prompt',
  'purpose',
  'unclear',
  'nothing found',
  'model',
] as const
export type TryCause = (typeof TRY_CAUSES)[number]

/** A piece of what becomes of a message, in the order in which it happens. The last is `end`. */
export type TryEvent =
  /** A piece of the answer; all pieces joined are the answer. */
  | { readonly type: 'text'; readonly text: string }
  /** What the answer rests on. */
  | { readonly type: 'passage'; readonly passage: Omit<TurnPassage, 'other'> }
  | {
      readonly type: 'toolCall'
      readonly id: string
      readonly slug: string
      readonly name: string
      readonly request: ToolRequestShown
    }
  | {
      readonly type: 'toolResult'
      /** That of the call. */
      readonly id: string
      readonly status?: number
      readonly answer?: string
      readonly error?: string
      /** Milliseconds, as all times here. */
      readonly tookMs: number
    }
  /** The line of the prompt that decided, where it is known. */
  | { readonly type: 'rule'; readonly text: string }
  | {
      readonly type: 'end'
      readonly outcome: TryOutcome
      /** Who answered: rules, or the language model by its name. */
      readonly by: string
      readonly tookMs: number
      /** Until the first piece of the answer. */
      readonly firstMs?: number
      readonly tokens?: { readonly input: number; readonly output: number }
      readonly error?: string
      readonly cause?: TryCause
    }

function readTokens(value: unknown) {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  return { input: fields.number('input') ?? 0, output: fields.number('output') ?? 0 }
}

const READERS: Readonly<
  Record<TryEvent['type'], (fields: Fields, wire: Wire) => Omit<TryEvent, 'type'> | undefined>
> = {
  text: (_, { text }) => (typeof text === 'string' ? { text } : undefined),
  passage(_, { passage }) {
    const read = readTurnPassage(passage)
    return read && { passage: read }
  },
  toolCall(fields, { request }) {
    const slug = fields.text('slug', 'name') ?? ''
    return {
      id: fields.id('id') ?? '',
      slug,
      name: fields.text('name') ?? slug,
      request: readToolRequest(request) ?? { method: '', url: '', headers: {} },
    }
  },
  toolResult: (fields) => ({
    id: fields.id('id') ?? '',
    status: fields.number('status'),
    answer: fields.text('answer'),
    error: fields.text('error'),
    tookMs: fields.number('tookMs') ?? 0,
  }),
  rule(fields) {
    const text = fields.text('text')
    return text === undefined ? undefined : { text }
  },
  end(fields, { tokens }) {
    const word = fields.text('outcome')
    const outcome = TRY_OUTCOMES.find((each) => each === word) ?? 'answered'
    return {
      outcome,
      by: fields.text('by') ?? '',
      tookMs: fields.number('tookMs') ?? 0,
      firstMs: fields.number('firstMs'),
      tokens: readTokens(tokens),
      error: fields.text('error'),
      cause: TRY_CAUSES.find((each) => each === fields.text('cause')),
    }
  },
}

/** Reads one server-sent event of a try; `undefined` for one that is not known, which a reader passes over. */
export function readTryEvent(type: string, data: unknown): TryEvent | undefined {
  if (!isWire(data) || !Object.hasOwn(READERS, type)) return undefined
  const read = READERS[type as TryEvent['type']](new Fields(data), data)
  return read && ({ type, ...read } as TryEvent)
}

export const tryVersion = operation({
  name: 'tryVersion',
  method: 'POST',
  path: '/api/v1/agents/{agentId}/versions/{versionId}/try',
  source: 'extension',
  summary:
    'Answers the last message of a conversation as this version would, deployed or not, as server-sent events. Nothing is stored.',
  to: 'try the version',
  isStream: true,
  timeoutMs: 45_000,
  sendsBody: sends<TryRequest>(),
  /** The data of an event; `readTryEvent` reads it by the event's type. */
  reply: readerOf((value) => (isWire(value) ? value : undefined), 'the reply has no event'),
})
