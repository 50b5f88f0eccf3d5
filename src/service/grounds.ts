import type { WholeAnswer } from './engine/engine'
import type { Grounds } from './store/schema'

/** What of an answer is stored with its words (D323). */
export const groundsOf = ({ passages, tools, end }: WholeAnswer): Grounds => ({
  passages: [...passages],
  tools: tools.map(({ call: { slug, name, request }, result: { status, answer, error, tookMs } = {} }) => ({
    slug,
    name,
    request,
    status,
    answer,
    error,
    tookMs,
  })),
  by: end.by,
  tookMs: end.tookMs,
  error: end.error,
})
