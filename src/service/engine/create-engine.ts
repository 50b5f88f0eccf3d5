import { answerByRules } from './answer-by-rules'
import type { Engine, PrepareCall } from './engine'

export const RULES = 'rules, without a language model'

interface EngineOptions {
  readonly prepareCall: PrepareCall
}

/** Makes agents answer, everywhere alike: tries, threads, calls and the testing lab. */
export function createEngine({ prepareCall }: EngineOptions): Engine {
  return {
    by: RULES,
    async *answer(agent, turns, signal) {
      const started = performance.now()
      const since = () => Math.round((performance.now() - started) * 10) / 10
      let firstMs: number | undefined
      for await (const step of answerByRules({ agent, turns, prepareCall, signal })) {
        signal.throwIfAborted()
        if (step.type === 'text') firstMs ??= since()
        if (step.type !== 'end') yield step
        else yield { ...step, by: RULES, tookMs: since(), firstMs }
      }
    },
  }
}
