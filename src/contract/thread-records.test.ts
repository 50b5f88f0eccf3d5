import { expect, it } from 'vitest'
import { listChatMessages, listEmailMessages, listMessages, sendMessage, streamMessages } from './messages'
import { readOrganization, updateOrganization } from './organization'
import { schemaOf } from './schema'
import { listThreads, readChatThread, readThread } from './thread-records'

const sms = { id: 't', toPhoneNumber: '+15551234567', isActive: true, lead: { score: 3 } }

it.each([
  [[sms]],
  [{ threads: [sms] }],
  [{ threads: [{ thread: sms }] }],
  [{ data: { threads: [sms], pagination: { limit: 10, nextCursor: null } }, success: true }],
  [{ items: [sms], pagination: {} }],
])('finds the threads in %j (D3)', (reply) => {
  const { items, nextCursor } = listThreads.reply.parse(reply)
  expect(items).toMatchObject([{ id: 't', channel: 'SMS', other: { lead: { score: 3 } } }])
  expect(nextCursor).toBeUndefined()
})

it.each([[{ thread: sms }], [sms], [{ data: { thread: sms } }], [{ result: sms }]])(
  'reads a thread from %j',
  (reply) => {
    expect(readThread.reply.parse(reply)).toMatchObject({ id: 't', isActive: true })
  },
)

it('knows a channel by what is said, else by the fields', () => {
  const channelOf = (thread: object) => readThread.reply.parse({ thread: { id: 't', ...thread } }).channel
  expect(channelOf({ channel: 'chat' })).toBe('CHAT')
  expect(channelOf({ toEmail: 'a@b.test' })).toBe('EMAIL')
  expect(channelOf({ subject: 'Hello' })).toBe('EMAIL')
  expect(channelOf({ toPhoneNumber: '+15551234567' })).toBe('SMS')
  expect(channelOf({})).toBeUndefined()
  expect(readChatThread.reply.parse({ thread: { threadId: 'c', lastActivityAt: 'now' } })).toMatchObject({
    id: 'c',
    lastActivityAt: 'now',
  })
})

it.each([undefined, {}, { thread: {} }, 'ok', { threads: 'none' }])('finds no thread in %j', (reply) => {
  expect(readThread.reply.safeParse(reply).success).toBe(false)
  expect(listThreads.reply.safeParse(reply).success).toBe(false)
})

const message = { id: 'm', direction: 'OUTBOUND', messageBody: 'Hello' }

it.each([
  [{ thread: { id: 't', messages: [message], pagination: { limit: 1, nextCursor: 'next' } } }, 'next'],
  [{ thread: { id: 't', messages: [message] }, pagination: { nextCursor: 'next' } }, 'next'],
  [{ messages: [message], pagination: { nextCursor: 'next' } }, 'next'],
  [{ messages: [message] }, undefined],
  [[message], undefined],
  [{ data: [message], nextCursor: 7 }, '7'],
])('finds messages and their cursor in %j', (reply, nextCursor) => {
  for (const { reply: reader } of [listMessages, listEmailMessages, listChatMessages]) {
    const page = reader.parse(reply)
    expect(page).toMatchObject({ items: [{ id: 'm', body: 'Hello' }], nextCursor })
    if ('thread' in reply) expect(page.thread).toMatchObject({ id: 't', other: {} })
  }
})

it('reads texts under their usual names, and counts what cannot be read', () => {
  const texts = [
    { id: 1, bodyText: 'a', bodyHtml: '<b>a</b>', subject: 's' },
    { id: 2, text: 'b' },
    { body: 'c' },
    { content: 'd', role: 'agent' },
  ]
  const page = listMessages.reply.parse({ messages: [...texts, 7, {}] })
  expect(page.items.map(({ body }) => body)).toEqual(['a', 'b', 'c', 'd'])
  expect(page.items[0]).toMatchObject({ html: '<b>a</b>', subject: 's' })
  expect(page.unreadable).toEqual([7, {}])
})

it('reads what became of a message that was sent, whatever the service says', () => {
  const taken = { status: 'queued', threadId: 't', messageId: 'm', windowExpiresIn: 900 }
  for (const reply of [taken, { data: taken }])
    expect(sendMessage.reply.parse(reply).record).toMatchObject({ messageId: 'm', windowExpiresIn: 900 })
  for (const raw of [undefined, {}, 'ok']) expect(sendMessage.reply.parse(raw)).toMatchObject({ raw })
})

it('reads the data of an event', () => {
  for (const data of [message, { message }, { data: { message } }])
    expect(streamMessages.reply.parse(data)).toMatchObject({ id: 'm', body: 'Hello' })
})

it('reads an organization with what it says', () => {
  const organization = { id: 'o', name: 'Acme', allowedChatDomains: ['a.example', 7], plan: 'free' }
  for (const reply of [{ organization }, organization, { data: { organization } }])
    expect(readOrganization.reply.parse(reply)).toMatchObject({
      name: 'Acme',
      allowedChatDomains: undefined,
      other: { plan: 'free', allowedChatDomains: ['a.example', 7] },
    })
  expect(readOrganization.reply.safeParse({ ok: true }).success).toBe(false)
})

const changes = schemaOf(updateOrganization.sendsBody)

it.each(['localhost', 'example.com', '*.example.com', 'a.b-c.example', 'xn--bcher-kva.example', '127.0.0.1'])(
  'takes the domain %s',
  (domain) => {
    expect(changes.safeParse({ allowedChatDomains: [domain] }).success).toBe(true)
  },
)

it.each([
  'https://example.com',
  'example.com:443',
  'example.com/chat',
  '*',
  '*.',
  '*.localhost',
  'intranet',
  'a.*.example',
  '-a.example',
  'a..example',
  'bücher.example',
  ' example.com',
  '',
  `${'a'.repeat(64)}.example`,
])('refuses the domain %j', (domain) => {
  expect(changes.safeParse({ allowedChatDomains: [domain] }).success).toBe(false)
})

it('takes at most fifty domains, each once, and at least one change', () => {
  const domains = Array.from({ length: 51 }, (_, index) => `d${index}.example`)
  expect(changes.safeParse({ allowedChatDomains: domains.slice(1) }).success).toBe(true)
  expect(changes.safeParse({ allowedChatDomains: domains }).success).toBe(false)
  expect(changes.safeParse({ allowedChatDomains: ['a.example', 'A.EXAMPLE'] }).success).toBe(false)
  expect(changes.safeParse({}).success).toBe(false)
})
