import * as z from 'zod/mini'
import { NOT_STORED } from '../../contract/redact'
import { isWire } from '../../contract/reply'
import {
  type DeclaredVariable,
  lintTexts,
  lintValues,
  type VariableFinding,
} from '../../contract/variable-lint'
import { fieldOf } from '../../contract/version-content'

/** Values for the variables of a version, as a form holds them. */
export interface VariableValues {
  /** By `keyOf(name)`; none where nobody touched the field. */
  declared: Record<string, string | undefined>
  /** Variables that the version does not declare, or whose version is not known here. */
  extra: { name: string; value: string }[]
}

export const emptyVariables: VariableValues = { declared: {}, extra: [] }

/** The variables of a version, from the creation request that this browser remembers; none where it does not. */
export const declaredIn = (request: unknown): readonly DeclaredVariable[] =>
  fieldOf(request, 'prompt.variables')

/** The place of a declared variable among the values. Dots would lead the form library deeper, and digits make a list. */
export const keyOf = (name: string) => `$${name.replaceAll('.', '·')}`

/** The check of rows of name and value: what has a value needs a name, and no name is there twice. `label`: of the name. */
export const namedOnce = (label: string) =>
  z.superRefine<readonly { name: string; value: string }[]>((rows, context) => {
    const names = rows.map(({ name }) => name.trim())
    for (const [index, name] of names.entries()) {
      const complain = (message: string) =>
        context.addIssue({ code: 'custom', message, path: [index, 'name'] })
      if (name === '' && rows[index]?.value !== '') complain(`${label} is needed, or empty the value`)
      else if (name !== '' && names.indexOf(name) !== index) complain(`${label} ${name} is used twice`)
    }
  })

/** The part of a form's schema that judges them. */
export const variableValues = {
  declared: z.record(z.string(), z.optional(z.string())),
  extra: z.array(z.object({ name: z.string(), value: z.string() })).check(namedOnce('Variable name')),
}

/** The variables that are sent: an empty one is left out, and the default of the version holds. `undefined`: none. */
export function givenVariables(
  values: VariableValues,
  declared: readonly DeclaredVariable[],
): Record<string, string> | undefined {
  const given = [
    ...declared.map(({ name }) => [name, values.declared[keyOf(name)] ?? ''] as const),
    ...values.extra.map(({ name, value }) => [name.trim(), value] as const),
  ].filter(([name, value]) => name !== '' && value !== '')
  return given.length > 0 ? Object.fromEntries(given) : undefined
}

/**
 * What a person should look at before a text goes out with these values (D187). `isKnown`: the version's variables are known here; without
 * that nothing can be said of what it lacks.
 */
export function findInMessage(
  text: string,
  label: string,
  values: VariableValues,
  declared: readonly DeclaredVariable[],
  isKnown: boolean,
): VariableFinding[] {
  const given = givenVariables(values, declared) ?? {}
  const also = isKnown ? [] : Object.keys(given)
  const inText = lintTexts([{ place: label, label, text, own: also }], declared).filter(
    ({ kind }) => kind !== 'unused' && kind !== 'no-default' && (isKnown || kind !== 'undeclared'),
  )
  return isKnown
    ? [...inText, ...lintValues(declared, given).filter(({ severity }) => severity !== 'note')]
    : inText
}

/** The values that stand for variables that were sent before; a secret among them must be typed anew (D66). */
export function variablesFrom(sent: unknown, declared: readonly DeclaredVariable[]): VariableValues {
  const entries = Object.entries(isWire(sent) ? sent : {})
    .filter(([, value]) => value !== null && value !== undefined && value !== NOT_STORED)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const)
  const isDeclared = (name: string) => declared.some((variable) => variable.name === name)
  return {
    declared: Object.fromEntries(
      entries.filter(([name]) => isDeclared(name)).map(([name, value]) => [keyOf(name), value]),
    ),
    extra: entries.filter(([name]) => !isDeclared(name)).map(([name, value]) => ({ name, value })),
  }
}

/** The path in the form of a complaint about `variables.<name>`; any other path stays. */
export function placeVariable(
  path: string,
  values: VariableValues,
  declared: readonly DeclaredVariable[],
): string {
  const [, dotted, quoted] = /^variables(?:\.(.+)|\[["']?(.+?)["']?\])$/.exec(path) ?? []
  const name = dotted ?? quoted
  if (name === undefined) return path
  if (declared.some((variable) => variable.name === name)) return `declared.${keyOf(name)}`
  const row = values.extra.findIndex((each) => each.name.trim() === name)
  return row === -1 ? path : `extra.${row}.value`
}
