import { expect, it } from 'vitest'
import { callFilter, spanStart } from './-calls-table'

it('begins a span at a full hour, so that the same one is asked for within it', () => {
  const now = Date.parse('2026-05-02T10:59:59Z')
  expect(spanStart('day', now)).toBe('2026-05-01T10:00:00.000Z')
  expect(spanStart('week', now)).toBe('2026-04-25T10:00:00.000Z')
  expect(spanStart('ever', now)).toBeUndefined()
})

it('asks the service for no word that it cannot mean', () => {
  expect(callFilter({ status: 'IN_PROGRESS', reason: 'no answer', of: 'a1', since: 'ever' })).toEqual({
    status: 'IN_PROGRESS',
    agentId: 'a1',
  })
})
