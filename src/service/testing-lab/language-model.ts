/** Which language model to use, and where it is. */
export interface ModelConfig {
  /** Base address of an OpenAI-compatible server, such as `https://models.example/v1`. */
  readonly baseUrl: string
  /** Absent for a server that wants none. */
  readonly apiKey?: string
  readonly model: string
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** A language model, of which only texts are wanted. */
export interface ChatModel {
  readonly name: string
  /** The next message of a conversation, received as a stream. Throws `ModelFailed`. */
  say(messages: readonly Message[], signal: AbortSignal): Promise<string>
  /** A whole answer at once. Throws `ModelFailed`. */
  answer(messages: readonly Message[], signal: AbortSignal): Promise<string>
}

/** No answer could be had. The message is a sentence for a person and has nothing of the key or of what the server wrote. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed'
  /** Whether the same request may do better in a moment. */
  readonly mayPass: boolean
  /** Milliseconds that the server asks to wait. */
  readonly waitMs?: number

  constructor(message: string, { mayPass = false, waitMs }: { mayPass?: boolean; waitMs?: number } = {}) {
    super(message)
    this.mayPass = mayPass
    this.waitMs = waitMs
  }
}
