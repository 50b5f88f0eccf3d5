import { isHiddenOrder } from './attacks'
import { HAS_NUMBER, isQuestion, sentencesOf, shareFound, tellingWords, unquoted } from './meaning'
import { foreignLanguage } from './prompt'
import { linesOfPrompt } from './prompt-lines'

/** A sentence to ask an agent for, and its source. */
export interface Fact {
  readonly sentence: string
  /** The innermost heading above it; may be empty. */
  readonly topic: string
  /** Absent for a sentence of the prompt. */
  readonly fileName?: string
  readonly page?: number
}

export interface FactSource {
  readonly fileName: string
  readonly page: number | null
  readonly heading: readonly string[]
  readonly content: string
}

/** Sentences that mean nothing out of context. */
const HANGING =
  /^(?:it|its|they|them|their|this|that|these|those|he|she|such|here|there|however|then|therefore|and|but|or|so|also|otherwise|in (?:this|that) case|see|note|for example|if so|both|neither)\b/i
const VERB =
  /\b(?:is|are|was|were|can|may|must|should|will|has|have|costs?|takes?|lasts?|opens?|closes?|starts?|ends?|needs?|covers?|includes?|requires?|offers?|accepts?|ships?|pays?|applies|apply|expires?)\b/i

/** How good a question a sentence makes; 0: none. */
function worthOf(sentence: string): number {
  const words = tellingWords(sentence).length
  if (sentence.length < 20 || sentence.length > 240 || words < 3) return 0
  if (HANGING.test(sentence) || isQuestion(sentence) || sentence.endsWith(':')) return 0
  // Code, references to laws and the like.
  if (/[`{}<>|=§_\\]|::|\/\//.test(sentence)) return 0
  // Tables and addresses have more signs than letters.
  if ((sentence.match(/\p{L}/gu) ?? []).length < sentence.length / 2) return 0
  let worth = /[.!]$/.test(sentence) ? 1 : 0
  if (VERB.test(sentence)) worth += 2
  if (HAS_NUMBER.test(sentence)) worth += 3
  if (sentence.length < 140) worth += 1
  return worth >= 3 ? worth : 0
}

/** The best sentences of each file, files in turn; always the same for the same documents. */
export function factsIn(sources: readonly FactSource[], hint = ''): Fact[] {
  const byFile = new Map<string, { fact: Fact; worth: number }[]>()
  const seen = new Set<string>()
  for (const { fileName, page, heading, content } of sources)
    for (const sentence of sentencesOf(content)) {
      const worth = worthOf(sentence)
      const key = tellingWords(sentence).join(' ')
      if (worth === 0 || seen.has(key) || isHiddenOrder(sentence)) continue
      seen.add(key)
      const fact = {
        sentence: unquoted(sentence),
        topic: unquoted(heading.at(-1) ?? ''),
        fileName,
        page: page ?? undefined,
      }
      const wished = hint && shareFound(hint, `${fact.topic} ${sentence}`) > 0 ? 10 : 0
      byFile.set(fileName, [...(byFile.get(fileName) ?? []), { fact, worth: worth + wished }])
    }
  const queues = [...byFile.values()].map((each) => each.sort((one, other) => other.worth - one.worth))
  const facts: Fact[] = []
  for (let place = 0; queues.some((queue) => place < queue.length); place++)
    for (const queue of queues) {
      const next = queue[place]
      if (next) facts.push(next.fact)
    }
  return facts
}

/** How a sentence begins that tells somebody what to do. */
export const IMPERATIVE =
  "do not|don't|be|keep|stay|answer|speak|ask|refuse|decline|use|greet|offer|act|remember|make sure|please|respond|reply|tell|say|introduce|explain|find|call|confirm|collect|check|verify|repeat|thank|apologi[sz]e|avoid|mention|listen|end|start|begin|follow|provide|help|assist|transfer|forward|schedule|book|note|focus|let|wait|limit|write|read|take|get|give|gather|record|include|handle|inform|remind|wish|try|address|assume|pretend|treat|close|open with|hang up|escalate|summari[sz]e|spell|pronounce|maintain|ensure|prioriti[sz]e|copy|promise|look (?:for|up|at|into)|sum up|name (?:the|both|a|an|it)|pass (?:the|them|it)|put (?:the|them|it)"

/** A rule for the agent, not a fact for customers. */
const RULE = new RegExp(
  `^(?:you|your|never|always|if|when|once|before|after|at the (?:start|beginning|end)|first|then|finally|in case|unless|only|must|${IMPERATIVE})\\b`,
  'i',
)

/** What is to be done in a case: "No: say that ...". Behind a label, "only" and the like begin facts, too: "Parking: only for guests." */
const CASE = new RegExp(`^[^:.!?"“]{1,60}:\\s+(?:you|if|never|always|then|${IMPERATIVE})\\b`, 'i')

/** Speaks to the agent ("you") or about the customer ("the caller"). */
const TO_AGENT =
  /\b(?:you|your|yourself|them|themselves)\b|\b(?:the|a|an|each|every|any) (?:callers?|customers?|users?|clients?|contacts?)\b/i

/** The facts in a prompt, without its rules. In other languages, only sentences with a number are surely facts. */
export function factsOfPrompt(system: string): Fact[] {
  const foreign = foreignLanguage(system) !== undefined
  return linesOfPrompt(system)
    .filter(({ sentence, read }) =>
      foreign ? HAS_NUMBER.test(sentence) : !RULE.test(read) && !CASE.test(read) && !TO_AGENT.test(sentence),
    )
    .map(({ sentence }) => sentence)
    .filter((sentence) => !sentence.includes('{{') && worthOf(sentence) > 0)
    .map((sentence) => ({ sentence: unquoted(sentence), topic: '' }))
}
