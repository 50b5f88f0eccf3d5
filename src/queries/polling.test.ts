import { afterEach, expect, it, vi } from 'vitest'
import { NoAnswer, ServiceRefusal, UnreadableReply } from '../client/api-error'
import type { KnowledgeFile } from '../contract/files'
import { callQuery } from './call-record'
import { messageQueries } from './messages'
import { filePollDelay, pollDelay, recoverDelay, retriesRead } from './polling'
import { probeService } from './service-health'
import { threadRecordQueries } from './thread-records'

const file = (fileId: string, status?: string): KnowledgeFile => ({ fileId, status, other: {} })

afterEach(() => {
  vi.unstubAllGlobals()
})

it('looks often at first and ever less, in few steps', () => {
  const delays = Array.from({ length: 300 }, (_, second) => pollDelay(second * 1000))
  expect(delays[0]).toBe(240)
  expect(delays[2]).toBe(1_500)
  expect(delays.at(-1)).toBe(10_000)
  expect(delays).toEqual(delays.toSorted((a, b) => a - b))
  // A delay that changed all the time would be set anew by every rendering and never run out.
  expect(new Set(delays).size).toBeLessThanOrEqual(5)
})

it('slows down while the same files wait, and starts over when others do', () => {
  const reader = {}
  const waiting = [file('1', 'PENDING'), file('2', 'INGESTED')]
  expect(filePollDelay(reader, waiting, 0)).toBe(240)
  expect(filePollDelay(reader, waiting, 120_000)).toBe(10_000)
  expect(filePollDelay({}, waiting, 120_000)).toBe(240)
  expect(filePollDelay(reader, [...waiting, file('3')], 120_000)).toBe(240)
})

it('does not look as often while many wait, whose list changes all the time', () => {
  const many = ['1', '2', '3', '4'].map((id) => file(id, 'PENDING'))
  expect(filePollDelay({}, many.slice(1), 0)).toBe(240)
  expect(filePollDelay({}, many, 0)).toBe(1_500)
})

it('looks once a minute when none waits, for what others do', () => {
  const reader = {}
  expect(filePollDelay(reader, [file('1', 'Odd status')], 0)).toBe(240)
  expect(filePollDelay(reader, [file('1', 'INGESTED'), file('2', 'FAILED')], 1)).toBe(60_000)
  expect(filePollDelay(reader, [], 2)).toBe(60_000)
  expect(filePollDelay(reader, undefined, 3)).toBe(false)
  // The next wait begins anew.
  expect(filePollDelay(reader, [file('1', 'PENDING')], 120_000)).toBe(240)
})

it('stops while offline, except on this machine', () => {
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('location', { hostname: 'console.example' })
  expect(filePollDelay({}, [file('1', 'PENDING')], 0)).toBe(false)
  expect(filePollDelay({}, [file('1', 'INGESTED')], 0)).toBe(false)
  vi.stubGlobal('location', { hostname: 'localhost' })
  expect(filePollDelay({}, [file('1', 'PENDING')], 0)).toBe(240)
})

it('tries again by itself only after errors that may pass', () => {
  const operation = 'listFiles'
  expect(recoverDelay(null, 1)).toBe(false)
  expect(recoverDelay(new NoAnswer({ operation, cause: 'connection lost', sent: true }), 1)).toBe(5_000)
  expect(recoverDelay(new ServiceRefusal({ operation, status: 503 }), 1)).toBe(5_000)
  expect(recoverDelay(new ServiceRefusal({ operation, status: 429, retryAfterMs: 20_000 }), 1)).toBe(20_000)
  expect(recoverDelay(new ServiceRefusal({ operation: 'readThread', status: 404 }), 1)).toBe(false)
  // Every service lists files, so what is wrong is its address, or it is away (D900).
  expect(recoverDelay(new ServiceRefusal({ operation, status: 404 }), 1)).toBe(5_000)
  for (const code of ['CREDENTIAL_REFUSED', 'NOT_PERMITTED'])
    expect(recoverDelay(new ServiceRefusal({ operation, status: 502, code }), 1)).toBe(false)
  expect(recoverDelay(new UnreadableReply({ operation, status: 200, raw: 1, reason: 'odd' }), 1)).toBe(false)
})

it.each([
  ['messages', messageQueries.of({ threadId: 't' }, true)],
  ['a thread', threadRecordQueries.one('t')],
  ['a call', callQuery('c')],
  ['the probe of the service', probeService(true)],
])('waits longer with each failure in a row: %s (D986)', (_, { refetchInterval }) => {
  const error = new ServiceRefusal({ operation: 'listFiles', status: 503 })
  const waits = [1, 2, 3].map(
    (errorUpdateCount) =>
      typeof refetchInterval === 'function' &&
      refetchInterval({ state: { error, errorUpdateCount } } as never),
  )
  expect(waits).toEqual([5_000, 10_000, 20_000])
})

it('hides a short wait, and shows a longer one at once instead of an empty list', () => {
  const refused = (retryAfterMs?: number) =>
    new ServiceRefusal({ operation: 'listCalls', status: 503, ...(retryAfterMs && { retryAfterMs }) })
  expect(retriesRead(0, refused())).toBe(true)
  expect(retriesRead(1, refused(2_000))).toBe(true)
  expect(retriesRead(2, refused())).toBe(false)
  expect(retriesRead(0, refused(5_000))).toBe(false)
  // Whoever waited a minute is told at once, and the screen goes on by itself.
  const late = { operation: 'listFiles', status: 504, fromProxy: true, code: 'SERVICE_TIMED_OUT' }
  expect(retriesRead(0, new ServiceRefusal(late))).toBe(false)
})
