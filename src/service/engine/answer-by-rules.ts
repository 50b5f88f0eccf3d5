import { resisted } from './attacks'
import type { Conversation, EngineAgent, EngineEnd, EnginePassage, EngineTool, Step } from './engine'
import { isQuestion, tellingWords } from './meaning'
import { purposeOf } from './prompt'
import {
  ASKS,
  findPromptRule,
  isFarewell,
  isGreeting,
  isNo,
  isOptOut,
  isVague,
  QUOTED,
  wantsPerson,
  wishesOf,
  withoutRefusals,
  wordsForNothing,
} from './prompt-rules'
import { quoteAnswers } from './quote-answers'
import {
  pendingTool,
  rendered,
  toolNamed,
  toolTexts,
  toolValues,
  variablesAsked,
  variablesOpen,
  variablesStated,
  wasCalled,
} from './values'

/** Why the agent says what it says, for the judges of the testing lab. */
type Cause = NonNullable<EngineEnd['cause']>

interface Said {
  readonly text: string
  readonly outcome: EngineEnd['outcome']
  readonly cause: Cause
  readonly passages?: readonly EnginePassage[]
  /** The line of the prompt that decided. */
  readonly rule?: string
}

const NOTHING = 'I have no information on that.'

/** Characters of a message that rules look at: of a longer one the beginning, and the end, where people ask. */
const MESSAGE_MAX = 2_000

const readOf = (heard: string) =>
  heard.length > MESSAGE_MAX
    ? `${heard.slice(0, MESSAGE_MAX / 2)}. ${heard.slice(-MESSAGE_MAX / 2)}`.toWellFormed()
    : heard

/** Messages that were written with markup are asked in words. */
const TAG = /<\/?[a-z][^<>]*>/gi

/** Answers without a language model (D305): quotes what it finds, asks for what is missing, and makes nothing up. */
export async function* answerByRules(conversation: Conversation): AsyncGenerator<Step> {
  const { agent, turns } = conversation
  const heard = turns.findLast(({ who }) => who === 'customer')?.said ?? ''
  const message = readOf(heard).replaceAll(TAG, ' ')
  const last = turns.findLast(({ who }) => who === 'agent')?.said
  const before = turns.length === 0 ? openingOf(agent) : decideFirst(agent, message, last)
  if (before) return yield* say(before)
  const named = toolNamed(agent, message)
  const pending = pendingTool(agent, turns)
  const tool = named ?? pending
  const matter = withoutRefusals(message)
  if (matter !== message && tellingWords(matter).length === 0) return yield* say(goOnWithout(tool))
  if (named && named !== pending && wasCalled(named, turns))
    return yield* say({ text: toolTexts(named).again, outcome: 'asked back', cause: 'tool' })
  if (tool && wishesOf(matter) !== '') return yield* callTool(conversation, tool)
  yield* say(
    askForVariables(agent, conversation.turns, matter) ??
      (await answerFromKnowledge(conversation, matter)) ??
      answerNothing(agent, matter),
  )
}

/** After somebody did not tell what was asked for. */
const goOnWithout = (tool: EngineTool | undefined): Said =>
  tool
    ? {
        text: 'I cannot do that without it. Can I help you with something else?',
        outcome: 'asked back',
        cause: 'variable',
      }
    : { text: 'That is all right. How can I help you?', outcome: 'asked back', cause: 'greeting' }

function* say({ text, passages = [], rule, outcome, cause }: Said): Generator<Step> {
  for (const passage of passages) yield { type: 'passage', passage }
  if (rule) yield { type: 'rule', text: rule }
  yield { type: 'text', text }
  yield { type: 'end', outcome, cause }
}

/** What the agent says before anybody else: its first message, else the greeting of its prompt, else its name. */
function openingOf(agent: EngineAgent): Said {
  const first = rendered(agent, agent.firstMessage ?? '')
  const rule = findPromptRule(agent.prompt.system, 'greeting')
  const greeting = rule && QUOTED.exec(rendered(agent, rule))?.[1]
  if (first === '' && greeting) return { text: greeting, outcome: 'answered', cause: 'greeting', rule }
  const text = first || `Hello, this is ${agent.name}. How can I help you?`
  return { text, outcome: 'answered', cause: 'greeting' }
}

/** What goes before any search: somebody opts out, attacks the agent, wants a person, or only greets. */
function decideFirst(agent: EngineAgent, message: string, last: string | undefined): Said | undefined {
  const { system, preBuiltTools } = agent.prompt
  if (isOptOut(message)) {
    const text = 'We will not contact you again unless you get in touch with us.'
    return { text, outcome: 'opted out', cause: 'opt-out', rule: findPromptRule(system, 'opt-out') }
  }
  const attack = resisted(message)
  if (attack) {
    const refusal = `I cannot do that. I am glad to help with what ${agent.name} is there for.`
    const text = [attack.soothes, refusal].filter(Boolean).join(' ')
    return { text, outcome: 'answered', cause: 'attack', rule: findPromptRule(system, attack.prepared) }
  }
  if (wantsPerson(message)) {
    const rule = findPromptRule(system, 'person')
    return rule || preBuiltTools.includes('transfer-call')
      ? { text: 'You can reach a person: I transfer you.', outcome: 'handed over', cause: 'person', rule }
      : {
          text: 'I cannot connect you to a person here. Can I help you with something else?',
          outcome: 'asked back',
          cause: 'person',
        }
  }
  if (isGreeting(message))
    return last !== undefined
      ? { text: 'Hello. How can I help you?', outcome: 'asked back', cause: 'greeting' }
      : { ...openingOf(agent), outcome: 'asked back' }
  if (isFarewell(message) || (last?.endsWith('something else?') && isNo(message)))
    return { text: 'You are welcome. Goodbye.', outcome: 'answered', cause: 'greeting' }
  return undefined
}

