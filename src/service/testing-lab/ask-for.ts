import { type Fact, IMPERATIVE } from '../engine/facts'
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

const AUXILIARIES = 'is|are|was|were|can|may|must|should|will'
const AUXILIARY = new RegExp(`^(.{2,60}?)\\s(${AUXILIARIES})\\s(.+)$`, 'i')
const VERBS =
  'cost|take|last|open|close|start|end|include|require|cover|need|weigh|charge|offer|accept|provide|contain|arrive|ship|expire|begin|allow|hold|pay|receive|get|have|count|deliver|collect|belong|apply|go'
const MAIN_VERB = new RegExp(
  `^(.{2,60}?)\\s(?:(has|applies|goes)|(${VERBS})(s?))\\s(?!(?:${AUXILIARIES})\\b)(.+)$`,
  'i',
)
const THIRD: Readonly<Record<string, string>> = { has: 'have', applies: 'apply', goes: 'go' }

const WEEKDAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?'

/** From the customer's side: "our" becomes "your". */
const turned = (text: string) => text.replaceAll(/\bours?\b/gi, 'your').replaceAll(/\b(?:we|us)\b/gi, 'you')

/** A name of one word stands before its verb, and one of more has further capitals: "Anna is", "Old Mill has". */
const isSubject = (text: string) =>
  /^\p{Lu}\p{Ll}+,? \p{Ll}/u.test(text) &&
  !new RegExp(
    `^(?:${WEEKDAY}|${MONTH})\\b|^\\S+ (?:${AUXILIARIES}|has|(?:${VERBS})s?)\\b(?! (?:${AUXILIARIES})\\b)`,
  ).test(text) &&
  (AUXILIARY.test(text) || MAIN_VERB.test(text))

