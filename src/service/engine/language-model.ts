import { storable } from '../../contract/storable'

export interface ModelConfig {
  /** Base address of an OpenAI-compatible server, such as `https://models.example/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string
  readonly model: string
  /** Of the same server, for searches by meaning. Absent: by words alone. */
  readonly embedModel?: string
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** A tool as a model is told of it. `parameters`: a JSON Schema. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A call that a model asks for. `input`: JSON, if the model keeps to its form. */
export interface ModelCall {
  readonly id: string
  readonly name: string
  readonly input: string
}

/** What a conversation with tools is made of, besides plain messages. */
export type ModelMessage =
  | Message
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string }

/** A piece of a streamed answer. The calls come whole, after all text; the tokens last, if the server tells them. */
export type ModelPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'calls'; readonly calls: readonly ModelCall[] }
  | { readonly type: 'tokens'; readonly input: number; readonly output: number }

export interface ChatModel {
  readonly name: string
  /** The next message as it comes. Asked again only while nothing has come. Throws `ModelFailed`, also in the middle. */
  converse(
    messages: readonly ModelMessage[],
    tools: readonly ModelTool[],
    signal: AbortSignal,
  ): AsyncIterable<ModelPiece>
  /** A whole answer at once. Throws `ModelFailed`. */
  answer(messages: readonly Message[], signal: AbortSignal): Promise<string>
}

/** Tells what texts mean, as vectors. */
export interface EmbeddingModel {
  readonly name: string
  /** A vector for each text, all of the same length. Asked once. Throws `ModelFailed`. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly number[][]>
}

/** The model gave no answer. The message is for a person and holds neither the key nor the server's text. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed'
  readonly mayPass: boolean
  /** Milliseconds to wait, if the server asks for it. */
  readonly waitMs?: number

  constructor(message: string, { mayPass = false, waitMs }: { mayPass?: boolean; waitMs?: number } = {}) {
    super(message)
    this.mayPass = mayPass
    this.waitMs = waitMs
  }
}

/** The text from a bracket to its partner, respecting strings; `undefined` if it never closes. */
function balanced(text: string, start: number): string | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (inString) {
      if (sign === '\\') at++
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') {
      depth--
      if (depth === 0) return text.slice(start, at + 1)
    }
  }
  return undefined
}

const TRIES_MAX = 20

/** The JSON in a model's answer, which may have text around it; `undefined` if there is none. */
export function readJson(text: string): unknown {
  let tries = 0
  for (const { index } of text.matchAll(/[{[]/g)) {
    if (++tries > TRIES_MAX) return undefined
    const piece = balanced(text, index)
    if (piece === undefined) continue
    for (const each of [piece, piece.replaceAll(/,(\s*[}\]])/g, '$1')])
      try {
        return JSON.parse(each, (_, value) =>
          typeof value === 'string' ? storable(value) : value,
        ) as unknown
      } catch {
        // The next piece may do.
      }
  }
  return undefined
}

/** What `read` finds in an answer. If that is nothing, asks once more and repeats the `form` of the answer. */
export async function askTwice<T>(
  model: ChatModel,
  messages: readonly Message[],
  form: string,
  read: (answer: string) => T | undefined,
  signal: AbortSignal,
): Promise<T | undefined> {
  const first = await model.answer(messages, signal)
  const found = read(first)
  if (found !== undefined) return found
  const again: readonly Message[] = [
    { role: 'assistant', content: first.slice(0, 4_000) },
    { role: 'user', content: `This could not be read. ${form}` },
  ]
  return read(await model.answer([...messages, ...again], signal))
}
