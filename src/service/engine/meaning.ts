import { withoutEndings } from '../search/find-synonyms'
import { isUnspaced } from '../search/unspaced'
import { wordsOf } from '../search/words'

/** Words that do not say what a sentence is about: small English words and small talk. */
const EMPTY = new Set(
  `a an the this that these those it its he she they them their there here i me my mine we us our ours you your yours who whom whose which what
when where why how is are was were be been being am do does did done doing has have had having can could may might must shall should will would ought not
no nor so too very just only also even than then and or but if as at by for from in into of off on onto out over to up down with within without about
again once all any both each few more most other some such own same s t d ll re ve m don doesn isn aren won can't because while until during before after
hello hi hey good morning day afternoon evening please thanks thank sorry tell told say says said know like want wish need ask asking question questions
much many long right true well yes okay now really quick quickly hear heard get got give let make me find something anything thing things one two
someone somebody anyone anybody told wonder wondering understand sure help bit little kind sort maybe perhaps actually wait mean meant else`
    .split(/\s+/)
    .filter((word) => word !== 'one' && word !== 'two'),
)

const NUMBERS =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`.split(
    ' ',
  )
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** Number words as digits, so that "fourteen" and "14" are the same. */
const DIGITS = new Map([
  ...NUMBERS.map((word, value): [string, string] => [word, String(value)]),
  ...TENS.map((word, index): [string, string] => [word, String((index + 2) * 10)]),
])

export const NUMBER_WORDS = [...NUMBERS.slice(1), ...TENS].join('|')

/** A text with a number, in digits or as a word. */
export const HAS_NUMBER = new RegExp(`\\d|\\b(?:${NUMBER_WORDS})\\b`, 'i')

/** A word without its endings, so that "refunded" and "refunds" are the same. */
function rootOf(word: string): string {
  return DIGITS.get(word) ?? (isNumber(word) ? word : withoutEndings('english', word))
}

/** The words that carry the meaning of a text, each once, as written. */
export function tellingWords(text: string): string[] {
  const words = wordsOf(text).filter(
    (word) => !EMPTY.has(word) && (word.length > 1 || /\d/.test(word) || isUnspaced(word)),
  )
  return [...new Set(words)]
}

/** Telling words without endings, with number words as digits. */
export const rootsOf = (text: string): string[] => [...new Set(tellingWords(text).map(rootOf))]

export const isNumber = (root: string) => /\p{N}/u.test(root)

/** The telling words of a text that another text does not have. */
export function wordsMissing(text: string, from: string): string[] {
  const there = new Set(rootsOf(from))
  return tellingWords(text).filter((word) => !there.has(rootOf(word)))
}

/** The share of a text's telling words that another text has, from 0 to 1; 1 without such words. */
export function shareFound(text: string, from: string): number {
  const words = tellingWords(text)
  return words.length === 0 ? 1 : 1 - wordsMissing(text, from).length / words.length
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a text, without bullets and numbers before lines. Broken lines are joined. */
export function sentencesOf(text: string): string[] {
  const lines = text.replaceAll(/\s*\n\s*(?=\p{Ll})/gu, ' ').split('\n')
  return lines.flatMap((line) =>
    [...segmenter.segment(line.replace(/^\s*(?:[-*•>#]+|\d+[.)])\s+/, ''))]
      .map(({ segment }) => segment.replaceAll(/\s+/g, ' ').trim())
      .filter((sentence) => sentence !== ''),
  )
}

/** Whether a text ends as a question, in any script. */
export const isQuestion = (text: string) => /[?？؟]\s*$/.test(text)

export const quotedIn = (text: string): string[] =>
  [...text.matchAll(/“([^”]+)”/g)].map(([, inner = '']) => inner.trim()).filter(Boolean)

/** A text without quotation marks, so that it can be quoted. */
export const unquoted = (text: string) => text.replaceAll(/[“”"]/g, "'")

/** A name of a variable as a person would say it. */
export const spoken = (name: string) =>
  name
    .replaceAll(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase()
