import { answerWhole, type Engine, type EngineTurn } from '../engine/engine'
import {
  isNumber,
  quotedIn,
  rootsOf,
  sentencesOf,
  shareFound,
  tellingWords,
  wordsMissing,
} from '../engine/meaning'
import { wordsOf } from '../search/words'
import type { PlayedScenario, Turn } from '../store/schema'
import { type Gap, gapOf } from './gaps'
import { type Judgement, NOT_JUDGED, type Play, turnOf } from './play'

/** What the customer says later, from the instructions. */
const later = (instructions: string) =>
  [...instructions.matchAll(/\bthen say:? “([^”]+)”/gi)].map(([, words = '']) => words)

const opening = (instructions: string) =>
  `Hello. ${instructions.replace(/^You (?:are|want)[^.]*\.\s*/, '')}`.trim()

/** Plays and judges without a language model (D174): the same scenario and agent always come out the same. */
export const playByRules =
  (engine: Engine): Play =>
  async (scenario, agent, signal) => {
    const messages = [
      scenario.firstMessage || opening(scenario.instructions),
      ...later(scenario.instructions),
    ]
    const transcript: Turn[] = []
    const turns: EngineTurn[] = []
    const heard: string[] = []
    let found: Gap = {}
    for (const message of messages) {
      signal.throwIfAborted()
      transcript.push({ who: 'caller', said: message })
      heard.push(message)
      turns.push({ who: 'customer', said: message })
      const answer = await answerWhole(engine, agent, turns, signal)
      turns.push({ who: 'agent', said: answer.said })
      transcript.push(turnOf(answer))
      // The first lack counts, and so does the first doubt.
      found = { ...gapOf(scenario.kind, agent, heard, answer), ...found }
    }
    if (!scenario.expectedOutcome.trim()) return { transcript, ...NOT_JUDGED }
    return { transcript, ...judgeByRules(scenario, transcript, found), judgedBy: engine.by }
  }

/** The share of a fact that one or two adjacent sentences must say. All its numbers are required. */
const SHARE_MIN = 0.7

const REFUSES =
  /\b(?:cannot|can't|could not|not able|unable|no information|do(?:es)? not know|don't know|not sure)\b/i
const ASKS = /\?(?:\s|$)/

function nearest(fact: string, sentences: readonly string[]): string {
  const windows = sentences.map((sentence, index) => [sentence, sentences[index + 1] ?? ''].join(' '))
  const score = (window: string) =>
    shareFound(fact, window) -
    wordsMissing(fact, window).filter((word) => isNumber(rootsOf(word)[0] ?? '')).length
  return windows.reduce((best, each) => (score(each) > score(best) ? each : best), windows[0] ?? '')
}

function unsaidOf(fact: string, sentences: readonly string[]): string[] {
  const missing = wordsMissing(fact, nearest(fact, sentences))
  const numbers = missing.some((word) => isNumber(rootsOf(word)[0] ?? ''))
  const share = 1 - missing.length / Math.max(1, tellingWords(fact).length)
  return numbers || share < SHARE_MIN ? missing : []
}

/** Words as a text writes them: "14:00" is two of them. */
function listFrom(text: string, words: readonly string[]): string {
  const written = text
    .split(/\s+/)
    .filter((piece) => wordsOf(piece).some((word) => words.includes(word)))
    .map((piece) => `“${piece.replaceAll(/^\p{P}+|\p{P}+$/gu, '')}”`)
  return [...new Set(written)].join(', ')
}

/** Words of an expected outcome that are about the conversation, not its subject. */
const ABOUT =
  /\b(?:agents?|customers?|callers?|answers?|explains?|mentions?|names?|confirms?|offers?|correctly|should|must|whether|states?|gives?|politely|clearly|knowledge|base|documents?|information)\b/gi

function judgeWords(expected: string, sentences: readonly string[]): Judgement {
  const matter = expected.replaceAll(ABOUT, ' ')
  const said = sentences.join(' ')
  const words = tellingWords(matter)
  const missing = wordsMissing(matter, said)
  if (
    words.length > 0 &&
    missing.length / words.length <= 1 - SHARE_MIN &&
    !missing.some((word) => /\d/.test(word))
  )
    return { verdict: 'passed', explanation: 'What the agent said has the words of the expected outcome.' }
  if (words.length > 0 && (missing.some((word) => /\d/.test(word)) || REFUSES.test(said)))
    return { verdict: 'failed', explanation: `The agent did not say: ${listFrom(matter, missing)}.` }
  const why =
    missing.length > 0
      ? `of this expected outcome these were not said: ${listFrom(matter, missing)}`
      : 'this expected outcome has none to compare'
  return {
    verdict: 'unclear',
    explanation: `Rules compare words only, and ${why}. A person or a language model has to judge it.`,
  }
}

/** The agent must say what the outcome has in “ ” (D174). `lack`: of the version; `doubt`: why rules cannot tell. */
function judgeByRules(
  { kind, expectedOutcome }: PlayedScenario,
  transcript: readonly Turn[],
  { lack, rule, doubt }: Gap,
): Judgement {
  const said = transcript.filter(({ who }) => who === 'agent').map((turn) => turn.said)
  const sentences = said.flatMap(sentencesOf)
  const all = said.join(' ')
  if (lack) return { verdict: 'failed', explanation: lack, suggestedRule: rule }
  if (doubt) return { verdict: 'unclear', explanation: doubt }
  if (kind === 'hostile' || kind === 'off topic')
    return REFUSES.test(all)
      ? { verdict: 'passed', explanation: 'The agent refused, as a rule of its prompt asks for.' }
      : { verdict: 'failed', explanation: 'The agent did not refuse.' }
  const facts = quotedIn(expectedOutcome)
  if (facts.length > 0) {
    const unsaid = facts
      .map((fact) => ({ fact, missing: unsaidOf(fact, sentences) }))
      .filter(({ missing }) => missing.length > 0)
    if (unsaid.length === 0) return { verdict: 'passed', explanation: 'The agent said what was expected.' }
    const reasons = unsaid.map(({ fact, missing }) =>
      missing.length === tellingWords(fact).length
        ? `The agent did not say “${fact}”`
        : `Of “${fact}” the agent did not say ${listFrom(fact, missing)}`,
    )
    const had = facts.length - unsaid.length
    const rest = had > 0 ? ` It did say ${had} of the ${facts.length} things expected.` : ''
    const found = transcript.some(({ passages }) => passages?.length)
    const why = found ? '' : ' It found no passage for it.'
    return {
      verdict: 'failed',
      explanation: `${reasons.join('. ')}.${rest}${why}`,
      suggestedRule: unsaid.map(({ fact }) => (/[.!?]$/.test(fact) ? fact : `${fact}.`)).join(' '),
    }
  }
  if (kind === 'missing information')
    return ASKS.test(all) || REFUSES.test(all)
      ? { verdict: 'passed', explanation: 'The agent asked back, or said that it does not know.' }
      : { verdict: 'failed', explanation: 'The agent neither asked back nor said that it does not know.' }
  return judgeWords(expectedOutcome, sentences)
}
