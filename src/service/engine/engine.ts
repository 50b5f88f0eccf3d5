import type { ToolRequestShown } from '../../contract/try-tool'
import type { TryEvent } from '../../contract/try-version'
import type { Meaning } from '../search/found'
import type { Prompt, ToolStructure, TurnPassage } from '../store/schema'

export interface EngineTurn {
  readonly who: 'customer' | 'agent'
  readonly said: string
}

export interface EngineTool {
  readonly slug: string
  readonly name: string
  readonly description: string
  /** What the agent says while it waits. */
  readonly speech: string
  readonly structure: ToolStructure
}

/** Who answers: a version, stored or with unsaved edits, with what it may use. */
export interface EngineAgent {
  readonly name: string
  readonly prompt: Prompt
  readonly firstMessage: string | undefined
  readonly speakFirst: boolean
  /** What was given for the variables. */
  readonly values: Readonly<Record<string, unknown>>
  readonly tools: readonly EngineTool[]
  /** An earlier attempt at this answer was broken off, so nothing is called again (D691). */
  readonly isRepeated?: boolean
  /** Searches the version's knowledge, if it uses any; best first. `isWide`: also what shares few words with the question. */
  readonly search: (question: string, isWide?: boolean, meaning?: Meaning) => Promise<EnginePassage[]>
}

export type EnginePassage = TurnPassage

/** As the contract has it, with the whole passage. */
export type EngineEvent =
  | Exclude<TryEvent, { type: 'passage' }>
  | { readonly type: 'passage'; readonly passage: EnginePassage }

type EventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>
export type EngineEnd = EventOf<'end'>

/** How a tool is called. Its two events share an id. Never throws for what the tool did. */
export interface ToolCall {
  /** As it is sent, with secrets masked. */
  readonly request: ToolRequestShown
  send(signal: AbortSignal): Promise<ToolResult>
}
export type ToolResult = Omit<EventOf<'toolResult'>, 'type' | 'id'>

/** `own`: of the version and of whoever started the conversation. `stated`: by the customer or a model, so never trusted. */
export interface ToolValues {
  readonly own: Readonly<Record<string, unknown>>
  readonly stated: Readonly<Record<string, unknown>>
}
export type PrepareCall = (tool: EngineTool, values: ToolValues) => ToolCall

/** What an answerer yields; the engine adds times and who answered. */
export type Step = Exclude<EngineEvent, EngineEnd> | Omit<EngineEnd, 'by' | 'tookMs' | 'firstMs'>

export interface Conversation {
  readonly agent: EngineAgent
  readonly turns: readonly EngineTurn[]
  readonly prepareCall: PrepareCall
  readonly signal: AbortSignal
}

export interface Engine {
  /** Who answers, in words. */
  readonly by: string
  /**
   * Answers the last message; without turns the agent opens. Ends as `failed` with a polite line for what a model or tool did;
   * throws what the store throws, and the signal's reason when it is aborted.
   */
  answer(agent: EngineAgent, turns: readonly EngineTurn[], signal: AbortSignal): AsyncIterable<EngineEvent>
}

/** For those who want it whole. */
export interface WholeAnswer {
  readonly said: string
  readonly passages: readonly EnginePassage[]
  readonly tools: readonly { readonly call: EventOf<'toolCall'>; readonly result?: EventOf<'toolResult'> }[]
  readonly rule?: string
  readonly end: EngineEnd
}

export async function answerWhole(
  engine: Engine,
  agent: EngineAgent,
  turns: readonly EngineTurn[],
  signal: AbortSignal,
  onEvent: (event: EngineEvent) => void = () => {},
): Promise<WholeAnswer> {
  const events: EngineEvent[] = []
  for await (const event of engine.answer(agent, turns, signal)) {
    onEvent(event)
    events.push(event)
  }
  const all = <Type extends EngineEvent['type']>(type: Type) =>
    events.filter((event): event is EventOf<Type> => event.type === type)
  const [end] = all('end')
  if (!end) throw new TypeError('An answer had no end.')
  const results = all('toolResult')
  return {
    said: all('text')
      .map(({ text }) => text)
      .join(''),
    passages: all('passage').map(({ passage }) => passage),
    tools: all('toolCall').map((call) => ({ call, result: results.find(({ id }) => id === call.id) })),
    rule: all('rule')[0]?.text,
    end,
  }
}
