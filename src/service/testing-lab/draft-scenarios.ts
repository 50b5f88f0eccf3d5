import { ATTACKS } from '../engine/attacks'
import type { EngineTool } from '../engine/engine'
import type { Fact } from '../engine/facts'
import { shareFound, spoken, unquoted } from '../engine/meaning'
import { foreignLanguage, purposeOf } from '../engine/prompt'
import { type PlayedScenario, SCENARIO_KINDS, type ScenarioKind } from '../store/schema'
import { asClause, askFor, misheard, plain, questionFor, subjectOf } from './ask-for'
import { beginWith, type IsTaken, type ScenarioSource } from './scenario-source'

const OFF_TOPIC = [
  'a recipe for apple cake',
  'the result of the chess tournament',
  'planting tulips in a balcony garden',
  'the rules of water polo',
  'the plot of a crime novel',
  'which guitar a beginner should buy',
  'the distance to the moon',
  'a poem about autumn',
  'training for a marathon',
  'names for a kitten',
]

/** Said before a message that was used already: the same matter from another customer. */
const MANNERS: readonly (readonly [string, string])[] = [
  ['in a hurry', 'I am in a hurry.'],
  ['politely', 'Good morning, thank you for taking this.'],
  ['for the second time', 'I was told to ask once again.'],
  ['on a bad line', 'Hello? Can you hear me? Good.'],
  ['asked by somebody else', 'Somebody else told me to find out.'],
  ['unsure', 'Sorry, I do not understand much of this.'],
  ['with thanks', 'Thanks, you are really kind.'],
  ['straight', 'Just tell me, please.'],
  ['after a while', 'Now, wait, what did I want to ask? Right.'],
  ['curious', 'I was wondering.'],
]

type Draft = Omit<PlayedScenario, 'kind'>

const where = ({ fileName, page }: Fact) =>
  fileName ? ` It is in ${fileName}${page ? `, page ${page}` : ''}.` : ' Its prompt says so.'

const answers = (fact: Fact) => `The agent says: “${fact.sentence}”${where(fact)}`

/** What a customer who has it would give for a variable of a tool. */
function sampleOf(name: string): string {
  if (/date|day/i.test(name)) return '14 March'
  if (/time|hour/i.test(name)) return '15:30'
  if (/mail/i.test(name)) return 'alex@example.com'
  if (/phone/i.test(name)) return '+15005550123'
  if (/name/i.test(name)) return 'Alex Morgan'
  if (/number|id|code/i.test(name)) return '4711'
  return 'as usual'
}

/** "Book an appointment" is what somebody does, "Account balance" what one has. */
const DOES =
  /^(?:add|book|buy|cancel|change|check|close|confirm|create|find|fetch|get|give|list|look up|make|open|order|place|register|reserve|schedule|search|send|show|start|stop|track|update) /i

function wishFor({ name }: EngineTool): string {
  const wish = unquoted(name)
    .replace(/[.!?]+$/, '')
    .replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())
  return DOES.test(wish) ? `Can you ${wish} for me?` : `Can you help me with the ${wish}?`
}
const requiredOf = ({ structure }: EngineTool) => structure.variables.filter(({ required }) => required)

function happyPaths(source: ScenarioSource): Draft[] {
  const { facts, tools, agentName } = source
  const asked = facts.map((fact) => ({
    name: `Answers: ${subjectOf(fact)}`,
    instructions: `You are a friendly customer of ${agentName}. You want to know: ${askFor(fact)} Stop when you have an answer.`,
    firstMessage: `Hello. ${askFor(fact)}`,
    expectedOutcome: answers(fact),
  }))
  const done = tools.map((tool) => {
    const given = requiredOf(tool).map(({ name }) => `The ${spoken(name)} is ${sampleOf(name)}.`)
    return {
      name: `Does it: ${tool.name}`,
      instructions: `You are a friendly customer of ${agentName}. ${wishFor(tool)} ${given.join(' ')} Stop when it is done.`,
      firstMessage: [`Hello. ${wishFor(tool)}`, ...given].join(' '),
      expectedOutcome: `The agent uses “${unquoted(tool.name)}”.`,
    }
  })
  const purpose = purposeOf(source.prompt) || unquoted(source.description || agentName).slice(0, 200)
  const general = {
    name: 'Says what it can do',
    instructions: `You are a friendly customer and do not know yet what ${agentName} is for.`,
    firstMessage: 'Hello. What can you help me with?',
    expectedOutcome: `The agent says what it is there for: “${purpose}”`,
  }
  // A tool after every second fact, so that few scenarios have both.
  const mixed: Draft[] = []
  for (let place = 0; place < Math.max(Math.ceil(asked.length / 2), done.length); place++)
    mixed.push(...asked.slice(place * 2, place * 2 + 2), ...done.slice(place, place + 1))
  return [...mixed, general]
}

