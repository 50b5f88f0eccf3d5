import { expect, test } from 'vitest'
import { slipsBetween } from '../../contract/slips'
import { isNear, wordsOf } from './words'

test('words are letters and digits, in lower case', () => {
  expect(wordsOf('Über AB-1234, “naïve” — don’t; 価格')).toEqual([
    'über',
    'ab',
    '1234',
    'naïve',
    'don',
    't',
    '価格',
  ])
})

test('letters of two characters are letters', () => {
  expect(wordsOf('Mu\u0308ller')).toEqual(['müller'])
})

test.each([
  ['refund', 'refund', 0],
  ['refnud', 'refund', 1],
  ['refun', 'refund', 1],
  ['recieve', 'receive', 1],
  ['kitten', 'sitting', 3],
  ['', 'ab', 2],
])('%s and %s are %i slips apart', (one, other, slips) => {
  expect(slipsBetween(one, other)).toBe(slips)
  expect(slipsBetween(other, one)).toBe(slips)
})

test('a short word allows one slip, a longer one two, the shortest none', () => {
  expect(isNear('opne', 'open')).toBe(true)
  expect(isNear('opxy', 'open')).toBe(false)
  expect(isNear('waranti', 'warranty')).toBe(true)
  expect(isNear('ab', 'ac')).toBe(false)
})
