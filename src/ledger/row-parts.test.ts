import { expect, it } from 'vitest'
import { inParts } from './row-parts'

const sizes = (rows: readonly unknown[]) => [...inParts(rows)].map(({ length }) => length)

it('puts at most 500 rows into a part', () => {
  expect(sizes(Array.from({ length: 1_001 }, (_, at) => at))).toEqual([500, 500, 1])
  expect(sizes([])).toEqual([])
})

it('puts fewer long rows into a part, and one that is longer alone', () => {
  const [long, longer] = ['x'.repeat(200_000), 'x'.repeat(600_000)]
  expect(sizes([long, long, long, longer, 1])).toEqual([2, 1, 1, 1])
})
