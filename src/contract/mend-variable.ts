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

/** How far around a place braces are looked at: they belong together within a few words. */
const AROUND = 60

/** Whether less is found in a text once `insert` stands at that place. `count`: how much is found in it, before and after. */
export function mends(
  text: string,
  { start, end }: { start: number; end: number },
  { insert, declares }: Mend,
  count: (text: string, declares?: string) => number,
): boolean {
  const [from, until] = [Math.max(0, start - AROUND), end + AROUND]
  const mended = text.slice(from, start) + insert + text.slice(end, until)
  return count(mended, declares) < count(text.slice(from, until))
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
    return { label: 'Remove the braces', insert: kind === 'unclosed' ? piece.slice(2) : '' }
  }
  const insert = `{{${variable}}}${word ? name.slice(word.length) : ''}`
  const declares = declared.has(variable) ? undefined : variable
  const label = word === variable ? 'Close it with }}' : `Change to {{${variable}}}`
  return { label: declares ? `${label} and declare ${declares}` : label, insert, declares }
}
