import type { EngineAgent, WholeAnswer } from '../engine/engine'
import type { PlayedScenario, Turn, Verdict } from '../store/schema'

export interface Judgement {
  readonly verdict: Verdict
  /** One or two sentences for the person. */
  readonly explanation: string
  /** What a failed version could add to its prompt (D371). */
  readonly suggestedRule?: string
}

interface Outcome extends Judgement {
  readonly transcript: Turn[]
  /** `null`: nobody. */
  readonly judgedBy: string | null
}

/** Of a scenario without an expected outcome (D973). */
export const NOT_JUDGED: Omit<Outcome, 'transcript'> = {
  verdict: 'unclear',
  explanation: 'No outcome is expected, so nothing was judged.',
  judgedBy: null,
}

/** Holds a conversation and judges it. Throws `BrokenOff` if it cannot be finished. */
export type Play = (scenario: PlayedScenario, agent: EngineAgent, signal: AbortSignal) => Promise<Outcome>

/** What the agent said, as the transcript has it. */
export const turnOf = ({ said, passages, rule }: Pick<WholeAnswer, 'said' | 'passages' | 'rule'>): Turn => ({
  who: 'agent',
  said,
  ...(passages.length ? { passages: [...passages] } : {}),
  ...(rule ? { rule } : {}),
})

/** An unfinished conversation, which is not judged. The message is for the person. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'

  constructor(
    message: string,
    readonly transcript: readonly Turn[],
  ) {
    super(message)
  }
}