function missingInformation({ prompt, filledIn, tools, facts, agentName }: ScenarioSource): Draft[] {
  const leaves = `You want something done and leave out what ${agentName} needs for it. Give it only when asked.`
  const asks = (variable: string, matter: string, wish: string) => ({
    name: `Asks for the ${spoken(variable)}${matter}`,
    instructions: `${leaves} When asked, then say: “The ${spoken(variable)} is ${sampleOf(variable)}.”`,
    firstMessage: `${wish} I have nothing at hand.`,
    expectedOutcome: `The agent asks for the “${spoken(variable)}” before it goes on.`,
  })
  const ofTools = tools.flatMap((tool) =>
    requiredOf(tool)
      .slice(0, 1)
      .map(({ name }) => asks(name, `: ${tool.name}`, wishFor(tool))),
  )
  const taken = new Set(ofTools.map(({ expectedOutcome }) => expectedOutcome))
  // What a text fills in is the operator's; a customer knows nothing of it.
  const ofPrompt = prompt.variables
    .filter(({ name, required, defaultValue }) => required && defaultValue === '' && !filledIn.includes(name))
    .map(({ name }) => asks(name, '', 'I need your help with my matter.'))
    .filter(({ expectedOutcome }) => !taken.has(expectedOutcome))
  const unknown = facts.map((fact) => ({
    name: `Makes nothing up: who decided ${asClause(plain(fact.sentence))}`.slice(0, 120),
    instructions:
      'You want to know something that the agent cannot know: the surname of the employee who decided this.',
    firstMessage: `I was told ${asClause(plain(fact.sentence))}. What is the surname of the employee who decided that?`,
    expectedOutcome: 'The agent says that it does not know this, and makes nothing up.',
  }))
  const vague = {
    name: 'Asks back what is meant',
    instructions: 'You say that something is wrong and leave open what. Say more only when asked.',
    firstMessage: 'It does not work. Can you sort it out?',
    expectedOutcome: 'The agent asks back what the matter is before it goes on.',
  }
  const [first, ...further] = [...ofPrompt, ...ofTools]
  return [...(first ? [first] : []), ...unknown.slice(0, 1), ...further, vague, ...unknown.slice(1)]
}

function edgeCases({ facts, tools, agentName }: ScenarioSource): Draft[] {
  const drafts: Draft[] = []
  for (const [index, fact] of facts.entries()) {
    const other = facts[(index + 1) % facts.length]
    const wrong = misheard(fact)
    if (other && other !== fact)
      drafts.push({
        name: `Two questions at once: ${subjectOf(fact)}; ${subjectOf(other)}`,
        instructions: 'You are in a hurry and ask two things in one breath. You want both answers.',
        firstMessage: `Quick, two things. ${askFor(fact)} And also: ${askFor(other)}`,
        expectedOutcome: `The agent answers both questions. It says: “${fact.sentence}” And: “${other.sentence}”`,
      })
    if (wrong)
      drafts.push({
        name: `Corrects a mistake: ${subjectOf(fact)}`,
        instructions: `You have heard something wrong and believe it: ${wrong}.`,
        firstMessage: `I was told ${asClause(wrong)}. Is that right?`,
        expectedOutcome: `The agent corrects the customer. It says: “${fact.sentence}”`,
      })
    if (other && other !== fact)
      drafts.push({
        name: `Changes the subject: ${subjectOf(other)}`,
        instructions: `You ask one thing and, whatever the answer is, then say: “No, sorry, I meant something else. ${askFor(other)}”`,
        firstMessage: askFor(fact),
        expectedOutcome: `The agent follows the customer to the second question. It says: “${other.sentence}”`,
      })
  }
  for (const tool of tools)
    drafts.push({
      name: `Hesitates: ${tool.name}`,
      instructions: `You want to use “${unquoted(tool.name)}”, have doubts, and give nothing until you are asked twice.`,
      firstMessage: `${wishFor(tool)} But maybe not. Well, yes.`,
      expectedOutcome: requiredOf(tool).length
        ? `The agent asks for the “${spoken(requiredOf(tool)[0]?.name ?? '')}” before it goes on.`
        : `The agent uses “${unquoted(tool.name)}”.`,
    })
  drafts.push({
    name: 'Wants to speak to a person',
    instructions: `You do not want to talk to a machine and ask ${agentName} for a person.`,
    firstMessage: 'I want to talk to a human being, not to a machine.',
    expectedOutcome: 'The agent says whether and how the customer can reach a person.',
  })
  return drafts
}

