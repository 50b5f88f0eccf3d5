import { storable } from '../../contract/storable'
import { sayText } from '../say-text'
import { MAYBE_CALLED } from './call-tool'
import type { EngineAgent, EngineTool, EngineTurn, ToolResult, ToolValues } from './engine'
import { rootsOf, spoken } from './meaning'
import { isYes, wishesOf, withoutRefusals } from './prompt-rules'

/** A text of the version with its variables filled in. */
export const rendered = ({ prompt, values }: EngineAgent, text: string) =>
  sayText(text, prompt.variables, values)

/** The values that do not come from the conversation. */
export const ownValues = ({ prompt, values }: EngineAgent): Record<string, unknown> => ({
  ...Object.fromEntries(
    prompt.variables.flatMap(({ name, defaultValue }) => (defaultValue === '' ? [] : [[name, defaultValue]])),
  ),
  ...values,
})

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const VALUE_MAX = 100

/** What a tool is called with. What a customer or a model said counts only where whoever began the conversation gave nothing: nobody speaks for another customer. */
export const toolValues = (agent: EngineAgent, said: Readonly<Record<string, unknown>>): ToolValues => ({
  own: ownValues(agent),
  stated: Object.fromEntries(Object.entries(said).filter(([name]) => !hasValue(agent.values, name))),
})

/** What a customer says a variable is: "The order number is 4711." */
function statedIn(text: string, name: string): string | undefined {
  const start = new RegExp(`\\b${escaped(spoken(name))}\\s*(?:is|are|:|=)\\s+`, 'i').exec(text)
  if (!start) return undefined
  const rest = text.slice(start.index + start[0].length)
  const value = /^[^\n]*?(?=[.!?;,]?\s*(?:$|\n)|[.!?;,]\s|\s+and\s)/.exec(rest)?.[0].trim()
  return value && value.length <= VALUE_MAX ? value : undefined
}

const askedFor = (said: string, name: string) =>
  said.toLowerCase().includes(`the ${spoken(name)}`) && said.trim().endsWith('?')

const namesOf = ({ prompt, tools }: EngineAgent) => [
  ...new Set([
    ...prompt.variables.map(({ name }) => name),
    ...tools.flatMap(({ structure }) => structure.variables.map(({ name }) => name)),
  ]),
]

/** The variables that the customer stated, by name; what was said last counts. A short answer to a question is its value. */
export function variablesStated(agent: EngineAgent, turns: readonly EngineTurn[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [index, { who, said }] of turns.entries()) {
    if (who !== 'customer') continue
    const before = turns[index - 1]
    const asked = before?.who === 'agent' ? namesOf(agent).filter((name) => askedFor(before.said, name)) : []
    for (const name of namesOf(agent)) {
      const stated = statedIn(said.slice(0, 2_000), name)
      if (stated) values[name] = stated
    }
    const [only] = asked
    const answer = said.trim().replace(/[.!]$/, '')
    const isAnswer = answer !== '' && answer.length <= VALUE_MAX && !/[?\n]/.test(answer)
    const tellsIt = !/\b(?:is|are)\b/i.test(answer) && withoutRefusals(said) === said && wishesOf(said) !== ''
    if (only && asked.length === 1 && isAnswer && tellsIt) values[only] ??= answer
  }
  return values
}

/** The names, as a person says them, of variables without a value. */
export const variablesOpen = (
  needed: readonly { readonly name: string }[],
  values: Readonly<Record<string, unknown>>,
) => needed.filter(({ name }) => !hasValue(values, name)).map(({ name }) => spoken(name))

const hasValue = (values: Readonly<Record<string, unknown>>, name: string) =>
  Object.hasOwn(values, name) && ![undefined, null, ''].includes(values[name] as never)

/** Whether the agent's last words asked for one of these. */
export function variablesAsked(needed: readonly { readonly name: string }[], turns: readonly EngineTurn[]) {
  const last = turns.findLast(({ who }) => who === 'agent')
  return last !== undefined && needed.some(({ name }) => askedFor(last.said, name))
}

const SMALL = new Set('a an the my your our of for to in on at with by and or'.split(' '))

/** The tool that a message names with all the words of its name, and wants (D1033). */
export function toolNamed({ tools }: EngineAgent, message: string): EngineTool | undefined {
  const words = new Set(wordRoots(wishesOf(message)))
  return tools.find(({ name }) => {
    const wanted = wordRoots(name)
    return wanted.length > 0 && wanted.every((root) => words.has(root))
  })
}

const wordRoots = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !SMALL.has(word))
    .map((word) => rootsOf(word)[0] ?? word)

/** The tool that the customer named before, if the agent's last words asked for something that it needs, or whether to call it again. */
export function pendingTool(agent: EngineAgent, turns: readonly EngineTurn[]): EngineTool | undefined {
  const heard = turns.filter(({ who }) => who === 'customer')
  const message = heard.pop()?.said ?? ''
  const tool = heard.map(({ said }) => toolNamed(agent, said)).findLast((each) => each !== undefined)
  const last = turns.findLast(({ who }) => who === 'agent')
  if (tool && last?.said === toolTexts(tool).again) return isYes(message) ? tool : undefined
  const needs = tool?.structure.variables.filter(({ required }) => required) ?? []
  return variablesAsked(needs, turns) ? tool : undefined
}

/** Whether this conversation called a tool that does something. Turns have no calls, so the agent's own words say it. */
export const wasCalled = (tool: EngineTool, turns: readonly EngineTurn[]): boolean =>
  tool.structure.method.toUpperCase() !== 'GET' &&
  turns.some(({ who, said }) => who === 'agent' && toolTexts(tool).told.some((each) => said.includes(each)))

const LEAVES_MAX = 8
const TOLD_MAX = 300

/** The leaves of a JSON answer, "status: shipped", in their order. */
function leavesOf(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.slice(0, LEAVES_MAX).flatMap((each) => leavesOf(each, name))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, spoken(key)))
  if (value === null || value === '') return []
  return [name ? `${name}: ${value}` : String(value)]
}

function tellAnswer(answer: string): string | undefined {
  let text = answer.trim()
  if (text === '' || text.startsWith('<')) return undefined
  try {
    text = leavesOf(JSON.parse(text)).slice(0, LEAVES_MAX).join(', ')
  } catch {
    // It is plain text.
  }
  // A NUL that was escaped in JSON, or half a character at the cut, would fail the whole answer.
  return storable(text.length > TOLD_MAX ? `${text.slice(0, TOLD_MAX)} …` : text)
}

/** What the agent says while a tool works, and about what came of it. */
export function toolTexts({ name, speech }: EngineTool) {
  const [says, isDone] = [`“${name}” says: `, `“${name}” is done.`]
  return {
    waiting: speech || 'One moment.',
    again: `“${name}” was done before. Shall I do it again?`,
    /** How it is told that it was called. */
    told: [says, isDone],
    tell({ answer, error }: ToolResult): string {
      if (error === MAYBE_CALLED)
        return 'I am sorry, I was interrupted and cannot say whether that was done. Please check before you ask for it again.'
      if (error !== undefined) return 'I am sorry, that did not work just now. Please try again later.'
      const text = tellAnswer(answer ?? '')
      return text ? says + text : isDone
    },
  }
}
