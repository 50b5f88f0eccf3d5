import { VARIABLE_NAME } from './placeholders'

/** What takes the place of a finding in a text. `declares`: a name that has to be declared with it. */
export interface Mend {
  readonly label: string
  readonly insert: string
  readonly declares?: string
}

/** The name that begins a text, without what only ends a sentence. */
const WORD = /^[A-Za-z_](?:[\w.-]*\w)?/

/** What was probably meant by a name that is none: its words as one. */
export const joined = (name: string): string | undefined => {
  const one = name.split(/\s+/).join('_')
  return VARIABLE_NAME.test(one) ? one : undefined
}

/** How far around a place it can matter that braces go. */
const AROUND = 60

/** Whether less is found in a text once `insert` stands at that place; in braces again, it changes nothing around. `count`: how much is found. */
export function mends(
  text: string,
  { start, end }: { start: number; end: number },
  { insert }: Mend,
  count: (text: string) => number,
): boolean {
  if (insert.startsWith('{{')) return true
  const [from, until] = [Math.max(0, start - AROUND), end + AROUND]
  return count(text.slice(from, start) + insert + text.slice(end, until)) < count(text.slice(from, until))
}

/**
 * What mends a placeholder with a fault, if anything can. `piece`: as it stands in the text; `name`: what stands in its braces; `meant`: the variable
 * that was probably meant; `declared`: those there are.
 */
export function mendOf(
  piece: string,
  { kind, name, meant }: { kind: string; name: string; meant?: string | undefined },
  declared: ReadonlySet<string>,
): Mend | undefined {
  const word = kind === 'unclosed' ? WORD.exec(name)?.[0] : undefined
  const variable = meant ?? word
  if (variable === undefined) {
    if (name !== '') return undefined
    return { label: 'Remove the braces', insert: piece.replace(/[{}]/g, '') }
  }
  const insert = `{{${variable}}}${word ? name.slice(word.length) : ''}`
  const declares = declared.has(variable) ? undefined : variable
  const label = word === variable ? 'Close it with }}' : `Change to {{${variable}}}`
  return { label: declares ? `${label} and declare ${declares}` : label, insert, declares }
}
