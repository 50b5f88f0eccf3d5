import { StartRefused } from './start-refused'

export type Variables = Readonly<Record<string, string | undefined>>

/** Whether a variable takes a value, and what it takes, said after its name. */
export type VariableRule = readonly [fits: (value: string) => boolean, rule: string]

/** What reads variables of these names, each alone. An empty one counts as unset, as in a copied example file. It throws `StartRefused`. */
export const readerOf =
  <Name extends string>(rules: Readonly<Record<Name, VariableRule>>) =>
  (variables: Variables, name: Name): string | undefined => {
    const value = variables[name]?.trim()
    if (!value) return undefined
    const [fits, rule] = rules[name]
    if (!fits(value)) throw new StartRefused(`${name} ${rule}.`)
    return value
  }

/** The entries of a variable that holds several, separated by commas. */
export const listOf = (value = ''): readonly string[] =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** A port as a variable holds it. */
export const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