/** Without the capital of a sentence's first word; names keep theirs. */
function lowered(text: string): string {
  const [first = ''] = text.split(' ', 1)
  const common =
    /^(?:the|an?|our|your|we|you|all|every|each|children|people|nobody|any|no|some|most|for|in|on|at|to)$/i.test(
      first,
    )
  return common || isSubject(text) || /^\p{Lu}\p{Ll}+(?:s|ing|y|ion|ment|er|ery|ance)$/u.test(first)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

export const plain = (sentence: string) => lowered(turned(sentence.replace(/[.!]+$/, '')))

/** It begins with a name, or is in another language. */
const isCapital = (text: string) => /^\p{Lu}/u.test(text)

/** The fact as a clause: "that ..." or "this: ...". */
export const asClause = (text: string) => (isCapital(text) ? `this: ${text}` : `that ${text}`)

/** No customer asks about what begins like this: a condition, a place, or what somebody is to do. */
const NO_SUBJECT = new RegExp(
  `^(?:after|always|as|at|before|by|during|from|if|in|never|on|once|since|to|under|unless|until|what|when|where|who|with|without|do|does|not|nobody|nothing|none|there|for)\\b|^(?:${IMPERATIVE})\\s(?:the|an?|your|their|his|her|it|them|all|every|each|any|no|only|\\d)`,
  'i',
)
/** It goes on before its verb, or is about whoever calls. */
const BROKEN =
  /\b(?:that|which|who|whom|what|where|when|whether|if|as|because|it|them)\b|\b(?:and|or|not|also|never|of|to|for|with)$|\b(?:caller|customer|client|buyer)s?\b|[:;()]/i

const isSubjectOf = (who: string) =>
  (who === 'you' || tellingWords(who).length > 0) &&
  !NO_SUBJECT.test(who) &&
  !BROKEN.test(who) &&
  // A list of things ends with "and".
  /^[^,]+(?:(?:, [^,]+)* and [^,]+)?$/.test(who)

interface Parts {
  readonly who: string
  /** Goes before the subject in a question. */
  readonly verb: string
  readonly rest: string
}

function partsOf(text: string): Parts | undefined {
  const own = new RegExp(`^you (?!(?:${AUXILIARIES})\\b)(?:never )?(\\p{Ll}.+)$`, 'u').exec(text)
  if (own) return { who: 'you', verb: 'do', rest: own[1] ?? '' }
  const [, who = '', verb = '', rest = ''] = AUXILIARY.exec(text) ?? []
  if (who && isSubjectOf(who)) return { who, verb: verb.toLowerCase(), rest }
  const [, doer = '', third, many = '', ending, after = ''] = MAIN_VERB.exec(text) ?? []
  if (!doer || !isSubjectOf(doer)) return undefined
  const does = third ? (THIRD[third.toLowerCase()] ?? third) : many.toLowerCase()
  return { who: doer, verb: third || ending ? 'does' : 'do', rest: `${does} ${after}` }
}

const TIME = /^(?:business |working |calendar |full )?(?:second|minute|hour|day|week|month|year)s$/i

/** How a question for a number of things begins. */
function beginCount([, preposition = '', things = '']: RegExpExecArray, before: string, after: string) {
  // "days of the parcel reaching us" are no days of the parcel.
  const [, plain = things, of = ''] = /^((?:\S+ )?\S+)( (?:before|after|of|from|per) .+)$/.exec(things) ?? []
  const asked = after === '' || /^[,.;]/.test(after) ? `${plain}${of}` : plain
  const how = preposition.toLowerCase()
  if (how === 'until' || how === 'by') return `${how === 'by' ? 'By' : 'Until'} when`
  if (how === 'every') return 'How often'
  if (how === 'before') return undefined
  if (TIME.test(asked)) {
    if (how === 'for' || (how === '' && /\b(?:take|last|warranty|guarantee)$/.test(before))) return 'How long'
    if (how === 'after') return 'When'
    if (how === 'in') return 'How soon'
  }
  return how ? `${how.charAt(0).toUpperCase()}${how.slice(1)} how many ${asked}` : `How many ${asked}`
}

/** What a customer would ask who wants to know a fact; `undefined` where no plain question can be made of its sentence. */
export function questionFor({ sentence }: Fact): string | undefined {
  const text = plain(sentence)
  const [, label] = /^(\S+(?: (?!the\b|an?\b)\S+){0,3}): /.exec(text) ?? []
  if (label) {
    const matter = label.replace(/^\p{Lu}(?=\p{Ll}+ \p{Ll})/u, (first) => first.toLowerCase())
    const isMatter = !NO_SUBJECT.test(label) && !BROKEN.test(label) && !/\byour?\b/i.test(label)
    return isMatter ? `Can you tell me about ${matter}?` : undefined
  }
  const parts = partsOf(text)
  if (!parts) return undefined
  const { who, verb, rest } = parts
  for (const [pattern, word] of [
    [MONEY, 'How much'],
    [DATE, 'When'],
    [CLOCK, 'When'],
    [COUNT, undefined],
  ] as const) {
    const match = pattern.exec(rest)
    if (!match) continue
    const before = rest
      .slice(0, match.index)
      .replace(/[\s,;:(]+$/, '')
      .replace(new RegExp(`\\s?(?:\\b(?:from|on|every|each) )?\\b${WEEKDAY}\\b.*$`), '')
      .replace(/\s(?:from|at|until|between|by|for|of|only|about|and)$/i, '')
    // Without a word of its own, the question could be about anything.
    if (tellingWords(`${who} ${before}`).length < 1) continue
    if (/[,;]|\b(?:and|that|which|who|what|when|where|if|because|than|as|not|no|never)\b/i.test(before))
      continue
    const after = rest.slice(match.index + match[0].length).trimStart()
    const begin = word ?? beginCount(match, before, after)
    if (begin) return `${begin} ${verb} ${who}${before ? ` ${before}` : ''}?`
  }
  return yesOrNo(parts)
}

/** Where a sentence goes on with something else. */
const ANOTHER = new RegExp(`[,;:]| – | and (?=(?:never|has|(?:${VERBS})s?)\\b)`)

/** "Can gift cards be sent by letter?", also where they cannot. */
function yesOrNo({ who, verb, rest }: Parts): string | undefined {
  const [first = ''] = rest.split(ANOTHER)
  const isDenied = /^not\s/.test(first)
  const begin = !/^need not\s/.test(first) ? verb : /s$/.test(who) ? 'do' : 'does'
  const asked = first
    .replace(/^need not\s/, 'need to ')
    .replace(/^(?:not|never)\s/, '')
    .replace(/^(\p{Ll}+) no\s/u, '$1 ')
    .trim()
  const word = isDenied && begin === 'must' ? 'can' : begin
  const question = `${word.charAt(0).toUpperCase()}${word.slice(1)} ${who} ${asked}?`
  return asked === '' || question.length > 130 || /\b(?:not|but|nor|none|that of)\b/i.test(asked)
    ? undefined
    : question
}

/** A sentence that makes no question, such as one in another language, is read out. */
export const askFor = (fact: Fact): string => questionFor(fact) ?? `Is this right: ${plain(fact.sentence)}?`

export function subjectOf({ sentence, topic }: Fact): string {
  const question = askFor({ sentence, topic })
  const words = question.replace(/^Is this right: /, '').replace(/\?$/, '')
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
