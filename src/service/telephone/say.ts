import type { AgentRequest } from '../../contract/requests/agents'

type Variables = AgentRequest['prompt']['variables']

const PLACEHOLDER = /\{\{\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*\}\}/g

/** A text with its variables filled in: the value sent, else the default. A name that nobody declared stays as it is written. */
export function sayText(text: string, variables: Variables, given: Readonly<Record<string, unknown>>) {
  return text.replace(PLACEHOLDER, (written, name: string) => {
    const sent = Object.hasOwn(given, name) ? given[name] : undefined
    if (sent !== undefined && sent !== null && String(sent).trim() !== '') return String(sent)
    return variables.find((variable) => variable.name === name)?.defaultValue ?? written
  })
}

const OPENING_MAX = 240

/** Prompts speak to the agent; the agent speaks of itself. Only what cannot be misread is turned round. */
const asSaidByAgent = (sentence: string) =>
  sentence
    .replace(/^you are\b/i, 'I am')
    .replace(/^you\b/i, 'I')
    .replace(/\byour\b/g, 'my')

/** What an agent would say of itself by the first sentence of its prompt. */
export function sayOpening(prompt: string): string {
  // Headings and list marks are not said.
  const plain = prompt
    .replace(/^[\s#>*\-\d.)]+/gm, ' ')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const sentence = /^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain
  const said = asSaidByAgent(sentence)
  return said.length > OPENING_MAX ? `${said.slice(0, OPENING_MAX).replace(/\s+\S*$/, '')} …` : said
}

/** Seconds that it takes to say something, at two and a half words a second. */
export const secondsToSay = (texts: readonly string[]) =>
  Math.max(2, Math.ceil(texts.join(' ').split(/\s+/).filter(Boolean).length / 2.5))
