import { expect, it } from 'vitest'
import { readNumber } from './inputs'
import { arrayMessage } from './rows-fields'

it('finds the message of an array at its root or at itself', () => {
  expect(arrayMessage({ prompt: { variables: { root: { message: 'too many' } } } }, 'prompt.variables')).toBe(
    'too many',
  )
  expect(arrayMessage({ variables: { message: 'too many' } }, 'variables')).toBe('too many')
  expect(arrayMessage({}, 'prompt.variables')).toBeUndefined()
})

it('reads numbers as people type them, and nothing else', () => {
  expect(readNumber(' 12 ')).toBe(12)
  expect(readNumber('-0.5')).toBe(-0.5)
  expect(readNumber('')).toBeNull()
  for (const text of ['1e9', '0x10', 'abc', '1.', 'Infinity', '1,5']) expect(readNumber(text)).toBeNaN()
})
