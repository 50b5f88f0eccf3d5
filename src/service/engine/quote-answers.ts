import type { EngineAgent, EnginePassage, EngineTurn } from './engine'
import { factsOfPrompt } from './facts'
import { type Asked, wholeOf, withBefore } from './follow-up'
import { isQuestion, rootsOf, sentencesOf, shareFound, tellingWords } from './meaning'
import { pickSentences } from './pick-sentences'

interface Quoted {
  readonly text: string
  readonly passages: readonly EnginePassage[]
  /** The sentence of the prompt that it was taken from. */
  readonly rule?: string
}

const QUESTIONS_MAX = 5

/** Asks for somebody by name, which only a text with nearly all the words can answer. */
const WHO = /\bwho\b|\bwhose\b|\b(?:sur)?names?\b/i
const WHO_SHARE_MIN = 0.8

/** What goes on from another question with one word is asked with it first; with more it may stand for itself. */
async function answerTo(asked: Asked, agent: EngineAgent): Promise<Quoted | undefined> {
  const ways = [...new Set([wholeOf(asked), asked.question])]
  for (const way of rootsOf(asked.question).length > 1 ? ways.toReversed() : ways) {
    const answer = await answerAs(way, asked, agent)
    if (answer) return answer
  }
  return undefined
}

async function answerAs(
  question: string,
  asked: Asked,
  { search, prompt }: EngineAgent,
): Promise<Quoted | undefined> {
  const least = WHO.test(question) ? WHO_SHARE_MIN : 0
  const all = await search(question)
  const found = all.filter(({ text }) => least === 0 || shareFound(question, text) >= least)
  // What only repeats the answer to the question before is no answer to the one that goes on from it.
  const own = rootsOf(asked.question).length > 0 ? asked.question : question
  const sentences = pickSentences(
    own,
    found.map(({ text }) => text),
  )
  if (sentences.length > 0) {
    const passages = found.filter(({ text }) => sentencesOf(text).some((each) => sentences.includes(each)))
    return { text: sentences.join(' '), passages }
  }
  const facts = factsOfPrompt(prompt.system)
    .map(({ sentence }) => sentence)
    .filter((sentence) => shareFound(question, sentence) >= Math.max(least, 0.5))
  const said = pickSentences(own, facts)
  return said.length > 0 ? { text: said.join(' '), passages: [], rule: said[0] } : undefined
}

/** What documents and prompt say to each question of a message. `isWhole`: to all of them. */
export async function quoteAnswers(
  agent: EngineAgent,
  turns: readonly EngineTurn[],
  message: string,
): Promise<{ answers: readonly Quoted[]; isWhole: boolean }> {
  const sentences = sentencesOf(message).filter((sentence) => tellingWords(sentence).length > 0)
  const marked = sentences.filter(isQuestion)
  const questions = (marked.length > 0 ? marked : sentences).slice(0, QUESTIONS_MAX)
  const asked = withBefore(turns, questions)
  const found = await Promise.all(asked.map((each) => answerTo(each, agent)))
  const isWhole =
    marked.length <= QUESTIONS_MAX &&
    !questions.some((question, index) => isQuestion(question) && !found[index])
  return { answers: found.filter((each) => each !== undefined), isWhole }
}
