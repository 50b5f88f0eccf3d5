import type { Fact } from '../engine/facts'
import { NUMBER_WORDS, tellingWords } from '../engine/meaning'

const AMOUNT = `(?:\\d[\\d.,]*|${NUMBER_WORDS})`
const MONEY = new RegExp(
  `(?:[€$£]\\s*${AMOUNT}|${AMOUNT}\\s*(?:euros?|dollars?|pounds?|cents?|EUR|USD|GBP|[€$£]))`,
  'i',
)
const CLOCK =
  /(?:from |at |until |between |by )?\b\d{1,2}(?:[:.]\d{2})?\s*(?:a\.?m|p\.?m|o'clock)\b|\b\d{1,2}:\d{2}\b/i
const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?'
const DATE = new RegExp(
  `(?:(?:on|by|until|from|before|after) )?(?:\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?\\b|\\b\\d{1,2}(?:st|nd|rd|th|\\.)? ${MONTH}(?![\\p{L}\\p{N}])|\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}\\b|\\b\\d{4}-\\d{2}-\\d{2}\\b)`,
  'u',
)
const COUNT = new RegExp(
  `(?:\\b(within|for|after|in|every|before|until|by)\\s+)?(?:\\b(?:up to|at most|at least|about|around|only|the first|a maximum of)\\s+)?\\b${AMOUNT}(?:\\s*(?:to|or|-|–)\\s*${AMOUNT})?\\s+((?:business |working |calendar |full )?\\p{Ll}{3,}s(?: (?:before|after|of|from|per) (?:the |your )?\\p{Ll}+)?)(?![\\p{L}\\p{N}])`,
  'iu',
)

const AUXILIARY = /^(.{2,60}?)\s(is|are|was|were|can|may|must|should|will)\s(.+)$/i
const MAIN_VERB =
  /^(.{2,60}?)\s(cost|take|last|open|close|start|end|include|require|cover|need|weigh|charge|offer|accept|provide|contain|arrive|ship|expire|begin|allow|hold|pay|receive|get)(s?)\s(.+)$/i

/** From the customer's side: "our" becomes "your". */
const turned = (text: string) => text.replaceAll(/\bours?\b/gi, 'your').replaceAll(/\b(?:we|us)\b/gi, 'you')

/** Without the capital of a sentence's first word; names keep theirs. */
function lowered(text: string): string {
  const [first = ''] = text.split(' ', 1)
  const common =
    /^(?:the|an?|our|your|we|you|all|every|each|children|people|nobody|any|no|some|most|for|in|on|at|to)$/i.test(
      first,
    )
  return common || /^\p{Lu}\p{Ll}+(?:s|ing|y|ion|ment|er|ery|ance)$/u.test(first)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

export const plain = (sentence: string) => lowered(turned(sentence.replace(/[.!]+$/, '')))

/** It begins with a name, or is in another language. */
const isCapital = (text: string) => /^\p{Lu}/u.test(text)

/** The fact as a clause: "that ..." or "this: ...". */
export const asClause = (text: string) => (isCapital(text) ? `this: ${text}` : `that ${text}`)

function partsOf(sentence: string) {
  const helped = AUXILIARY.exec(sentence)
  if (helped) return { who: helped[1] ?? '', verb: (helped[2] ?? '').toLowerCase(), rest: helped[3] ?? '' }
  const doing = MAIN_VERB.exec(sentence)
  if (!doing) return undefined
  const many = doing[3] === ''
  return {
    who: doing[1] ?? '',
    verb: many ? 'do' : 'does',
    rest: `${(doing[2] ?? '').toLowerCase()} ${doing[4]}`,
  }
}

export function askFor({ sentence }: Fact): string {
  const text = plain(sentence)
  const otherwise = isCapital(text) ? `Is this right: ${text}?` : `Is it right that ${text}?`
  const parts = partsOf(text)
  if (!parts || parts.who.includes(',')) return otherwise
  const { who, verb, rest } = parts
  const found = [
    [MONEY, () => 'How much'],
    [DATE, () => 'When'],
    [CLOCK, () => 'When'],
    [
      COUNT,
      (match: RegExpExecArray) =>
        match[1]
          ? `${match[1].charAt(0).toUpperCase()}${match[1].slice(1).toLowerCase()} how many ${match[2]}`
          : `How many ${match[2]}`,
    ],
  ] as const
  for (const [pattern, begin] of found) {
    const match = pattern.exec(rest)
    if (!match) continue
    const before = rest
      .slice(0, match.index)
      .replace(/[\s,;:(]+$/, '')
      .replace(/\s(?:from|at|until|between|by|for|of|only|about|and)$/i, '')
    // Without a word of its own, the question could be about anything.
    if (tellingWords(`${who} ${before}`).length < 1 || /,| and /.test(before)) return otherwise
    return `${begin(match)} ${verb} ${who}${before ? ` ${before}` : ''}?`
  }
  return otherwise
}

export function subjectOf({ sentence, topic }: Fact): string {
  const question = askFor({ sentence, topic })
  const words = question.replace(/^Is (?:it right that|this right:) /, '').replace(/\?$/, '')
  return words.length > 70 ? `${words.slice(0, 70).replace(/\s+\S*$/, '')} …` : words
}

/** A number outside of names ("Package 2", "page 3") and dates. */
const NUMBER = new RegExp(
  `(?<!\\p{Lu}\\p{L}* |\\b(?:page|step|room|number|type|version|level|chapter) |[\\d.,:/-])\\b(?:\\d+|${NUMBER_WORDS})\\b(?![\\d/-])`,
  'u',
)

/** A different number. `isHour`: of a clock. */
const otherThan = (number: string, isHour: boolean) => {
  if (/^\d+$/.test(number)) return String(isHour ? (Number(number) + 3) % 24 : Number(number) + 3)
  return number === 'ninety' ? 'eighty' : 'ninety'
}

/** The fact with a wrong number; `undefined` if it has no number. */
export function misheard({ sentence }: Fact): string | undefined {
  const text = plain(sentence)
  const number = NUMBER.exec(text)
  if (!number) return undefined
  const rest = text.slice(number.index + number[0].length)
  const other = otherThan(number[0], rest.startsWith(':'))
  return text.slice(0, number.index) + other + rest
}
