import { setTimeout } from 'node:timers/promises'
import { APIError, type OpenAI } from 'openai'
import { storable } from '../../contract/storable'
import {
  type ChatModel,
  type Message,
  type ModelConfig,
  ModelFailed,
  type ModelMessage,
  type ModelPiece,
  type ModelTool,
} from './language-model'
import { connectTo, toFailure, unreadable } from './model-server'
import { withoutThoughts } from './without-thoughts'

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

const ANSWER_MAX = 20_000

/** A model behind an OpenAI-compatible server. Replies are bounded in time, too. */
export function createChatModel(config: ModelConfig, patience: Patience = PATIENCE): ChatModel {
  const client = connectTo(config, patience.answer)

  function failed(error: unknown, signal: AbortSignal, timeout: AbortSignal): unknown {
    signal.throwIfAborted()
    return timeout.aborted
      ? new ModelFailed(
          `The language model gave no whole answer within ${Math.round(patience.answer / 1000)} seconds.`,
        )
      : toFailure(error)
  }

  /** Waits before the next try, if another is of use; else throws the failure. */
  async function waitAfter(error: unknown, tried: number, signal: AbortSignal): Promise<void> {
    if (!(error instanceof ModelFailed) || !error.mayPass) throw error
    if (tried === TRIES) throw new ModelFailed(error.message.replace(/\.$/, ', also when asked again.'))
    const wait = error.waitMs ?? patience.pause * 2 ** (tried - 1)
    if (wait > patience.pauseMax)
      throw new ModelFailed(
        `${error.message} It asks to wait for ${Math.round(wait / 1000)} seconds, which is too long.`,
      )
    await setTimeout(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
  }

  async function askWhole(messages: readonly Message[], signal: AbortSignal): Promise<string> {
    const reply = await client.chat.completions.create(
      { model: config.model, messages: [...messages] },
      { signal },
    )
    // A server that answers with something else is compatible in name only.
    const content: unknown = (reply as Partial<typeof reply> | null)?.choices?.[0]?.message?.content
    if (typeof content !== 'string') throw unreadable()
    return textOf(content)
  }

  /** Not every server takes the wish for tokens; once one took a request without it, it is left out. */
  let asksTokens = true

  async function* streamOnce(
    messages: readonly ModelMessage[],
    tools: readonly ModelTool[],
    wantsTokens: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<ModelPiece> {
    const stream = await client.chat.completions.create(
      {
        model: config.model,
        messages: messages.map(toWire),
        ...(tools.length > 0
          ? { tools: tools.map((tool) => ({ type: 'function' as const, function: tool })) }
          : {}),
        stream: true,
        ...(wantsTokens ? { stream_options: { include_usage: true } } : {}),
      },
      { signal },
    )
    const calls: { id: string; name: string; input: string }[] = []
    let tokens: ModelPiece | undefined
    let length = 0
    let half = ''
    let pieces = 0
    let finished = false
    for await (const { choices, usage } of stream) {
      const [choice] = choices ?? []
      pieces++
      if (usage)
        tokens = { type: 'tokens', input: usage.prompt_tokens ?? 0, output: usage.completion_tokens ?? 0 }
      finished ||= Boolean(choice?.finish_reason)
      for (const piece of choice?.delta?.tool_calls ?? []) addTo(calls, piece)
      const content: unknown = choice?.delta?.content ?? ''
      if (typeof content !== 'string') throw unreadable()
      const text = half + content.slice(0, ANSWER_MAX + 10 - length)
      length += text.length - half.length
      // Half of a character waits for the other half; alone, nobody could send it back.
      half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? ''
      const whole = text.slice(0, text.length - half.length)
      if (whole !== '') yield { type: 'text', text: storable(whole) }
      if (length >= ANSWER_MAX) {
        stream.controller.abort()
        finished = true
        break
      }
    }
    signal.throwIfAborted()
    // Some servers never stream.
    if (pieces === 0) return yield { type: 'text', text: await askWhole(messages.filter(isPlain), signal) }
    if (!finished) throw new ModelFailed('The answer of the language model was cut off.', { mayPass: true })
    if (calls.length > 0) yield { type: 'calls', calls }
    if (tokens) yield tokens
  }

  async function* converse(
    messages: readonly ModelMessage[],
    tools: readonly ModelTool[],
    signal: AbortSignal,
  ): AsyncGenerator<ModelPiece> {
    let wantsTokens = asksTokens
    for (let tried = 1; ; ) {
      const timeout = AbortSignal.timeout(patience.answer)
      let hasCome = false
      try {
        for await (const piece of withoutThoughts(
          streamOnce(messages, tools, wantsTokens, AbortSignal.any([signal, timeout])),
        )) {
          hasCome ||= piece.type !== 'tokens'
          yield piece
        }
        if (!hasCome) throw new ModelFailed('The language model answered with nothing.', { mayPass: true })
        asksTokens &&= wantsTokens
        return
      } catch (error) {
        if (wantsTokens && error instanceof APIError && (error.status === 400 || error.status === 422)) {
          wantsTokens = false
          continue
        }
        const failure = failed(error, signal, timeout)
        if (hasCome) throw failure
        await waitAfter(failure, tried, signal)
        tried++
      }
    }
  }

  async function answer(messages: readonly Message[], signal: AbortSignal): Promise<string> {
    for (let tried = 1; ; tried++) {
      const timeout = AbortSignal.timeout(patience.answer)
      try {
        const either = AbortSignal.any([signal, timeout])
        const text = await askWhole(messages, either)
        either.throwIfAborted()
        return text
      } catch (error) {
        await waitAfter(failed(error, signal, timeout), tried, signal)
      }
    }
  }

  return { name: config.model, converse, answer }
}

const isPlain = (message: ModelMessage): message is Message =>
  message.role !== 'tool' && !('calls' in message)

const toWire = (message: ModelMessage): OpenAI.ChatCompletionMessageParam => {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content }
  if (!('calls' in message)) return message
  return {
    role: 'assistant',
    content: message.content || null,
    tool_calls: message.calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: input },
    })),
  }
}

const CALLS_MAX = 8

/** Adds a piece of a call: its id and name come first, its input in pieces. */
function addTo(
  calls: { id: string; name: string; input: string }[],
  { index, id, function: called }: OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall,
): void {
  const place = index ?? calls.length
  if (!Number.isInteger(place) || place < 0 || place >= CALLS_MAX) return
  for (let next = calls.length; next <= place; next++)
    calls.push({ id: `call-${next + 1}`, name: '', input: '' })
  const call = calls[place]
  if (!call) return
  if (id) call.id = id
  if (called?.name && call.name === '') call.name = called.name
  call.input = `${call.input}${called?.arguments ?? ''}`.slice(0, ANSWER_MAX)
}

/** Without what a model thought before it answered. */
function textOf(content: string): string {
  const text = content
    .replace(/^\s*<think>[\s\S]*?<\/think>/i, '')
    .trim()
    .slice(0, ANSWER_MAX)
  if (text === '') throw new ModelFailed('The language model answered with nothing.', { mayPass: true })
  return storable(text)
}
