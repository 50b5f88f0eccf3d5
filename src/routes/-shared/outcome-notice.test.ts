import { expect, it } from 'vitest'
import { answerMs, timesOf } from './outcome-notice'

const sent = { startedAt: '2026-11-29T10:00:00.000Z', finishedAt: '2026-11-29T10:00:01.500Z' }

it('says how long an answer took, and nothing of what none came to', () => {
  expect(answerMs({ ...sent, state: 'accepted' })).toBe(1500)
  expect(answerMs({ ...sent, state: 'refused', error: { status: 400, message: 'No' } })).toBe(1500)
  expect(answerMs({ ...sent, state: 'refused', error: { message: 'Never left' } })).toBeUndefined()
  expect(answerMs({ ...sent, state: 'unknown' })).toBeUndefined()
  expect(answerMs({ ...sent, state: 'accepted', found: true })).toBeUndefined()
})

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
