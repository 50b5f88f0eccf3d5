import { setTimeout } from 'node:timers/promises'
import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai'
import { type ChatModel, type Message, type ModelConfig, ModelFailed } from './language-model'

/** Tests shorten them; milliseconds. */
export interface Patience {
  /** For a whole answer, from sending to its end. */
  readonly answer: number
  /** Before the second try; twice as long before the third. */
  readonly pause: number
  /** What a server may ask to wait at most. */
  readonly pauseMax: number
}

const PATIENCE: Patience = { answer: 60_000, pause: 1_000, pauseMax: 20_000 }
const TRIES = 3

/** Bytes of a reply. A stream is some fifty times as long as its text. */
const REPLY_BYTES_MAX = 2 * 1024 * 1024

const ANSWER_MAX = 20_000

/**
 * A model behind an OpenAI-compatible server that the operator chose. Redirects are not followed, and replies are bounded in
 * time and size (safety 13). The library's own retries are off, because they wait as long as a server says (D176).
 */
export function createChatModel(config: ModelConfig, patience: Patience = PATIENCE): ChatModel {
  const client = new OpenAI({
    baseURL: config.baseUrl,
    apiKey: config.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    ...(config.apiKey ? {} : { defaultHeaders: { Authorization: null } }),
    maxRetries: 0,
    timeout: patience.answer,
    logLevel: 'off',
    fetch: fetchBounded,
  })

  async function once<T>(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timeout = AbortSignal.timeout(patience.answer)
    const either = AbortSignal.any([signal, timeout])
    try {
      const asked = await ask(either)
      either.throwIfAborted()
      return asked
    } catch (error) {
      signal.throwIfAborted()
      if (timeout.aborted)
        throw new ModelFailed(
          `The language model gave no whole answer within ${Math.round(patience.answer / 1000)} seconds.`,
        )
      throw toFailure(error)
    }
  }

  async function patiently<T>(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++)
      try {
        return await once(signal, ask)
      } catch (error) {
        if (!(error instanceof ModelFailed) || !error.mayPass) throw error
        if (tried === TRIES) throw new ModelFailed(error.message.replace(/\.$/, ', also when asked again.'))
        const wait = error.waitMs ?? patience.pause * 2 ** (tried - 1)
        if (wait > patience.pauseMax)
          throw new ModelFailed(
            `${error.message} It asks to wait for ${Math.round(wait / 1000)} seconds, which is too long.`,
          )
        await setTimeout(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
  }

  const request = (messages: readonly Message[]) => ({ model: config.model, messages: [...messages] })

  async function askWhole(messages: readonly Message[], signal: AbortSignal): Promise<string> {
    const reply = await client.chat.completions.create(request(messages), { signal })
    // A server that answers with something else is compatible in name only.
    const content: unknown = (reply as Partial<typeof reply> | null)?.choices?.[0]?.message?.content
    if (typeof content !== 'string') throw unreadable()
    return textOf(content)
  }

  async function askStreamed(messages: readonly Message[], signal: AbortSignal): Promise<string> {
    const stream = await client.chat.completions.create({ ...request(messages), stream: true }, { signal })
    let text = ''
    let pieces = 0
    let finished = false
    for await (const piece of stream) {
      const [choice] = piece.choices ?? []
      pieces++
      text += choice?.delta?.content ?? ''
      finished ||= Boolean(choice?.finish_reason)
      if (text.length > ANSWER_MAX) {
        stream.controller.abort()
        finished = true
        break
      }
    }
    signal.throwIfAborted()
    // Some servers never stream.
    if (pieces === 0) return askWhole(messages, signal)
    if (!finished) throw new ModelFailed('The answer of the language model was cut off.', { mayPass: true })
    return textOf(text)
  }

  return {
    name: config.model,
    say: (messages, signal) => patiently(signal, (either) => askStreamed(messages, either)),
    answer: (messages, signal) => patiently(signal, (either) => askWhole(messages, either)),
  }
}

const unreadable = () =>
  new ModelFailed(
    "The language model's server answered with something that cannot be read. Check LLM_BASE_URL.",
  )

/** Without what a model thought before it answered. */
function textOf(content: string): string {
  const text = content
    .replace(/^\s*<think>[\s\S]*?<\/think>/i, '')
    .trim()
    .slice(0, ANSWER_MAX)
  if (text === '') throw new ModelFailed('The language model answered with nothing.', { mayPass: true })
  return text.replaceAll('\u0000', '').toWellFormed()
}

function toFailure(error: unknown): ModelFailed {
  if (error instanceof ModelFailed) return error
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError)
    return new ModelFailed(`${SERVER} cannot be reached.`, { mayPass: true })
  if (error instanceof APIError) return failureOf(error.status, waitOf(error.headers))
  if (error instanceof TooLong) return new ModelFailed('The answer of the language model was too long.')
  // What a broken connection makes of a body that is being read.
  if (error instanceof TypeError && /terminated|fetch failed|network|aborted/i.test(error.message))
    return new ModelFailed('The answer of the language model was cut off.', { mayPass: true })
  return unreadable()
}

const SERVER = "The language model's server"

function failureOf(status: number | undefined, waitMs: number | undefined): ModelFailed {
  const failed = (what: string, again = {}) => new ModelFailed(`${SERVER} ${what}`, again)
  const mayPass = true
  if (status === undefined) return failed('broke its answer off with an error.', { mayPass })
  if (status === 429) return failed('turned the request away as one too many (429).', { mayPass, waitMs })
  if (status >= 500) return failed(`failed (${status}).`, { mayPass })
  if (status === 401 || status === 403) return failed(`refused the key (${status}). Check LLM_API_KEY.`)
  if (status === 404) return failed('knows no such address or model (404). Check LLM_BASE_URL and LLM_MODEL.')
  return status < 400
    ? failed(`sent the request elsewhere (${status}), which is not followed. Check LLM_BASE_URL.`)
    : failed(`did not take the request (${status}). Check LLM_MODEL.`)
}

/** `Retry-After` in seconds; dates are rare and not understood. */
function waitOf(headers: Headers | undefined): number | undefined {
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

class TooLong extends Error {}

/** `fetch` that follows no redirect and reads no more than a cap. */
async function fetchBounded(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  let size = 0
  const capped = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.length
        if (size > REPLY_BYTES_MAX) controller.error(new TooLong())
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(capped ?? null, { status: response.status, headers: response.headers })
}
