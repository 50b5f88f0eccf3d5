import { expect, test } from 'vitest'
import { readThreadRecord } from '../contract/thread-records'
import { mergeThreads, startedOf } from './thread-rows'
import type { StartedThread } from './threads'

const started = (id: string, threadId: string | undefined, startedAt: string): StartedThread => ({
  id,
  channel: 'sms',
  request: { toPhoneNumber: '+15005550142' },
  state: 'accepted',
  startedAt,
  thread: threadId === undefined ? undefined : { id: threadId, other: {} },
  beside: {},
})
const record = (id: string, createdAt: string, more: object = {}) => {
  const read = readThreadRecord({ id, createdAt, isActive: true, ...more })
  if (!read) throw new Error('no thread')
  return read
}

test('threads of the service and those started here are listed each once, newest first', () => {
  const rows = mergeThreads(
    [
      record('t-2', '2026-01-02T00:00:00Z'),
      record('t-3', '2026-01-03T00:00:00Z'),
      record('t-3', '2026-01-03T00:00:00Z'),
    ],
    [started('e-4', undefined, '2026-01-04T00:00:00Z'), started('e-2', 't-2', '2026-01-02T00:00:00Z')],
    [],
  )
  expect(rows.map(({ id }) => id)).toEqual(['e-4', 't-3', 't-2'])
  expect(rows[2]).toMatchObject({ to: '+15005550142', channel: 'sms', state: 'accepted' })
  expect(rows[1]?.state).toBeUndefined()
})

test('the channel of a thread is the one that the service says or shows', () => {
  const rows = mergeThreads(
    [
      record('mail', '2026-01-03T00:00:00Z', { toEmail: 'ada@example.com' }),
      record('text', '2026-01-02T00:00:00Z', { toPhoneNumber: '+15005550142' }),
      record('fax', '2026-01-01T00:00:00Z', { channel: 'FAX' }),
    ],
    [],
    [],
  )
  expect(rows.map(({ channel }) => channel)).toEqual(['email', 'sms', undefined])
})

test('an address means a start of this browser first, else the thread of that id', () => {
  const threads = [
    started('same', 't-1', '2026-01-02T00:00:00Z'),
    started('e-2', 'same', '2026-01-01T00:00:00Z'),
  ]
  expect(startedOf('same', threads)?.thread?.id).toBe('t-1')
  expect(startedOf('t-1', threads)?.id).toBe('same')
  expect(startedOf('other', threads)).toBeUndefined()
})
