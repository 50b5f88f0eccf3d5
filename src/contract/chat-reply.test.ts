import { expect, test } from 'vitest'
import { readChatReply, WITHHELD, withoutToken } from './chat-reply'

const TOKEN = 'tkn_0123456789abcdef'
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0In0.c2lnbmF0dXJl'

test.each([
  // As a real service answers, and as other services might.
  [{ threadId: 't', token: TOKEN }, {}],
  [{ thread: { id: 't', token: TOKEN }, agent: { id: 'a' } }, { agent: { id: 'a' } }],
  [{ thread: { id: 't' }, token: TOKEN, success: true }, { success: true }],
  [{ threadId: 't', client: { clientToken: TOKEN, url: 'wss://x' } }, { client: { url: 'wss://x' } }],
  [{ threadId: 't', data: { hint: 'x' }, token: TOKEN }, { data: { hint: 'x' } }],
  [
    { data: { session: { auth: { jwt: TOKEN, kind: 'k' } }, thread_id: 't' } },
    { data: { session: { auth: { kind: 'k' } } } },
  ],
  [{ id: 't', token: { value: TOKEN, kind: 'bearer' } }, { token: { kind: 'bearer' } }],
  [{ id: 't', refreshToken: 'no', widgetToken: TOKEN }, { refreshToken: 'no' }],
  [[{ threadId: 't', token: TOKEN, more: [1] }], { reply: [{ more: [1] }] }],
])('thread id and token are found in %j, and the rest is kept (D15)', (reply, other) => {
  expect(readChatReply(reply)).toMatchObject({ threadId: 't', token: TOKEN })
  expect(readChatReply(reply)?.other).toEqual(other)
})

test('without a name that says so, what looks like a token is it', () => {
  const reply = { threadId: 't', tokenType: 'Bearer', credentials: [{ kind: 'client', value: JWT }] }
  expect(readChatReply(reply)).toEqual({
    threadId: 't',
    token: JWT,
    other: { tokenType: 'Bearer', credentials: [{ kind: 'client' }] },
  })
})

test('a thread id that is a number, a reply that is the token, and one that holds neither', () => {
  expect(readChatReply({ thread: { id: 7 } })).toEqual({ threadId: '7', other: {} })
  expect(readChatReply(TOKEN)).toEqual({ token: TOKEN, other: {} })
  for (const reply of [undefined, null, '', 'ok', 'Thank you, it is done', 7, [], {}, { ok: true }])
    expect(readChatReply(reply)).toBeUndefined()
})

test.each([
  [{ expiresAt: '2026-01-01T00:00:00Z' }, { expiresAt: '2026-01-01T00:00:00Z' }],
  [{ client: { exp: 1_767_225_600 } }, { expiresAt: '2026-01-01T00:00:00.000Z' }],
  [{ expires: 1_767_225_600_000 }, { expiresAt: '2026-01-01T00:00:00.000Z' }],
  [{ token: { value: TOKEN, ttl: 900 } }, { expiresIn: 900 }],
  [{ tokenExpiresIn: '900' }, { expiresIn: 900 }],
  [{ expiresIn: 'soon' }, { expiresIn: undefined, other: { expiresIn: 'soon' } }],
])('the end of the token is read from %j', (reply, read) => {
  expect(readChatReply({ threadId: 't', ...reply })).toMatchObject(read)
})

test('a reply that nests for ever, or very deep, is read to a depth', () => {
  let deep: object = { token: TOKEN }
  for (let at = 0; at < 50; at++) deep = { deep }
  expect(readChatReply({ threadId: 't', deep })).toMatchObject({ threadId: 't', other: { deep } })
})

test.each([
  { threadId: 't-1', token: TOKEN },
  { threadId: 't-1', ticket: TOKEN },
  { threadId: 't-1', connect: [`wss://chat.example.com/?t=${TOKEN}`] },
  { threadId: 't-1', greeting: { nested: [{ html: TOKEN }] } },
])('of %j nothing is remembered that might be the token', (reply) => {
  const kept = withoutToken(reply)
  expect(JSON.stringify(kept)).not.toContain(TOKEN)
  expect(JSON.stringify(kept)).toContain(WITHHELD)
  expect(kept).toMatchObject({ threadId: 't-1' })
})

test('ids, times, numbers and flags are remembered', () => {
  const reply = {
    thread: { id: 't', agentId: 'a', isActive: true, createdAt: '2026-01-01', ttl: 900, note: null },
  }
  expect(withoutToken(reply)).toEqual(reply)
  expect(withoutToken(TOKEN)).toBe(WITHHELD)
})

test.each([
  [{ token: 'short', accessToken: TOKEN }, 'short'],
  [{ tokenType: 'x', jwt: TOKEN }, TOKEN],
  [{ myjwt: 'second', chat_token: TOKEN }, TOKEN],
  [{ token: { raw: TOKEN }, id_token: 'second' }, TOKEN],
  [{ jwt: { value: TOKEN }, value: 'no' }, TOKEN],
  [{ tokens: { value: 'no' } }, undefined],
  [{ token: '', nextPageToken: 'no', csrfToken: 'no', pushToken: 'no', pageToken: 'no' }, undefined],
  [{ refresh: JWT }, undefined],
  [{ tokenized: 'no', xvalue: 'no' }, undefined],
])('the surest name has the token: %j', (reply, token) => {
  expect(readChatReply({ threadId: 't', ...reply })?.token).toBe(token)
})

test.each([
  [{ chatThreadId: 't', id: 'no' }, 't'],
  [{ thread_id: 't' }, 't'],
  [{ conversation: { id: 't' }, id: 'second' }, 't'],
  [{ chat: { _id: 't' } }, 't'],
  [{ data: { id: 't' } }, 't'],
  [{ data: { agent: { id: 'no' } } }, undefined],
  [{ agent: { id: 'no' }, chatbot: { id: 'no' } }, undefined],
  [{ threadId: { no: 1 }, idle: 'no', paid: 'no', parentThreadId: 'no', threadIds: 'no' }, undefined],
  [{ threadId: '', id: true }, undefined],
])('the surest name has the id of the thread: %j', (reply, threadId) => {
  expect(readChatReply({ token: TOKEN, ...reply })?.threadId).toBe(threadId)
})

test.each([
  { expiresAt: 'soon' },
  { exp: 12 },
  { exp: 1e300 },
  { exp: true },
  { expiresIn: -1 },
  { expiresIn: '' },
  { expiresIn: {} },
  { ttl: 'Infinity' },
  { lastExpired: 1_767_225_600, expired: 1_767_225_600, expiresInDays: 3, batttl: 3 },
])('no end of the token is read from %j', (reply) => {
  const read = readChatReply({ threadId: 't', ...reply })
  expect([read?.expiresAt, read?.expiresIn]).toEqual([undefined, undefined])
  expect(read?.other).toEqual(reply)
})

test('the end of a token may be now, and objects that came empty stay', () => {
  const read = readChatReply({ token: TOKEN, expires_in: 0, meta: {}, list: [{ threadId: 't' }] })
  expect(read).toMatchObject({ expiresIn: 0, threadId: 't', other: { meta: {}, list: [{}] } })
})

test.each(['short', 'one two three four five', '{"token": "0123456789abcdef"}'])(
  '%j is no bare token',
  (reply) => {
    expect(readChatReply(reply)).toBeUndefined()
  },
)

test('an empty text is no token, so it is remembered', () => {
  expect(withoutToken({ note: '', token: TOKEN })).toEqual({ note: '', token: WITHHELD })
})
