import { expect, it } from 'vitest'
import { timesOf } from './outcome-notice'

const sent = { startedAt: '2026-11-29T10:00:00.000Z', finishedAt: '2026-11-29T10:00:01.500Z' }

it('names the times by what happened then', () => {
  const names = (of: Parameters<typeof timesOf>[0]) => Object.keys(timesOf(of))
  expect(names({ ...sent, state: 'accepted' })).toEqual(['Sent', 'Answered'])
  expect(names({ ...sent, state: 'accepted', found: true })).toEqual(['Sent', 'Known since'])
  expect(names({ ...sent, state: 'unknown' })).toEqual(['Sent', 'Given up'])
  expect(names({ ...sent, state: 'refused', error: { message: 'Never left' } })).toEqual([
    'Tried',
    'Given up',
  ])
})
