import { findSynonyms, formsOf } from '../search/find-synonyms'
import { wordsOf } from '../search/words'
import { LANGUAGES } from '../store/schema'
import { isHiddenOrder } from './attacks'
import { HAS_NUMBER, isNumber, rootsOf, sentencesOf, tellingWords } from './meaning'

const SENTENCES_MAX = 3

/** What is answered with a number, a day or an hour. */
const ASKS_NUMBER =
  /\b(?:how (?:many|much|long|often|far|fast|soon|late|early|old|big|large|high|heavy)|when|what time|wie ?(?:viele?|lange|oft)|wann|combien|quand)\b/i

/** A word of the question, or a phrase, with what says the same. */
interface Unit {
  /** The roots of each word, any of which will do. */
  readonly words: readonly (readonly string[])[]
  readonly others: readonly (readonly string[])[]
  /** What it is worth to say it, and to say it otherwise. */
  readonly full: number
  readonly worth: number
}

/** Verbs of questions that say little: of "How long do refunds take?", "take" alone is no answer. */
const LIGHT = /^(?:take|takes|took|taken|need|needs|needed|last|lasts|happen|happens|work|works)$/

/** What a sentence should speak of. "send ... back" is one, so that "back" alone is nothing. */
function unitsOf(question: string): Unit[] {
  const words = wordsOf(question)
  const synonyms = LANGUAGES.flatMap((language) => findSynonyms(language, words))
  const phrases = synonyms.filter(({ rest }) => rest.length > 0)
  const inPhrases = new Set(phrases.flatMap(({ word, rest }) => [word, ...rest]))
  // Of "give back", "back" alone says something else.
  const meant = (others: readonly string[]) =>
    others.filter((other) => rootsOf(other).length === wordsOf(other).length).map(rootsOf)
  const formsIn = (word: string) =>
    rootsOf([word, ...LANGUAGES.flatMap((language) => formsOf(language, word))].join(' '))
  const single = tellingWords(question)
    .filter((word) => !inPhrases.has(word))
    .map((word) => ({
      words: [formsIn(word)],
      full: LIGHT.test(word) ? 0.4 : 1,
      others: synonyms.filter((each) => each.word === word).flatMap(({ others }) => meant(others)),
      worth: LIGHT.test(word) ? 0.2 : 0.5,
    }))
  const whole = phrases.map(({ word, rest, others }) => ({
    words: [word, ...rest].map(formsIn).filter((roots) => roots.length > 0),
    others: meant(others),
    full: 1,
    worth: 1,
  }))
  // Nothing but small words, such as "have to", says nothing.
  return [...single, ...whole].filter(({ words }) => words.length > 0)
}

function scoreOf(sentence: string, units: readonly Unit[]): number {
  const there = new Set(rootsOf(sentence))
  const has = (roots: readonly string[]) => roots.every((root) => there.has(root))
  return units.reduce(
    (score, { words, others, full, worth }) =>
      score +
      (words.every((roots) => roots.some((root) => there.has(root))) ? full : others.some(has) ? worth : 0),
    0,
  )
}

/** The sentences that answer a question best, in their original order. */
export function pickSentences(question: string, texts: readonly string[]): string[] {
  const units = unitsOf(question)
  const asked = new Set(rootsOf(question))
  const asksNumber = ASKS_NUMBER.test(question)
  const answers = (sentence: string) =>
    asksNumber &&
    HAS_NUMBER.test(sentence) &&
    !rootsOf(sentence)
      .filter(isNumber)
      .every((each) => asked.has(each))
      ? 1
      : 0
  const scored = texts
    .flatMap(sentencesOf)
    .filter((sentence) => !isHiddenOrder(sentence))
    .map((sentence, place) => ({ sentence, place, score: scoreOf(sentence, units) }))
    .filter(({ score }) => score > 0)
    .map((each) => ({ ...each, said: each.score, score: each.score + answers(each.sentence) }))
  // A number alone answers nothing.
  const most = Math.max(...scored.map(({ said }) => said))
  const best = scored
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .filter(
      ({ said, score }, _, [top]) =>
        score === top?.score || (said * 2 >= most && score * 2 >= (top?.score ?? 0)),
    )
    .slice(0, SENTENCES_MAX)
  return [...new Set(best.sort((one, other) => one.place - other.place).map(({ sentence }) => sentence))]
}
