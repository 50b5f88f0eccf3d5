import { expect, it } from 'vitest'
import { PHONE_NUMBER } from '../../contract/formats'
import { numberIn } from './joined-list'

it.each([
  ['+1 (500) 555-0110', '+15005550110'],
  ['+15005550110', '+15005550110'],
  ['+290 2222', '+2902222'],
  ['5005550110', undefined],
  ['+150055', undefined],
  ['+14156003', undefined],
  ['+150055501100', undefined],
  ['+15005550110 Ada', undefined],
])('takes %s as the number %s', (text, number) => {
  expect(numberIn(text)).toBe(number)
  if (number) expect(number).toMatch(PHONE_NUMBER)
})
