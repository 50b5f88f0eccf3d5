import type { FindMeaning } from '../search/found'
import { answerByModel } from './answer-by-model'
import { answerByRules } from './answer-by-rules'
import { maybeCalled } from './call-tool'
import type { Engine, EngineAgent, PrepareCall } from './engine'
import type { ChatModel } from './language-model'

export const RULES = 'rules, without a language model'

interface EngineOptions {
  readonly prepareCall: PrepareCall
  /** Absent: rules answer. */
  readonly model?: ChatModel
  /** Absent: words alone find. */
  readonly findMeaning?: FindMeaning | undefined
}

/** Makes agents answer, everywhere alike: tries, threads, calls and the testing lab. */
export function createEngine({ prepareCall, model, findMeaning }: EngineOptions): Engine {
  const by = model ? `the language model ${model.name}` : RULES
  return {
    by,
    async *answer(agent, turns, signal) {
      const started = performance.now()
      const since = () => Math.round((performance.now() - started) * 10) / 10
      const searching: EngineAgent = {
        ...agent,
        search: async (question, isWide) => agent.search(question, isWide, await findMeaning?.(question)),
      }
      const conversation = {
        agent: searching,
        turns,
        prepareCall: agent.isRepeated ? maybeCalled : prepareCall,
        signal,
      }
      let firstMs: number | undefined
      for await (const step of model ? answerByModel(model, conversation) : answerByRules(conversation)) {
        signal.throwIfAborted()
        if (step.type === 'text') firstMs ??= since()
        if (step.type !== 'end') yield step
        else yield { ...step, by, tookMs: since(), firstMs }
      }
    },
  }
}
