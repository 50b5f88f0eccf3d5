import type { PlayedScenario, Prompt, Turn, TurnPassage, Verdict } from '../store/schema'
import type { LabTool } from './scenario-source'

/** The version under test. */
export interface TestedAgent {
  readonly name: string
  readonly prompt: Prompt
  readonly tools: readonly LabTool[]
  /** Searches the agent's knowledge, if it uses any. */
  readonly search: (question: string) => Promise<TurnPassage[]>
}

export interface Outcome {
  readonly transcript: Turn[]
  readonly verdict: Verdict
  /** One or two sentences for the person. */
  readonly explanation: string
  readonly judgedBy: string
}

/** Holds a conversation and judges it. Throws `BrokenOff` if it cannot be finished. */
export type Play = (scenario: PlayedScenario, agent: TestedAgent, signal: AbortSignal) => Promise<Outcome>

/** An unfinished conversation, which is not judged. The message is for the person. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
  readonly transcript: readonly Turn[]

  constructor(message: string, transcript: readonly Turn[]) {
    super(message)
    this.transcript = transcript
  }
}
