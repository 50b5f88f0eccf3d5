import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { type CallRecord, readCallRecord } from '../contract/call-records'
import { dispatchCall } from '../contract/calls'
import { callRecordQueries } from './call-records'
import { callQueries, type Launch } from './calls'
import { infoOf } from './console-info.fixture'
import type { CallRow } from './merge-calls'
import { createQueryClient } from './query-client'
import { findCandidates, findListed, settleMutations } from './settle-call'
import { write } from './write'

const NUMBER = '+15005550110'
const SENT = '2026-05-01T10:00:00.000Z'

const launch = (fields: Partial<Launch> = {}): Launch => ({
  id: 'e1',
  agentId: 'a1',
  startedAt: SENT,
  state: 'unknown',
  request: { versionId: 'v1', outboundPhoneNumberId: 'n1', toPhoneNumber: NUMBER },
  ...fields,
})
const whole = {
  id: 'c1',
  agentId: 'a1',
  agentVersionId: 'v1',
  toPhoneNumber: NUMBER,
  createdAt: '2026-05-01T10:00:02Z',
}
const record = (fields: object = {}) => readCallRecord({ ...whole, ...fields }) as CallRecord
const found = (records: readonly CallRecord[], others: readonly Launch[] = []) => {
  const { candidates, certain } = findCandidates(launch(), [launch(), ...others], records)
  return [candidates.map(({ id }) => id), certain?.id]
}

it('is certain of the only call that fits', () => {
  expect(found([record()])).toEqual([['c1'], 'c1'])
})

it('looks among the rows of a list only for a launch whose call is not known', () => {
  const rows = (lost: Launch) => [
    { id: lost.id, launch: lost },
    { id: 'c1', record: record() },
  ]
  expect(findListed(launch(), rows(launch())).certain?.id).toBe('c1')
  // Accepted, and the reply was cut.
  const cut = launch({ state: 'accepted' })
  expect(findListed(cut, rows(cut)).certain?.id).toBe('c1')
  for (const settled of [
    launch({ state: 'accepted', result: { id: 'c0', other: {} } }),
    launch({ state: 'refused' }),
  ])
    expect(findListed(settled, rows(settled))).toEqual({ candidates: [] })
})

const numbered = (at: number) => `+1500555${1000 + at}`

it.each([
  ['each has a number of its own', numbered, numbered, true],
  ['all have one number', () => NUMBER, () => NUMBER, false],
  ['the service tells no numbers', numbered, () => undefined, false],
])(
  'looks a few times at each row of a list whose launches have no calls, where %s',
  (_where, sentTo, reached, isCertain) => {
    let reads = 0
    const counted = <T extends object>(of: T): T =>
      new Proxy(of, {
        get: (target, name) => {
          reads += 1
          return Reflect.get(target, name)
        },
      })
    const request = { versionId: 'v1', outboundPhoneNumberId: 'n1' }
    const rows = Array.from({ length: 1_000 }, (_, at): CallRow[] => {
      const startedAt = new Date(Date.parse(SENT) + at * 1_000).toISOString()
      const sent = {
        state: 'accepted',
        startedAt,
        request: { ...request, toPhoneNumber: sentTo(at) },
      } as const
      return [
        counted({ id: `e${at}`, launch: counted(launch({ id: `e${at}`, ...sent })) }),
        counted({
          id: `c${at}`,
          record: counted(record({ id: `c${at}`, createdAt: startedAt, toPhoneNumber: reached(at) })),
        }),
      ]
    }).flat()
    for (const { launch, id } of rows)
      if (launch) expect(findListed(launch, rows).certain?.id === id.replace('e', 'c')).toBe(isCertain)
    expect(reads / rows.length).toBeLessThan(50)
  },
)

