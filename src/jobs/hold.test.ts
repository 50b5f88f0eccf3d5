import { expect, it } from 'vitest'
import { holdAfter } from './hold'

it('waits as the service asks, else longer each time; "at once" is no answer of a busy service', () => {
  expect(holdAfter(1, 7_000)).toBe(7_000)
  for (const asked of [undefined, 0])
    expect([1, 2, 3, 20].map((times) => holdAfter(times, asked))).toEqual([2_000, 4_000, 8_000, 60_000])
})
