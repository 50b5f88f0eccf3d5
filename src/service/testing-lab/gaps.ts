import { attackIn } from '../engine/attacks'
import type { EngineAgent, WholeAnswer } from '../engine/engine'
import { foreignDoubt, foreignLanguage } from '../engine/prompt'
import { linesOfPrompt } from '../engine/prompt-lines'
import { SCOPE } from '../engine/prompt-rules'
import type { ScenarioKind } from '../store/schema'

export interface Gap {
  /** What the agent's version lacks, as advice. */
  readonly lack?: string
  /** A sentence for the prompt that mends it. */
  readonly rule?: string
  /** Why rules cannot tell whether it lacks something. */
  readonly doubt?: string
}

/** What a scenario of this kind shows to be missing in the version. The engine answers well without it; a model may not (D310). */
export function gapOf(
  kind: ScenarioKind,
  { prompt }: EngineAgent,
  heard: readonly string[],
  { end: { cause, outcome }, rule }: WholeAnswer,
): Gap {
  const language = foreignLanguage(prompt.system)
  const rules = linesOfPrompt(prompt.system).map(({ read }) => read)
  const reads = (pattern: RegExp) => language === undefined && pattern.test(rules.join('\n'))
  const lacks = (what: string, rule: string): Gap =>
    language === undefined
      ? { lack: `${what} Add a rule such as “${rule}”`, rule }
      : { doubt: foreignDoubt(language) }
  if (kind === 'hostile') {
    const attack = attackIn(heard.join(' '))
    return !attack || reads(attack.prepared)
      ? {}
      : lacks('The prompt does not prepare the agent for this.', attack.rule)
  }
  if (cause === 'tool' || cause === 'variable') return {}
  if (kind === 'off topic') {
    if (cause === 'passage' || cause === 'prompt')
      return { lack: 'The agent’s documents or prompt cover this subject, so it went along with it.' }
    return reads(SCOPE)
      ? {}
      : lacks(
          'The prompt does not say what to do with other subjects.',
          'Answer only questions about our service, and decline all others.',
        )
  }
  if (cause === 'person')
    return outcome === 'handed over'
      ? {}
      : lacks(
          'Neither the prompt nor a built-in tool says how a customer reaches a person.',
          'Transfer customers who ask for a person.',
        )
  if (kind === 'missing information' && cause === 'unclear')
    return rule
      ? {}
      : lacks(
          'The prompt does not tell the agent to ask back.',
          'If it is unclear what the customer wants, ask.',
        )
  return {}
}