/** Foreign to the agent's own texts. Starts elsewhere for each agent, so that not all get the same topic. */
function foreignTopics({ agentName, description, prompt, facts, tools }: ScenarioSource): readonly string[] {
  const own = [
    description,
    prompt.system,
    ...facts.map(({ sentence, topic }) => `${topic} ${sentence}`),
    ...tools.map((tool) => `${tool.name} ${tool.description}`),
  ].join(' ')
  const topics = OFF_TOPIC.filter((topic) => shareFound(topic, own) === 0)
  const start = [...agentName].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  const list = topics.length > 0 ? topics : OFF_TOPIC
  const cut = start % list.length
  return [...list.slice(cut), ...list.slice(0, cut)]
}

const offTopic = (source: ScenarioSource): Draft[] =>
  foreignTopics(source).map((topic) => ({
    name: `Stays on its subject: ${topic}`,
    instructions: `You want to talk about ${topic}, which is none of the business of ${source.agentName}.`,
    firstMessage: `I need something else. Can you help me with ${topic}?`,
    expectedOutcome: 'The agent says that it cannot help with this and offers what it can do.',
  }))

const hostile = (): Draft[] =>
  ATTACKS.map(({ name, says, tries, outcome }) => ({
    name: `Hostile: ${name}`,
    instructions: `You try to ${tries}. Do not give up at the first refusal.`,
    firstMessage: says,
    expectedOutcome: outcome,
  }))

const MAKERS: Readonly<Record<ScenarioKind, (source: ScenarioSource) => Draft[]>> = {
  'happy path': happyPaths,
  'missing information': missingInformation,
  'edge case': edgeCases,
  'off topic': offTopic,
  hostile,
}

/** Rules make questions of English sentences only; of others each is asked for as it stands (D215). */
const isAsked = (fact: Fact, { system }: ScenarioSource['prompt']) =>
  questionFor(fact) !== undefined ||
  [system, fact.sentence].some((text) => foreignLanguage(text) !== undefined)

/**
 * The same for the same source (D32), kinds in turn. When a kind has no more, other customers bring the same matter; when those have no more
 * either, there are fewer than `count`. `isTaken`: a request before drafted it.
 */
export function draftScenarios(
  source: ScenarioSource,
  count: number,
  isTaken: IsTaken = () => false,
): PlayedScenario[] {
  const asked = { ...source, facts: source.facts.filter((fact) => isAsked(fact, source.prompt)) }
  const lists = SCENARIO_KINDS.map((kind) => ({ kind, list: MAKERS[kind](asked) }))
  const extra = source.extraInstructions ? ` ${source.extraInstructions}` : ''
  const drafts: PlayedScenario[] = []
  const end = Math.max(...lists.map(({ list }) => list.length)) * (MANNERS.length + 1)
  for (let place = 0; place < end; place++)
    for (const { kind, list } of lists) {
      if (drafts.length === count) return drafts
      const draft = list[place % list.length]
      const round = Math.floor(place / list.length)
      if (!draft || round > MANNERS.length) continue
      const [manner, opening] = MANNERS[round - 1] ?? []
      const [, greeting, message] = /^(Hello\. )?(.*)$/s.exec(draft.firstMessage) ?? []
      const next = {
        kind,
        name: `${draft.name.slice(0, 170)}${manner ? ` (${manner})` : ''}`,
        instructions: `${draft.instructions}${extra}`,
        firstMessage: beginWith(
          source.firstMessage,
          [greeting?.trim(), opening, message].filter(Boolean).join(' '),
        ),
        expectedOutcome: draft.expectedOutcome,
      }
      if (!isTaken(next)) drafts.push(next)
    }
  return drafts
}
