import { expect, test } from 'vitest'
import { createChatThread } from './threads'

const read = (reply: unknown) => createChatThread.reply.parse(reply).record
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0In0.c2lnbmF0dXJl'

test.each([
  [{ data: { session: { clientToken: 'x' }, thread: { id: 't' } } }, 'x'],
  [{ threadId: 't', auth: { widget: { ephemeral_token: 'x', tokenType: 'Bearer' } } }, 'x'],
  [{ threadId: 't', credentials: [{ kind: 'client', value: JWT }] }, JWT],
  [{ threadId: 't', tokenType: 'Bearer', tokenExpiresIn: 600 }, undefined],
  [{ threadId: 't', refreshToken: 'y', chat: { token: 'x' } }, 'x'],
] as const)('the token of %j is found wherever it stands (D15), and shown once', (reply, token) => {
  const record = read(reply)
  expect(record?.token).toBe(token)
  expect(record?.threadId).toBe('t')
  if (token) expect(JSON.stringify(record?.other)).not.toContain(`"${token}"`)
})

test('its end is found beside a wrapper, too', () => {
  expect(read({ data: { threadId: 't', token: 'x' }, expires_in: 600 })).toMatchObject({ expiresIn: 600 })
  expect(read({ threadId: 't', session: { token: 'x', expiresAt: '2026-01-01T00:00:00Z' } })).toMatchObject({
    token: 'x',
    expiresAt: '2026-01-01T00:00:00Z',
  })
  expect(read({ threadId: 't', token: 'x' })).toMatchObject({ threadId: 't', token: 'x', other: {} })
})