/** "the name, the date and the time" */
const list = new Intl.ListFormat('en-GB')
const asks = (names: readonly string[]) => `What is ${list.format(names.map((name) => `the ${name}`))}?`

async function* callTool(
  { agent, turns, prepareCall, signal }: Conversation,
  tool: EngineTool,
): AsyncGenerator<Step> {
  const values = toolValues(agent, variablesStated(agent, turns))
  const [missing] = variablesOpen(
    tool.structure.variables.filter(({ required }) => required),
    { ...values.own, ...values.stated },
  )
  if (missing)
    return yield* say({ text: `Gladly. ${asks([missing])}`, outcome: 'asked back', cause: 'variable' })
  const { waiting, tell } = toolTexts(tool)
  yield { type: 'text', text: waiting }
  const call = prepareCall(tool, values)
  const head = { id: '1', slug: tool.slug }
  yield { type: 'toolCall', ...head, name: tool.name, request: call.request }
  const result = await call.send(signal)
  yield { type: 'toolResult', id: head.id, ...result }
  yield { type: 'text', text: ` ${tell(result)}` }
  yield result.error === undefined
    ? { type: 'end', outcome: 'answered', cause: 'tool' }
    : { type: 'end', outcome: 'failed', cause: 'tool', error: result.error }
}

/** Asks a customer who has not said what it is about for what the version needs, all at once, because some may be missing. */
function askForVariables(
  agent: EngineAgent,
  turns: Conversation['turns'],
  message: string,
): Said | undefined {
  const needed = agent.prompt.variables.filter(
    ({ required, defaultValue }) => required && defaultValue === '',
  )
  const stated = { ...agent.values, ...variablesStated(agent, turns) }
  const open = variablesOpen(needed, stated)
  const isAsked = variablesAsked(needed, turns)
  const isGiven = isAsked && variablesOpen(needed, agent.values).length > open.length
  if (open.length > 0 && (isGiven || isVague(message)))
    return {
      text: `${isGiven ? 'Thank you.' : 'Gladly.'} ${asks(open)}`,
      outcome: 'asked back',
      cause: 'variable',
    }
  return isGiven && isVague(message, Object.values(stated).join(' '))
    ? { text: 'Thank you, I have noted that. How can I help you?', outcome: 'asked back', cause: 'variable' }
    : undefined
}

async function answerFromKnowledge(
  { agent, turns }: Conversation,
  message: string,
): Promise<Said | undefined> {
  if (isVague(message)) return undefined
  const { answers, isWhole } = await quoteAnswers(agent, turns, message)
  if (answers.length === 0) return undefined
  const said = [...new Set(answers.map(({ text }) => text))].join(' ')
  const passages = answers.flatMap((each) => each.passages)
  const distinct = [...new Map(passages.map((each) => [`${each.fileId} ${each.text}`, each])).values()]
  return {
    // A partial answer must not count as a full one.
    text: isWhole ? said : `${said} On the rest: ${wordsOfPrompt(agent)?.text ?? NOTHING}`,
    outcome: 'answered',
    cause: distinct.length > 0 ? 'passage' : 'prompt',
    passages: distinct,
    rule: answers.find(({ rule }) => rule !== undefined)?.rule,
  }
}

/** What the prompt wants said where nothing is found. */
function wordsOfPrompt(agent: EngineAgent) {
  const own = wordsForNothing(agent.prompt.system)
  return own && { text: rendered(agent, own.words), rule: own.rule }
}

function answerNothing(agent: EngineAgent, message: string): Said {
  const { name, prompt, values } = agent
  const { system } = prompt
  if (/what (?:can|do) you (?:help|do)|what are you (?:for|there for)|who are you/i.test(message))
    return { text: purposeOf(prompt, values) || NOTHING, outcome: 'answered', cause: 'purpose' }
  // A vague wish has nothing to search for.
  if (isVague(message) || tellingWords(message).length === 0) {
    const rule = findPromptRule(system, 'asks')
    const what = rule && ASKS.exec(rule)?.[1]
    const subject = what?.replace(/\s(?:first|then|again|once|(?:before|if|when)\b.*)$/i, '').trim()
    const text = subject ? `Gladly. ${asks([subject])}` : 'What exactly is the matter?'
    const clarifies = rule ?? findPromptRule(system, 'clarifies')
    return { text, outcome: 'asked back', cause: 'unclear', rule: clarifies }
  }
  const scope = findPromptRule(system, 'scope')
  const usual = `${NOTHING} ${scope ? `I can help with what ${name} is there for.` : 'Can I help you with something else?'}`
  const { text, rule } = wordsOfPrompt(agent) ?? { text: usual, rule: scope }
  return { text, rule, outcome: isQuestion(text) ? 'asked back' : 'answered', cause: 'nothing found' }
}
