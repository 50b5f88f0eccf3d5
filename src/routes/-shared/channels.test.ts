import { expect, it } from 'vitest'
import { draftName } from './channels'

it('drafts of earlier builds are found: their names do not change', () => {
  expect(draftName('sms', undefined, 'version-1')).toBe('sms thread version-1')
  expect(draftName('email', 'thread-1', 'agent-1')).toBe('e-mail thread thread-1 agent-1')
  expect(draftName('chat')).toBe('web chat')
})
