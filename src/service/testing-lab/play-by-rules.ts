import type { Turn } from '../store/schema'
import { judgeByRules, RULES } from './judge-by-rules'
import type { Play } from './play'
import { answerAsStandIn } from './stand-in'

/** What the customer is told to say later on. */
const later = (instructions: string) =>
  [...instructions.matchAll(/\bthen say:? “([^”]+)”/gi)].map(([, words = '']) => words)

const opening = (instructions: string) =>
  `Hello. ${instructions.replace(/^You (?:are|want)[^.]*\.\s*/, '')}`.trim()

/** Plays and judges without a language model (D174): the same scenario and agent always come out the same. */
export const playByRules: Play = async (scenario, agent, signal) => {
  const messages = [scenario.firstMessage || opening(scenario.instructions), ...later(scenario.instructions)]
  const transcript: Turn[] = []
  const heard: string[] = []
  let lack: string | undefined
  let doubt: string | undefined
  for (const message of messages) {
    signal.throwIfAborted()
    transcript.push({ who: 'caller', said: message })
    heard.push(message)
    const said = await answerAsStandIn(scenario, agent, heard)
    transcript.push({
      who: 'agent',
      said: said.text,
      ...(said.passages.length ? { passages: [...said.passages] } : {}),
    })
    lack ??= said.lack
    doubt ??= said.doubt
  }
  return { transcript, ...judgeByRules(scenario, transcript, { lack, doubt }), judgedBy: RULES }
}
