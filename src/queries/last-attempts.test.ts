import { expect, it } from 'vitest'
import type { Launch } from './calls'
import { lastAttempts } from './last-attempts'

it('lists a row of a batch once, that was refused for the moment and sent again', () => {
  const rowOf = (id: string, row: number, state: Launch['state'], batch = 'b1') => ({
    id,
    launch: { id, state, startedAt: '2026-05-01T10:00:00Z', batch: { id: batch, row } },
  })
  const rows = lastAttempts([
    rowOf('e9', 2, 'refused'),
    rowOf('e3', 0, 'accepted'),
    rowOf('e2', 2, 'refused'),
    rowOf('e1', 0, 'refused'),
    // What may have been placed stays, and so does the same row of another batch, each test call, and what is of no batch.
    rowOf('d2', 1, 'refused'),
    rowOf('d1', 1, 'unknown'),
    rowOf('c', 0, 'refused', 'b2'),
    rowOf('b', -1, 'refused'),
    rowOf('a', -1, 'refused'),
    { id: 'reported' },
  ])
  expect(rows.map(({ id }) => id)).toEqual(['e9', 'e3', 'd2', 'd1', 'c', 'b', 'a', 'reported'])
})
