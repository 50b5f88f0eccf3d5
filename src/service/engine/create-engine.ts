import { sayText } from '../telephone/settle-call'
import { answerByRules } from './answer-by-rules'
import type { Engine, EngineTool, PrepareCall, ToolCall } from './engine'

const RULES = 'rules, without a language model'

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

/** A call that is not made, for tests of agents: they run unattended and often, and must order nothing (D308). */
export const rehearseCall: PrepareCall = (tool, values): ToolCall => ({
  request: requestOf(tool, values),
  send: async () => ({ answer: `(Here the agent uses “${tool.name}”.)`, tookMs: 0 }),
})

function requestOf({ structure }: EngineTool, values: Readonly<Record<string, unknown>>) {
  return { method: structure.method, url: sayText(structure.url, [], values), headers: {} }
}
