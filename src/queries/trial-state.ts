import type { Wire } from '../contract/reply'
import type { TryEvent } from '../contract/try-version'
import type { DescribedError } from './describe-error'
import type { TryBody } from './try-version'

/** Which of the two versions beside each other. */
export type Side = 'a' | 'b'

/** A version as it is tried: as stored, or with fields over it that nobody saved yet. */
export interface TriedVersion {
  readonly versionId: string
  readonly edits?: Wire
}

/** Who is asked, and with which values for the variables. */
export interface Asked {
  readonly a: TriedVersion
  readonly b?: TriedVersion
  readonly values: Readonly<Record<string, string>>
}

type Of<Type extends TryEvent['type']> = Omit<Extract<TryEvent, { type: Type }>, 'type'>

/** A call of a tool, and what came back once it did. */
export type ToolUse = Of<'toolCall'> & { readonly result?: Of<'toolResult'> }

/** What one version said to one message, as far as it has come. */
export interface Answer {
  /** `cut off`: the stream broke; `failed`: no answer began. What came stays. */
  readonly state: 'waiting' | 'answering' | 'done' | 'stopped' | 'cut off' | 'failed'
  readonly said: string
  readonly passages: readonly Of<'passage'>['passage'][]
  readonly tools: readonly ToolUse[]
  /** Lines of the prompt that decided. */
  readonly rules: readonly string[]
  readonly end?: Of<'end'>
  readonly error?: DescribedError
  /** The service has no such version, or cannot try any. */
  readonly isMissing?: boolean
  /** The service asked to wait for so long before it is asked again, in ms. */
  readonly waitsMs?: number
  /** As seen from here, in ms: the first words, and the whole answer. */
  readonly firstMs?: number
  readonly tookMs?: number
  /** Which version answered, as `markOf` names it. */
  readonly of: string
}

/** What the customer said, and what each version answered; `null`: nothing yet, the agent opens. */
export interface Round {
  readonly id: number
  readonly said: string | null
  readonly answers: { readonly [S in Side]?: Answer }
}

export interface TrialState {
  readonly rounds: readonly Round[]
  /** The message that is being written. */
  readonly typed: string
  /** What an edited turn or a new start took away, until the conversation goes on. */
  readonly removed?: {
    readonly rounds: readonly Round[]
    readonly turns: number
    readonly isCleared: boolean
  }
  /** The version beside the first. */
  readonly otherId?: string
  /** The web chat that stands in for a trial. */
  readonly threadId?: string
}

/** Tells versions apart, and states of a form, by a digest: what is typed may be long, or a secret that is stored nowhere (D446). */
export const markOf = ({ versionId, edits }: TriedVersion): string =>
  edits ? `${versionId} ${digestOf(JSON.stringify(edits))}` : versionId

/** FNV-1a, of 32 bits. */
function digestOf(text: string): number {
  let digest = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01_00_01_93)
  return digest
}

export const isBusy = ({ rounds }: TrialState): boolean =>
  rounds.some(({ answers }) => [answers.a, answers.b].some((each) => each && isRunning(each)))

export const isRunning = ({ state }: Answer): boolean => state === 'waiting' || state === 'answering'

export const MESSAGE_MAX = 20_000
export const MESSAGES_MAX = 200

/** An answer that has not begun. */
export const NOTHING = { state: 'waiting', said: '', passages: [], tools: [], rules: [] } as const

/** The answers but those of these sides. */
export const without = (answers: Round['answers'], sides: readonly Side[]): Round['answers'] =>
  Object.fromEntries(Object.entries(answers).filter(([side]) => !sides.includes(side as Side)))

/** An answer with one thing more. */
export function withEvent(answer: Answer, event: TryEvent): Answer {
  switch (event.type) {
    case 'text':
      return { ...answer, said: answer.said + event.text }
    case 'passage':
      return { ...answer, passages: [...answer.passages, event.passage] }
    case 'toolCall':
      return { ...answer, tools: [...answer.tools, event] }
    case 'toolResult':
      return {
        ...answer,
        tools: answer.tools.map((each) => (each.id === event.id ? { ...each, result: event } : each)),
      }
    case 'rule':
      return { ...answer, rules: [...new Set([...answer.rules, event.text])] }
    case 'end':
      return { ...answer, end: event }
  }
}

/** What was said up to a message, as one side knows it. What it never said is left out. */
export function messagesTo(rounds: readonly Round[], id: number, side: Side): TryBody['messages'] {
  const at = rounds.findIndex((round) => round.id === id)
  return rounds.slice(0, at + 1).flatMap(({ said, answers, id: each }): TryBody['messages'] => {
    const answered = each === id ? '' : (answers[side]?.said.slice(0, MESSAGE_MAX) ?? '')
    return [
      ...(said === null ? [] : [{ from: 'customer' as const, text: said }]),
      ...(answered.trim() === '' ? [] : [{ from: 'agent' as const, text: answered }]),
    ]
  })
}
