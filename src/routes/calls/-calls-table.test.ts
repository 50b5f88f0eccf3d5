import { expect, it } from 'vitest'
import { callFilter, callList, spanStart } from './-calls-table'

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

it('lists a call that a person checked as that, not among those of unknown outcome', () => {
  const launch = { id: 'l', startedAt: '2026-05-01T10:00:00Z', state: 'unknown' } as const
  const outcome = callList([], undefined, false, []).filters?.find(({ param }) => param === 'state')
  expect(outcome?.of({ id: 'l', launch })).toBe('unknown')
  expect(outcome?.of({ id: 'l', launch: { ...launch, checked: true } })).toBe('checked')
  expect(outcome?.nameOf?.('checked')).toBe('Checked')
})
