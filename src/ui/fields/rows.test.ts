import { describe, expect, it } from 'vitest'
import { readIds } from './ids-field'
import { readNumber } from './number-field'
import { objectToPairs, pairsToObject, repeatedNames } from './pairs-field'
import { arrayMessage } from './variables-field'

describe('rows of names and values', () => {
  it('become an object without nameless rows, or nothing', () => {
    expect(
      pairsToObject([
        { name: ' lead ', value: 'Ada' },
        { name: '', value: 'x' },
      ]),
    ).toEqual({ lead: 'Ada' })
    expect(pairsToObject([{ name: ' ', value: 'x' }])).toBeUndefined()
    const odd = pairsToObject([{ name: '__proto__', value: 'x' }])
    expect(Object.keys(odd ?? {})).toEqual(['__proto__'])
  })

  it('come from an object and go back', () => {
    expect(objectToPairs({ a: 'x', b: 2, c: null })).toEqual([
      { name: 'a', value: 'x' },
      { name: 'b', value: '2' },
      { name: 'c', value: 'null' },
    ])
  })

  it('name what stands twice, once', () => {
    const names = ['a', 'b', ' a', 'a', ''].map((name) => ({ name }))
    expect(repeatedNames(names)).toEqual(['a'])
  })
})

it('finds the message of an array at its root or at itself', () => {
  expect(arrayMessage({ prompt: { variables: { root: { message: 'too many' } } } }, 'prompt.variables')).toBe(
    'too many',
  )
  expect(arrayMessage({ variables: { message: 'too many' } }, 'variables')).toBe('too many')
  expect(arrayMessage({}, 'prompt.variables')).toBeUndefined()
})

it('reads pasted ids, each once', () => {
  expect(readIds(' a, b\nc;a  d ', ['d'])).toEqual(['a', 'b', 'c'])
  expect(readIds('  ', [])).toEqual([])
})

it('reads numbers as people type them, and nothing else', () => {
  expect(readNumber(' 12 ')).toBe(12)
  expect(readNumber('-0.5')).toBe(-0.5)
  expect(readNumber('')).toBeNull()
  for (const text of ['1e9', '0x10', 'abc', '1.', 'Infinity', '1,5']) expect(readNumber(text)).toBeNaN()
})
