import { describe, expect, test } from 'vitest'
import {
  declaredIn,
  emptyVariables,
  findInMessage,
  givenVariables,
  keyOf,
  placeVariable,
  variablesFrom,
} from './variable-values'

const declared = [
  { name: 'customer.name', required: true, defaultValue: '' },
  { name: 'plan', required: false, defaultValue: 'basic' },
]

test('empty variables are not sent, and names of extras are trimmed', () => {
  const values = {
    declared: { [keyOf('customer.name')]: 'Ada', [keyOf('plan')]: '' },
    extra: [
      { name: ' zip ', value: '1' },
      { name: '', value: '' },
    ],
  }
  expect(givenVariables(values, declared)).toEqual({ 'customer.name': 'Ada', zip: '1' })
  expect(givenVariables(emptyVariables, declared)).toBeUndefined()
})

test('what was sent comes back to the fields it came from; a secret that was not stored does not', () => {
  const sent = { 'customer.name': 'Ada', zip: 7, token: '[not stored]', none: null }
  expect(variablesFrom(sent, declared)).toEqual({
    declared: { [keyOf('customer.name')]: 'Ada' },
    extra: [{ name: 'zip', value: '7' }],
  })
  expect(variablesFrom('nonsense', declared)).toEqual(emptyVariables)
})

test('complaints of the service land on the inputs', () => {
  const values = { declared: {}, extra: [{ name: 'zip', value: 'x' }] }
  expect(placeVariable('variables.customer.name', values, declared)).toBe(
    `declared.${keyOf('customer.name')}`,
  )
  expect(placeVariable('variables["zip"]', values, declared)).toBe('extra.0.value')
  expect(placeVariable('variables.other', values, declared)).toBe('variables.other')
  expect(placeVariable('toPhoneNumber', values, declared)).toBe('toPhoneNumber')
})

describe('a message', () => {
  const kinds = (text: string, known = true, extra: { name: string; value: string }[] = []) =>
    findInMessage(text, 'the message', { declared: {}, extra }, declared, known).map(
      ({ kind, name }) => `${kind} ${name}`,
    )

  test('with a misspelt variable, and without a value that is needed', () => {
    expect(kinds('Hi {{plna}}')).toEqual(['undeclared plna', 'missing customer.name'])
  })

  test('for a version that is not known here is judged by its form only', () => {
    expect(kinds('Hi {{plna}} {{a b}}', false, [{ name: 'x', value: '1' }])).toEqual(['misnamed a b'])
  })
})

test('the variables of a remembered creation are read, and none of anything else', () => {
  const variables = [{ name: 'a', required: true, defaultValue: 'b' }]
  expect(declaredIn({ prompt: { variables } })).toEqual(variables)
  expect(declaredIn(undefined)).toEqual([])
  expect(declaredIn({ prompt: { variables: 'none' } })).toEqual([])
})
