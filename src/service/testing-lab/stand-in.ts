import { attackIn } from '../engine/attacks'
import type { EngineAgent, EngineTool } from '../engine/engine'
import { factsOfPrompt } from '../engine/facts'
import { rootsOf, sentencesOf, shareFound, spoken, tellingWords } from '../engine/meaning'
import { foreignDoubt, foreignLanguage, purposeOf } from '../engine/prompt'
import { SCOPE } from '../engine/prompt-rules'
import type { PlayedScenario, TurnPassage } from '../store/schema'

export interface Said {
  readonly text: string
  readonly passages?: readonly TurnPassage[]
  /** What the agent's version lacks, as advice. */
  readonly lack?: string
  /** Why rules cannot tell whether it lacks something. */
  readonly doubt?: string
}

const SENTENCES_MAX = 3

const NOTHING = 'I have no information on that.'
const UNTOLD = '(Rules cannot tell what the agent would say here.)'

/** What the prompt tells the agent to ask for, in its words. */
const askedByPrompt = (system: string) =>
  [...system.matchAll(/\bask (?:\w+ ){0,3}?for (?:the |their |a )?([^.,;]{3,60})/gi)].map(([, what = '']) =>
    what.replace(/\s(?:first|before\b.*|then|again|once)$/i, '').trim(),
  )

const CLARIFIES =
  /ask (?:back|again|what)|clarif|follow-?up question|ask (?:a|the|one|more|further) \S*\s*questions?|unclear|ambiguous|understand/i
const HUMAN = /transfer|human|person|colleague|call ?back|escalat|operator|staff/i

/** The sentences that answer a question best, in their original order. */
function pickSentences(question: string, texts: readonly string[]): string[] {
  const asked = new Set(rootsOf(question))
  const scored = texts
    .flatMap(sentencesOf)
    .map((sentence, place) => ({
      sentence,
      place,
      score: rootsOf(sentence).filter((root) => asked.has(root)).length,
    }))
    .filter(({ score }) => score > 0)
  const best = scored
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .filter(({ score }, _, [top]) => score * 2 >= (top?.score ?? 0))
    .slice(0, SENTENCES_MAX)
  return [...new Set(best.sort((one, other) => one.place - other.place).map(({ sentence }) => sentence))]
}

/** "the name, the date and the time" */
const list = new Intl.ListFormat('en-GB')

const toolFor = (words: string, { tools }: EngineAgent): EngineTool | undefined =>
  tools.find(({ name }) => tellingWords(name).length > 0 && shareFound(name, words) === 1)

