import type { EngineTurn } from './engine'
import { sentencesOf, tellingWords } from './meaning'

/** How somebody goes on: "And for children?", "What about Sundays?", "Et le dimanche ?" */
const GOES_ON =
  /^(?:(?:ok(?:ay)?|thanks|thank you|good|great|fine|i see)[,.!]?\s+)?(?:and|or|but|also|what if|what about|how about|what else|und|oder|aber|et|ou|mais|y|o|pero|e|ma|en|of|maar|ou|mas)\b/i

/** What stands for something that was said before. Of a longer question one cannot tell. */
const POINTS_BACK =
  /\b(?:it|its|that|this|they|them|their|those|these|there|then|he|she|his|her|same|else)\b/i
const POINTING_WORDS_MAX = 2
const WORDS_MAX = 5

const isFollowUp = (sentence: string): boolean => {
  const words = tellingWords(sentence).length
  return (
    (GOES_ON.test(sentence.trim()) && words <= WORDS_MAX) ||
    (POINTS_BACK.test(sentence) && words <= POINTING_WORDS_MAX)
  )
}

/** A question, with the one that it goes on from (D352). */
export interface Asked {
  readonly question: string
  readonly before?: string
}

/** The questions of the last message, each with what it goes on from: an earlier one of the message, or of the customer's last three. */
export function withBefore(turns: readonly EngineTurn[], questions: readonly string[]): Asked[] {
  const earlier = turns.filter(({ who }) => who === 'customer').slice(-4, -1)
  const isWhole = (sentence: string) => !isFollowUp(sentence) && tellingWords(sentence).length > 0
  let before = earlier.flatMap(({ said }) => sentencesOf(said.slice(0, 2_000))).findLast(isWhole)
  return questions.map((question) => {
    if (isFollowUp(question)) return { question, ...(before && { before }) }
    before = question
    return { question }
  })
}

/** What is searched for. */
export const wholeOf = ({ question, before }: Asked) => (before ? `${before} ${question}` : question)
