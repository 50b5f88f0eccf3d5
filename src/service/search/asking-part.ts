import { isFiller } from './filler-words'
import { wordsOf } from './words'

/** With what people come to their question after greetings and what led to it. */
const ASKS =
  /\b(?:(?:could|can|would|will|do|does|did) (?:you|any\w*|some\w*)|tell me|know|wonder\w*|explain|question is|pourriez|pouvez|savoir|dire|demand\w*|sagen|wissen|frage)\b/giu

const SHORT = 3
const WORDS_MIN = 2

const tells = (text: string) =>
  wordsOf(text).filter((word) => word.length > SHORT && !isFiller(word)).length >= WORDS_MIN

/** The part of a message that asks, or all of it: "I am on the train, so could you tell me when the shop opens?" (D402) */
export function askingPart(message: string): string {
  const sentences = message.split(/(?<=[.!?])\s+/)
  const questions = sentences.filter((sentence) => /\?\s*$/.test(sentence))
  const asking = questions.length > 0 ? questions.join(' ') : message
  const last = [...asking.matchAll(ASKS)].at(-1)
  const rest = last ? asking.slice(last.index + last[0].length) : asking
  return [rest, asking].find(tells) ?? message
}
