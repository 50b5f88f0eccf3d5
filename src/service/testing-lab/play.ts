import type { PlayedScenario, Prompt, Turn, TurnPassage, Verdict } from '../store/schema'
import type { LabTool } from './scenario-source'

/** The version under test. */
export interface TestedAgent {
  readonly name: string
  readonly prompt: Prompt
  readonly tools: readonly LabTool[]
  /** Searches the agent's knowledge; finds nothing for an agent that does not use any. */
  readonly search: (question: string) => Promise<TurnPassage[]>
}

/** How a conversation came out. */
export interface Outcome {
  readonly transcript: Turn[]
  readonly verdict: Verdict
  /** One or two sentences for the person who reads it. */
  readonly explanation: string
  readonly judgedBy: string
}

/** Holds a conversation and judges it. Throws `BrokenOff` when it could not be held to its end; nothing was judged then. */
export type Play = (scenario: PlayedScenario, agent: TestedAgent, signal: AbortSignal) => Promise<Outcome>

/** A conversation that could not be held to its end. The message is for the person who reads the run. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
  /** What was said until then. */
  readonly transcript: readonly Turn[]

  constructor(message: string, transcript: readonly Turn[]) {
    super(message)
    this.transcript = transcript
  }
}
