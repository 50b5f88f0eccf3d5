import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { readThreadRecord, type ThreadRecord } from '../contract/thread-records'
import { createEmailThread } from '../contract/threads'
import { createQueryClient } from './query-client'
import { findListed, isLost, settleThread } from './settle-thread'
import { type StartedThread, threadQueries } from './threads'
import { write } from './write'

const TO = 'ada@example.com'
const SENT = '2026-05-01T10:00:00.000Z'
const request = { agentVersionId: 'v1', toEmail: TO, subject: 'Your order', firstMessage: 'Hello' }

const start = (fields: Partial<StartedThread> = {}): StartedThread => ({
  ...{ id: 'e1', channel: 'email', request, state: 'unknown', startedAt: SENT, beside: {} },
  ...fields,
})
const whole = {
  ...{ id: 't1', agentVersionId: 'v1', toEmail: TO, subject: 'Your order' },
  createdAt: '2026-05-01T10:00:02Z',
}
const record = (fields: object = {}) => readThreadRecord({ ...whole, ...fields }) as ThreadRecord
const certain = (records: readonly ThreadRecord[], others: readonly StartedThread[] = []) =>
  findListed(start(), [
    ...[start(), ...others].map((started) => ({ id: started.id, started })),
    ...records.map((each) => ({ id: each.id, record: each })),
  ]).certain?.id

it('is certain of the only thread that fits', () => {
  expect(certain([record()])).toBe('t1')
})

it.each([
  ['another recipient', { toEmail: 'bea@example.com' }],
  ['another version', { agentVersionId: 'v2' }],
  ['another subject', { subject: 'Something else' }],
  ['an earlier time', { createdAt: '2026-05-01T09:54:59Z' }],
  ['no version', { agentVersionId: undefined }],
  ['no recipient', { toEmail: undefined }],
  ['no time', { createdAt: undefined }],
])('is not certain of a thread with %s', (_what, fields) => {
  expect(certain([record(fields)])).toBeUndefined()
})

it('never guesses between two threads, or two starts, nor takes the thread of another start', () => {
  expect(certain([record(), record({ id: 't2' })])).toBeUndefined()
  expect(certain([record()], [start({ id: 'e2' })])).toBeUndefined()
  const other = start({ id: 'e2', state: 'accepted', thread: { id: 't1', other: {} } })
  expect(certain([record()], [other])).toBeUndefined()
})

it('looks for what was accepted without a readable reply, and never for a web chat', () => {
  expect(isLost(start())).toBe(true)
  expect(isLost(start({ state: 'accepted' }))).toBe(true)
  expect(isLost(start({ state: 'accepted', thread: { id: 't1', other: {} } }))).toBe(false)
  expect(isLost(start({ state: 'refused' }))).toBe(false)
  expect(isLost(start({ channel: 'chat', request: { agentId: 'a1' } }))).toBe(false)
})

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['no answer', Promise.reject.bind(Promise, new TypeError('cut'))],
  ['a reply that was cut', async () => new Response('{"id":"t', { status: 201 })],
])('records the thread that the service lists for a start with %s', async (name, answer) => {
  let nextCursor: string | null = 'again'
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const limits = { uploadBytes: 1, bodyBytes: 1 }
    const serviceName = `https://${name.replaceAll(' ', '-')}.example`
    if (path === '/console/info')
      return Response.json({
        service: 'hosted',
        serviceName,
        credentials: { apiKey: true, accessToken: true },
        limits,
      })
    if (method === 'POST') return answer()
    const threads = [{ ...whole, createdAt: new Date().toISOString() }]
    return Response.json({ threads, pagination: { nextCursor } })
  })
  const client = createQueryClient()
  await write(client, createEmailThread, { body: request }).catch(() => undefined)
  const read = () => client.query({ ...threadQueries.started(), staleTime: 0 })
  const all = await read()
  const [started] = all
  if (!started) throw new Error('nothing was recorded')
  const settle = () => client.getMutationCache().build(client, settleThread()).execute({ started, all })
  // Others that fit may stand in what was not read.
  await settle()
  expect((await read())[0]?.thread).toBeUndefined()
  nextCursor = null
  await settle()
  expect(await read()).toMatchObject([{ state: 'accepted', thread: { id: 't1' }, error: undefined }])
})
