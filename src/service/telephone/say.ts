import { renderText } from '../../contract/placeholders'
import type { DeclaredVariable } from '../../contract/variable-lint'

type Variables = readonly DeclaredVariable[]

/** A text with its variables filled in, as it would be spoken. */
export function sayText(
  text: string,
  variables: Variables,
  given: Readonly<Record<string, unknown>>,
): string {
  const defaults = Object.fromEntries(variables.map(({ name, defaultValue }) => [name, defaultValue]))
  return renderText(text, given, defaults)
    .map((piece) => piece.text)
    .join('')
    .trim()
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
  const lines = prompt.split('\n').map((line) =>
    line
      .replace(/^\s*(?:[-*>]|\d+[.)])\s+/, '')
      .replace(/[*_`]/g, '')
      .trim(),
  )
  // Headings are not said, unless there is nothing else.
  const said = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const plain = (said.length > 0 ? said.join(' ') : lines.join(' ')).replace(/#+\s*/g, '').trim()
  const sentence = asSaidByAgent(/^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain)
  return sentence.length > OPENING_MAX
    ? `${sentence.slice(0, OPENING_MAX).replace(/\s+\S*$/, '')} …`
    : sentence
}

/** Seconds that it takes to say something, at two and a half words a second. */
export const secondsToSay = (texts: readonly string[]) =>
  Math.max(2, Math.ceil(texts.join(' ').split(/\s+/).filter(Boolean).length / 2.5))
