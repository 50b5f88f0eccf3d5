import { expect, it } from 'vitest'
import { spanStart } from './-calls-table'
import { numberIn } from './-use-calls'

it.each([
  ['+1 (500) 555-0110', '+15005550110'],
  ['+15005550110', '+15005550110'],
  ['5005550110', undefined],
  ['+1500555', undefined],
  ['+15005550110 Ada', undefined],
])('takes %s as the number %s', (text, number) => {
  expect(numberIn(text)).toBe(number)
})

it('begins a span at a full hour, so that the same one is asked for within it', () => {
  const now = Date.parse('2026-05-02T10:59:59Z')
  expect(spanStart('day', now)).toBe('2026-05-01T10:00:00.000Z')
  expect(spanStart('week', now)).toBe('2026-04-25T10:00:00.000Z')
  expect(spanStart('ever', now)).toBeUndefined()
})
