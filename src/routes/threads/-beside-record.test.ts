import { expect, test } from 'vitest'
import { createEmailThread, createSmsThread } from '../../contract/threads'
import { besideRecord } from './-beside-record'

const thread = {
  id: 't',
  agentId: 'a',
  isActive: true,
  createdAt: '2026-01-01T00:00:00Z',
  closedReason: null,
}

test.each([
  // As real services answer (SMS and e-mail), then shapes of our own.
  [{ thread }, {}],
  [
    { thread, status: 200, success: true },
    { status: 200, success: true },
  ],
  [thread, {}],
  [
    { data: { thread, warnings: ['slow'] }, requestId: 'r' },
    { data: { warnings: ['slow'] }, requestId: 'r' },
  ],
  [{ emailThread: thread, usage: { credits: 3 } }, { usage: { credits: 3 } }],
])('of %j nothing is lost', (reply, beside) => {
  for (const { reply: reader } of [createSmsThread, createEmailThread]) {
    const record = reader.parse(reply).record
    // Both operations wrap under names of their own; either way all of it is shown.
    if (record) expect(record).toMatchObject({ id: 't', isActive: true, other: { agentId: 'a' } })
    if (record) expect(besideRecord(reply, record.id)).toEqual(beside)
    else expect(besideRecord(reply, undefined)).toEqual(reply)
  }
})

test.each([
  [undefined, {}],
  ['', {}],
  ['queued', { reply: 'queued' }],
  [[{ a: 1 }], { reply: [{ a: 1 }] }],
  [{ accepted: true }, { accepted: true }],
])('a reply without a record is shown as it came: %j', (reply, shown) => {
  expect(besideRecord(reply, undefined)).toEqual(shown)
})

test('an id that is a number is found', () => {
  expect(besideRecord({ thread: { id: 7 }, more: 1 }, '7')).toEqual({ more: 1 })
})
