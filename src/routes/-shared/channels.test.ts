import { expect, it } from 'vitest'
import { draftName, nameOfPerson, recordState } from './channels'

it('drafts of earlier builds are found: their names do not change', () => {
  expect(draftName('sms', undefined, 'version-1')).toBe('sms thread version-1')
  expect(draftName('email', 'thread-1', 'agent-1')).toBe('e-mail thread thread-1 agent-1')
  expect(draftName('chat')).toBe('web chat')
})

it('visitors are told apart by the time of day at which they came', () => {
  const visitor = { id: 'thread-1', channel: 'chat' } as const
  expect(nameOfPerson({ ...visitor, startedAt: '2026-01-05T09:03:07' })).toBe('Visitor, 09:03:07')
  expect(nameOfPerson(visitor)).toBe('Visitor, thread-1')
  // Nobody came to what was refused.
  expect(nameOfPerson({ ...visitor, state: 'refused' })).toBe('Web chat, thread-1')
  expect(nameOfPerson({ ...visitor, state: 'accepted' })).toBe('Visitor, thread-1')
})

it('a thread whose reason for closing is an empty text is not closed by it', () => {
  const thread = { id: 't', channel: 'sms', other: {} } as const
  expect(recordState({ ...thread, closedReason: '' } as never)).toBeUndefined()
  expect(recordState({ ...thread, closedReason: 'ENDED' } as never)).toMatch(/^Closed: /)
})
