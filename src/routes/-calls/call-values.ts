import type { DeclaredVariable } from '../../contract/variable-lint'
import { type CallFormValues, keyOf } from './call-form'

/** The values that would be sent, by name: declared ones where something was typed, then the others. */
export function givenValues(
  values: Pick<CallFormValues, 'declared' | 'extra'>,
  declared: readonly DeclaredVariable[],
): Record<string, string> {
  const given = [
    ...declared.map(({ name }) => [name, values.declared[keyOf(name)] ?? ''] as const),
    ...values.extra.map(({ name, value }) => [name.trim(), value] as const),
  ]
  return Object.fromEntries(given.filter(([name, value]) => name !== '' && value !== ''))
}