it.each([
  ['another agent', { agentId: 'a2' }],
  ['another number', { toPhoneNumber: '+15005550111' }],
  ['another version', { agentVersionId: 'v2' }],
  ['too early', { createdAt: '2026-05-01T09:54:59Z' }],
  ['too late', { createdAt: '2026-05-01T10:10:01Z' }],
  ['a call to the agent', { outbound: false }],
])('passes over a call of %s', (_what, fields) => {
  expect(found([record(fields)])).toEqual([[], undefined])
})

it('passes over the call of another launch', () => {
  const other = launch({ id: 'e2', state: 'accepted', result: { id: 'c1', other: {} } })
  expect(found([record()], [other])).toEqual([[], undefined])
})

it.each(['agentId', 'toPhoneNumber', 'createdAt'])('is not certain of a call without %s', (name) => {
  expect(found([record({ [name]: undefined })])).toEqual([['c1'], undefined])
})

it('never guesses between two calls, or between two launches', () => {
  expect(found([record(), record({ id: 'c2' })])).toEqual([['c1', 'c2'], undefined])
  expect(found([record()], [launch({ id: 'e2' })])).toEqual([['c1'], undefined])
  expect(found([record()], [launch({ id: 'e2', startedAt: '2026-05-01T11:00:00Z' })])).toEqual([['c1'], 'c1'])
})

afterEach(() => vi.unstubAllGlobals())

/** A page whose dispatch got no answer, and a service that lists these calls. */
async function inDoubt(
  serviceName: string,
  listed: () => readonly object[],
  takesTimes = true,
  nextCursor: string | null = null,
  answer = (): Response => {
    throw new TypeError('cut')
  },
) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (path === '/console/info') return Response.json(infoOf(serviceName))
    if (method === 'POST') return answer()
    asked.push(path)
    if (!takesTimes && path.includes('created')) return Response.json({ message: 'No.' }, { status: 400 })
    return Response.json({ agentCalls: listed(), pagination: { nextCursor } })
  })
  const client = createQueryClient()
  const body = { versionId: 'v1', outboundPhoneNumberId: 'n1', toPhoneNumber: NUMBER }
  await write(client, dispatchCall, { params: { agentId: 'a1' }, body }).catch(() => undefined)
  const read = () => client.query({ ...callQueries.launched(), staleTime: 0 })
  const launches = await read()
  const [sent] = launches
  if (!sent) throw new Error('nothing was recorded')
  const ask = () =>
    client.getMutationCache().build(client, settleMutations.ask()).execute({ launch: sent, launches })
  const choose = (chosen: CallRecord) =>
    client
      .getMutationCache()
      .build(client, settleMutations.choose())
      .execute({ launch: sent, record: chosen })
  return { sent, read, ask, choose, asked }
}
const now = () => new Date().toISOString()

it('records the call that the service lists as accepted, also where it knows no filter by time', async () => {
  const { sent, read, ask, asked } = await inDoubt(
    'https://settles.example',
    () => [{ ...whole, createdAt: now(), status: 'IN_PROGRESS' }],
    false,
  )
  expect(sent.state).toBe('unknown')
  expect((await ask())?.certain?.id).toBe('c1')
  expect(asked).toHaveLength(2)
  expect(await read()).toMatchObject([
    { state: 'accepted', found: true, result: { id: 'c1', status: 'IN_PROGRESS' } },
  ])
})

it('records the call of a launch that was accepted with a reply that could not be read', async () => {
  const cut = () => new Response('{"id":"c', { status: 201 })
  const calls = () => [{ ...whole, createdAt: now() }]
  const { sent, read, ask } = await inDoubt('https://cut.example', calls, true, null, cut)
  expect(sent).toMatchObject({ state: 'accepted', result: undefined })
  expect((await ask())?.certain?.id).toBe('c1')
  expect(await read()).toMatchObject([{ state: 'accepted', result: { id: 'c1' }, error: undefined }])
})

