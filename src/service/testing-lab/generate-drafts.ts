import { draftByModel } from './draft-by-model'
import { draftScenarios } from './draft-scenarios'
import { type ChatModel, ModelFailed } from './language-model'
import { foreignLanguage } from './prompt-language'
import type { ScenarioDraft, ScenarioSource } from './scenario-source'

/** `generatedBy`: in words, for whoever looks at the scenario later. */
type Generated = ScenarioDraft & { readonly generatedBy: string }

/** The console waits for two minutes; what a model has not written by then is written by rules. Milliseconds. */
const PATIENCE = 100_000

/**
 * So many scenarios, all different: from a language model where there is one. What it does not give, the rules do, and say why (D177): a model that is
 * out of order costs nobody what they typed.
 */
export async function generateDrafts(
  source: ScenarioSource,
  count: number,
  model: ChatModel | undefined,
): Promise<Generated[]> {
  const byRules = (wanted: number, generatedBy: string) =>
    draftScenarios(source, wanted).map((draft) => ({ ...draft, generatedBy }))
  const language = foreignLanguage(source.prompt.system)
  const rules =
    language === undefined ? 'rules' : `rules, in English although the prompt seems to be in ${language}`
  if (!model) return byRules(count, rules)
  let why = 'the language model wrote too few'
  const written = await draftByModel(model, source, count, AbortSignal.timeout(PATIENCE)).catch(
    (error: unknown) => {
      why =
        error instanceof ModelFailed
          ? error.message.replace(/\.$/, '').replace(/^T/, 't')
          : 'the language model took too long'
      if (!(error instanceof ModelFailed) && !isTimeout(error)) throw error
      return []
    },
  )
  const generated: Generated[] = []
  const known = new Set<string>()
  const wishes = written.map((draft) => ({
    ...draft,
    firstMessage: [source.firstMessage, draft.firstMessage].filter(Boolean).join(' '),
    instructions: [draft.instructions, source.extraInstructions].filter(Boolean).join(' '),
    generatedBy: `the language model ${model.name}`,
  }))
  for (const draft of [...wishes, ...byRules(count, `${rules}, because ${why}`)]) {
    const key = draft.name.toLowerCase()
    if (generated.length === count || known.has(key)) continue
    known.add(key)
    generated.push(draft)
  }
  return generated
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'