/** Quotes what it finds, asks for what a tool or rule needs, and refuses if the prompt says so (D174). */
export async function answerAsStandIn(
  { kind }: PlayedScenario,
  agent: EngineAgent,
  heard: readonly string[],
): Promise<Said> {
  const { prompt, name } = agent
  const message = heard.at(-1) ?? ''
  const before = heard.slice(0, -1).join(' ')
  const language = foreignLanguage(prompt.system)
  const reads = (rule: RegExp) => language === undefined && rule.test(prompt.system)
  /** The answer without a rule. If rules cannot be read, it says nothing in the agent's name. */
  const without = (text: string, advice: string): Said =>
    language === undefined ? { text, lack: advice } : { text: UNTOLD, doubt: foreignDoubt(language) }

  if (kind === 'hostile') {
    const attack = attackIn(heard.join(' '))
    if (!attack || reads(attack.prepared))
      return {
        text: [attack?.soothes, `I cannot do that. I am glad to help with what ${name} is there for.`]
          .filter(Boolean)
          .join(' '),
      }
    return without(
      /system prompt/.test(attack.outcome)
        ? `I was told: ${prompt.system.trim().slice(0, 200)}`
        : 'I am not sure what to say to that.',
      `The prompt does not prepare the agent for this; ${attack.advice}`,
    )
  }

  const tool = toolFor(message, agent) ?? toolFor(before, agent)
  if (tool) {
    const missing = tool.structure.variables.find(
      ({ name: variable, required }) =>
        required && !new RegExp(`\\b${spoken(variable)} (?:is|are)\\b`, 'i').test(heard.join(' ')),
    )
    return missing
      ? { text: `Gladly. What is the ${spoken(missing.name)}?` }
      : { text: `${tool.speech || 'One moment.'} (Here the agent uses “${tool.name}”.)` }
  }

  if (kind === 'missing information') {
    const needed = prompt.variables.filter(({ required, defaultValue }) => required && defaultValue === '')
    const open = needed.filter(
      ({ name: variable }) => !new RegExp(`\\b${spoken(variable)} is\\b`, 'i').test(heard.join(' ')),
    )
    const isGiven = open.length < needed.length
    // Asks for all at once, because the customer may have only some of it.
    if (open.length > 0 && (isGiven || /nothing at hand/.test(message)))
      return {
        text: `${isGiven ? 'Thank you.' : 'Gladly.'} What is ${list.format(open.map((each) => `the ${spoken(each.name)}`))}?`,
      }
    if (isGiven) return { text: 'Thank you, I have noted that.' }
  }

  const sentences = sentencesOf(message).filter((sentence) => tellingWords(sentence).length > 0)
  const asked = sentences.filter((sentence) => sentence.endsWith('?'))
  const questions = asked.length > 0 ? asked : sentences
  const found = await Promise.all(
    questions.map((question) => answerTo(question, agent, kind === 'missing information')),
  )
  const known = found.filter(({ text }) => text !== '')
  const passages = known.flatMap(({ passages: each = [] }) => each)
  const distinct = [...new Map(passages.map((each) => [`${each.fileId} ${each.text}`, each])).values()]
  const text = [...new Set(known.map((each) => each.text))].join(' ')

  if (kind === 'off topic') {
    if (text)
      return {
        text,
        passages: distinct,
        lack: 'The agent’s documents or prompt cover this subject, so it went along with it.',
      }
    return reads(SCOPE)
      ? { text: `I cannot help with that. I can help with what ${name} is there for.` }
      : without(
          'Gladly, let us talk about that.',
          'The prompt does not say what to do with other subjects; add a rule such as “Answer only questions about our service, and decline all others.”',
        )
  }
  if (text) {
    // A partial answer must not count as a full one.
    const open =
      found.length > known.length &&
      questions.some((question, index) => question.endsWith('?') && !found[index]?.text)
    return { text: open ? `${text} On the rest: ${NOTHING}` : text, passages: distinct }
  }
  if (/human|a person|somebody real/i.test(message))
    return reads(HUMAN) || prompt.preBuiltTools.includes('transfer-call')
      ? { text: 'You can reach a person: I transfer you.' }
      : without(
          NOTHING,
          'Neither the prompt nor a built-in tool says how a customer reaches a person; add “Transfer the call”, or a rule.',
        )
  if (/what can you (?:help|do)/i.test(message)) return { text: purposeOf(prompt) || NOTHING }
  const asks = askedByPrompt(prompt.system)[0]
  // A vague wish has nothing to search for.
  if (kind === 'missing information' && !questions.some((question) => tellingWords(question).length > 3)) {
    if (asks) return { text: `Gladly. What is the ${asks}?` }
    return reads(CLARIFIES)
      ? { text: 'What exactly is the matter?' }
      : without(
          NOTHING,
          'The prompt does not tell the agent to ask back; add a rule such as “If it is unclear what the customer wants, ask.”',
        )
  }
  return { text: `${NOTHING} Can I help you with something else?` }
}

/** `whole`: answers only if everything asked for is found. */
async function answerTo(question: string, { search, prompt }: EngineAgent, whole: boolean): Promise<Said> {
  if (whole && tellingWords(question).length < 3) return { text: '' }
  const all = await search(question, new AbortController().signal)
  const passages = whole ? all.filter(({ text }) => shareFound(question, text) === 1) : all
  const sentences = pickSentences(
    question,
    passages.map(({ text }) => text),
  )
  if (sentences.length > 0) return { text: sentences.join(' '), passages }
  const own = factsOfPrompt(prompt.system)
    .map(({ sentence }) => sentence)
    .filter((sentence) => shareFound(question, sentence) >= (whole ? 1 : 0.5))
  return { text: pickSentences(question, own).join(' ') }
}