it('leaves the choice between two to a person, and settles nothing without a call', async () => {
  let calls: object[] = []
  const { read, ask, choose } = await inDoubt('https://doubts.example', () => calls)
  expect(await ask()).toEqual({ candidates: [], certain: undefined })
  calls = ['c1', 'c2'].map((id) => ({ ...whole, id, createdAt: now() }))
  const second = (await ask())?.candidates[1]
  expect(await read()).toMatchObject([{ state: 'unknown' }])
  if (second) await choose(second)
  expect(await read()).toMatchObject([{ state: 'accepted', result: { id: 'c2' } }])
})

it('is certain of nothing while the service has calls that were not read, and lists a repeated one once', async () => {
  const calls = () => [{ ...whole, createdAt: now() }]
  const { read, ask, asked } = await inDoubt('https://endless.example', calls, true, 'again')
  expect(await ask()).toMatchObject({ candidates: [{ id: 'c1' }] })
  expect(asked).toHaveLength(10)
  expect(await read()).toMatchObject([{ state: 'unknown' }])
})

/** Five lost launches to numbers of their own, and a service that lists their calls before older ones, some at a time. */
async function manyLost(serviceName: string, { honours }: { honours: boolean }) {
  const asked: string[] = []
  const calls: object[] = Array.from({ length: 30 }, (_, at) => ({
    ...whole,
    id: `old${at}`,
    toPhoneNumber: `+1500555${2000 + at}`,
    createdAt: new Date(Date.now() - (at < 10 ? 0 : 3_600_000)).toISOString(),
  }))
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (path === '/console/info') return Response.json(infoOf(serviceName))
    if (method === 'POST') {
      const { toPhoneNumber } = JSON.parse(String(body))
      calls.unshift({ ...whole, id: `c${toPhoneNumber}`, toPhoneNumber, createdAt: now() })
      return Response.json({ success: true })
    }
    asked.push(path)
    const sent = new URLSearchParams(path.split('?')[1])
    const number = honours ? sent.get('toPhoneNumber') : null
    const fit = calls.filter((each) => !number || Reflect.get(each, 'toPhoneNumber') === number)
    const from = Number(sent.get('cursor') ?? 0)
    const nextCursor = from + 4 < fit.length ? String(from + 4) : null
    return Response.json({ agentCalls: fit.slice(from, from + 4), pagination: { nextCursor } })
  })
  const client = createQueryClient()
  for (const at of [0, 1, 2, 3, 4])
    await write(client, dispatchCall, {
      params: { agentId: 'a1' },
      body: { versionId: 'v1', outboundPhoneNumberId: 'n1', toPhoneNumber: `+1500555${1000 + at}` },
    })
  const launches = () => client.query({ ...callQueries.launched(), staleTime: 0 })
  const all = await launches()
  const once = new Set<string>()
  const settle = async () => {
    asked.length = 0
    const settling = { lost: all, all, asked: once, filter: {} }
    const found = await client.getMutationCache().build(client, settleMutations.together()).execute(settling)
    return [found.length, asked.length]
  }
  const list = (pages: number) =>
    client.fetchInfiniteQuery({ ...callRecordQueries.pages(), pages, getNextPageParam: nextOf })
  return { launches, settle, list }
}
const nextOf = (page: { nextCursor?: string | undefined } | null) => page?.nextCursor

it('settles all at once, and asks nothing, where the list has read beyond their time', async () => {
  const { launches, settle, list } = await manyLost('https://together.example', { honours: true })
  await list(5)
  expect(await settle()).toEqual([5, 0])
  expect(
    (await launches()).map(({ request, result }) => result?.id === `c${request?.toPhoneNumber}`),
  ).toEqual(Array(5).fill(true))
  expect((await launches()).every(({ found }) => found)).toBe(true)
})

it('asks once for each that the list has not read enough for', async () => {
  const { settle, list } = await manyLost('https://by-number.example', { honours: true })
  await list(1)
  expect(await settle()).toEqual([5, 5])
})

it('takes what a service that ignores the number lists for all', async () => {
  const { settle, list } = await manyLost('https://ignores.example', { honours: false })
  await list(1)
  // Four pages of four reach beyond the time.
  expect(await settle()).toEqual([5, 4])
})
