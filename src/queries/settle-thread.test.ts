import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readThreadRecord, type ThreadRecord } from '../contract/thread-records'
import { createEmailThread } from '../contract/threads'
import { infoOf } from './console-info.fixture'
import { createQueryClient } from './query-client'
import { findListed, isLost, settleThreads } from './settle-thread'
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

it('takes no web chat of a visitor for a message that was sent', () => {
  const visitor = { id: 't2', channel: 'CHAT', toEmail: undefined, subject: undefined }
  expect(certain([record(visitor)])).toBeUndefined()
  expect(certain([record(), record(visitor)])).toBe('t1')
})

it('looks a few times at each row of a list whose starts have no threads', () => {
  let reads = 0
  const toOf = (at: number) => `ada${at}@example.com`
  const rows = Array.from({ length: 1_000 }, (_, at) => [
    { id: `e${at}`, started: start({ id: `e${at}`, request: { ...request, toEmail: toOf(at) } }) },
    {
      id: `t${at}`,
      record: {
        ...record({ id: `t${at}` }),
        get toEmail() {
          reads += 1
          return toOf(at)
        },
      },
    },
  ]).flat()
  for (const { started } of rows)
    if (started) expect(findListed(started, rows).certain?.toEmail).toBe(started.request.toEmail)
  expect(reads / rows.length).toBeLessThan(10)
})

describe('a web chat', () => {
  const chat = (fields: Partial<StartedThread> = {}) =>
    start({
      ...{
        channel: 'chat',
        request: { agentId: 'a1' },
        note: { chatOrigin: 'https://console.example:8443' },
      },
      ...fields,
    })
  const listed = (fields: object = {}) =>
    readThreadRecord({
      ...{ id: 't1', channel: 'CHAT', agentId: 'a1', origin: 'console.example' },
      ...{ createdAt: '2026-05-01T10:00:02Z', ...fields },
    }) as ThreadRecord
  const found = (records: readonly ThreadRecord[], others: readonly StartedThread[] = [], sent = chat()) =>
    findListed(sent, [
      ...[sent, ...others].map((started) => ({ id: started.id, started })),
      ...records.map((each) => ({ id: each.id, record: each })),
    ]).certain?.id
  beforeEach(() => vi.stubGlobal('location', new URL('https://console.example:8443/threads')))

  it('is told by its agent, the origin of the console and its time', () => {
    expect(found([listed()])).toBe('t1')
    expect(found([listed({ origin: 'https://console.example:8443' })])).toBe('t1')
    // A visitor of a page, and one who came later.
    const visitors = [{ origin: 'shop.example' }, { createdAt: '2026-05-01T10:02:00Z' }]
    expect(found([listed(), ...visitors.map((each, at) => listed({ ...each, id: `v${at}` }))])).toBe('t1')
    expect(found([listed()], [chat({ id: 'e2', request: { agentId: 'a2' } })])).toBe('t1')
  })

  it.each([
    ['another agent', { agentId: 'a2' }],
    ['no agent', { agentId: undefined }],
    ['another origin', { origin: 'shop.example' }],
    ['no origin', { origin: undefined }],
    ['another channel', { channel: 'SMS' }],
    ['another time', { createdAt: '2026-05-01T10:01:30Z' }],
    ['no time', { createdAt: undefined }],
  ])('is not one with %s', (_what, fields) => {
    expect(found([listed(fields)])).toBeUndefined()
  })

  it('is never guessed: between two, nor where visitors have the same origin, or nobody noted it', () => {
    expect(found([listed(), listed({ id: 't2' })])).toBeUndefined()
    expect(found([listed()], [chat({ id: 'e2' })])).toBeUndefined()
    const shop = chat({ note: { chatOrigin: 'https://shop.example' } })
    expect(found([listed({ origin: 'shop.example' })], [], shop)).toBeUndefined()
    expect(found([listed()], [], chat({ note: undefined }))).toBeUndefined()
  })
})

it('looks for what has no answer, or was accepted without a readable reply', () => {
  expect(isLost(start())).toBe(true)
  expect(isLost(start({ state: 'accepted' }))).toBe(true)
  expect(isLost(start({ state: 'accepted', thread: { id: 't1', other: {} } }))).toBe(false)
  expect(isLost(start({ state: 'refused' }))).toBe(false)
})

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['no answer', Promise.reject.bind(Promise, new TypeError('cut'))],
  ['a reply that was cut', async () => new Response('{"id":"t', { status: 201 })],
])('records the thread that the service lists for a start with %s', async (name, answer) => {
  let nextCursor: string | null = 'again'
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const serviceName = `https://${name.replaceAll(' ', '-')}.example`
    if (path === '/console/info') return Response.json(infoOf(serviceName))
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
  const settle = () =>
    client
      .getMutationCache()
      .build(client, settleThreads())
      .execute({ lost: [started], all, asked: new Set(), agentId: undefined })
  // Others that fit may stand in what was not read.
  await settle()
  expect((await read())[0]?.thread).toBeUndefined()
  nextCursor = null
  await settle()
  expect(await read()).toMatchObject([{ state: 'accepted', thread: { id: 't1' }, error: undefined }])
})
