import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { isSignedOut, noteSignedIn } from '../client/session'
import { CONSOLE_ERROR_HEADER } from '../contract/errors'
import { leaseOfBatch } from '../contract/team-leases'
import type { BatchRow } from '../jobs/check-rows'
import { BUSY_MAX } from '../jobs/hold'
import { Ledger } from '../ledger/ledger'
import type { NewBatch } from './batch-store'
import { batchesOf } from './batches'
import { callQueries } from './calls'
import { infoOf } from './console-info.fixture'
import { forgetEverything } from './forget-everything'
import { jobEngineOf } from './job-engine'
import { ledgerOf } from './ledger'
import { listOpenWork } from './list-open-work'
import { testPages } from './pages.fixture'

let service = ''
let asked: string[] = []
let answer: (number: string) => Response | Promise<Response>
let reads: () => Response
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)
const openPage = testPages()

let counter = 0
beforeEach(() => {
  counter += 1
  service = `batches-of-${counter}`
  asked = []
  reads = () => json([])
  answer = (number) => json({ id: `call ${number}`, status: 'queued' }, { status: 201 })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path === '/console/info') return json(infoOf(service, 'local'))
    if (body === undefined) return reads()
    const { toPhoneNumber } = JSON.parse(String(body)) as { toPhoneNumber: string }
    asked.push(toPhoneNumber)
    return answer(toPhoneNumber)
  })
})

const given: NewBatch = {
  agentId: 'a1',
  versionId: 'v1',
  outboundPhoneNumberId: 'n1',
  fileName: 'list.csv',
  header: ['phone'],
  everyMs: 0,
  atOnce: 1,
}
const number = (row: number) => `+1415555${1000 + row}`
const row = (index: number): BatchRow => ({
  cells: [number(index)],
  to: number(index),
  request: { toPhoneNumber: number(index) },
})
const wrong: BatchRow = { cells: ['none'], problem: 'No number' }

const start = (client: QueryClient, rows: readonly BatchRow[]) => batchesOf(client).start(given, rows)

it('reads all rows of a batch that was stored in several parts', async () => {
  const id = await start(
    openPage(),
    Array.from({ length: 1_001 }, (_, at) => (at === 1_000 ? wrong : row(at))),
  )
  const view = (await batchesOf(openPage()).open(id))?.view
  expect(view?.rows).toHaveLength(1_001)
  expect(view?.rows[1_000]?.state).toBe('not sent')
  expect(view?.batch).toMatchObject({ total: 1_001, toSend: 1_000 })
})

it('is noted as open work, so that the overview looks for it', async () => {
  const noted = new Map<string, string>()
  vi.stubGlobal('localStorage', { setItem: (key: string, text: string) => noted.set(key, text) })
  await start(openPage(), [row(0)])
  expect([...noted.keys()]).toEqual([`switchboard-open-work ${service}`])
})

it('sends every row once, and knows so in a page that was opened anew', async () => {
  const client = openPage()
  const id = await start(client, [row(0), wrong, row(2)])
  expect(asked).toEqual([])
  await batchesOf(client).run(id)
  expect(asked).toEqual([number(0), number(2)])

  const again = openPage()
  const live = await batchesOf(again).open(id)
  expect(live?.view.counts).toMatchObject({ accepted: 2, 'not sent': 1, waiting: 0 })
  expect(live?.view.batch).toMatchObject({ course: 'ended', total: 3, toSend: 2, confirmed: true })
  expect(live?.view.rows.map(({ state, callId, said }) => [state, callId ?? said])).toEqual([
    ['accepted', `call ${number(0)}`],
    ['not sent', 'No number'],
    ['accepted', `call ${number(2)}`],
  ])
  await batchesOf(again).run(id)
  expect(asked).toHaveLength(2)
  const launches = await again.query(callQueries.launched())
  expect(launches.map(({ batch }) => batch?.row)).toEqual([2, 0])
})

it('sends a row later whose record was kept and the answer of it lost, and has it in doubt nowhere', async () => {
  const client = openPage()
  const id = await start(client, [row(0)])
  const { begin } = Ledger.prototype
  const lost = vi.spyOn(Ledger.prototype, 'begin').mockImplementation(async function (this: Ledger, ...of) {
    await begin.apply(this, of)
    throw new TypeError('network')
  })
  await batchesOf(client).run(id)
  lost.mockRestore()
  expect(asked).toEqual([])

  const again = openPage()
  const counts = async () => (await batchesOf(again).open(id))?.view.counts
  expect(await counts()).toMatchObject({ waiting: 1 })
  await batchesOf(again).run(id)
  expect(asked).toEqual([number(0)])
  expect(await counts()).toMatchObject({ accepted: 1 })
})

it('shows in another tab what the one that sends does, and pauses from there', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1), row(2)])
  const held = new Set<string>()
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _options: unknown, work: (lock: object | null) => Promise<void>) => {
        if (held.has(name)) return work(null)
        held.add(name)
        return Promise.resolve(work({})).finally(() => held.delete(name))
      },
      query: async () => ({ held: [...held].map((name) => ({ name })) }),
    },
  })
  const other = openPage()
  await batchesOf(other).open(id)
  const seen = () => batchesOf(other).view(id)
  expect(seen()?.elsewhere).toBeUndefined()

  let release: (answer: Response) => void = () => undefined
  answer = (asking) =>
    asking === number(1)
      ? new Promise((resolve) => {
          release = resolve
        })
      : json({ id: asking }, { status: 201 })
  const running = batchesOf(client).run(id)
  await vi.waitFor(() => expect(seen()?.counts).toMatchObject({ accepted: 1, sending: 1, waiting: 1 }))
  expect(seen()).toMatchObject({ elsewhere: { isHere: true }, running: false })
  // A tab that is opened meanwhile sees it by the lock.
  const third = openPage()
  expect((await batchesOf(third).open(id))?.view.elsewhere).toEqual({ isHere: true })
  // So does the overview, which is also told of what this page sends.
  expect(await listOpenWork(third)).toMatchObject([{ id, sender: { isHere: true } }])
  expect(await listOpenWork(client)).toMatchObject([{ id, sender: 'this page', isNew: false }])

  await batchesOf(other).pause(id)
  await vi.waitFor(() => expect(batchesOf(client).view(id)?.running).toBe(true))
  // The wish has arrived in the other tab before the answer does.
  await new Promise((resolve) => setTimeout(resolve, 50))
  release(json({ id: number(1) }, { status: 201 }))
  await running
  expect(asked).toEqual([number(0), number(1)])
  await vi.waitFor(() => expect(seen()).toMatchObject({ elsewhere: undefined, counts: { accepted: 2 } }))
  expect((await batchesOf(third).open(id))?.view).toMatchObject({
    elsewhere: undefined,
    counts: { accepted: 2, waiting: 1 },
  })
})

it('calls nobody whom another batch called since its file was read, unless a person says so', async () => {
  const [one, other] = [openPage(), openPage()]
  const monday = await start(one, [row(0), row(1), row(2)])
  const copy = await start(other, [row(1), row(2), row(3)])
  await batchesOf(one).open(monday)
  await batchesOf(other).run(copy)
  expect(asked).toEqual([1, 2, 3].map(number))
  const called = await batchesOf(one).calledSince(monday)
  expect([...called.keys()]).toEqual([1, 2])
  await batchesOf(one).allow(monday, new Map([...called].slice(0, 1)))
  expect([...(await batchesOf(one).calledSince(monday)).keys()]).toEqual([2])
  await batchesOf(one).run(monday)
  expect(asked).toEqual([1, 2, 3, 0, 1].map(number))
  for (const page of [one, openPage()]) {
    const { view } = (await batchesOf(page).open(monday)) ?? {}
    expect(view?.counts).toMatchObject({ accepted: 2, waiting: 0, 'not sent': 1 })
    expect(view?.batch.course).toBe('ended')
    expect(view?.rows[2]).toMatchObject({ said: 'Left out: this number was called meanwhile.' })
  }
})

it('leaves a row out for good that had to wait for a busy service before somebody else called its number', async () => {
  const [one, other] = [openPage(), openPage()]
  const copy = await start(other, [row(0)])
  const id = await start(one, [row(0), row(1)])
  answer = async () => {
    if (asked.length === 1)
      return json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '0' } })
    if (asked.length === 2) await batchesOf(other).run(copy)
    return json({ id: 'x' }, { status: 201 })
  }
  await batchesOf(one).run(id)
  expect(asked).toEqual([0, 1, 0].map(number))
  for (const page of [one, openPage()]) {
    const live = await batchesOf(page).open(id)
    const ledger = await ledgerOf(page)
    live?.recall(await ledger.batchEntries(service, id))
    expect(live?.view.counts).toMatchObject({ accepted: 1, waiting: 0, 'not sent': 1 })
    expect(live?.view.rows[0]?.said).toBe('Left out: this number was called meanwhile.')
  }
})

it('asks about a number of the file that the test row was sent to', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  await batchesOf(client).test(id, number(1))
  expect([...(await batchesOf(client).calledSince(id)).keys()]).toEqual([1])
  await batchesOf(client).run(id)
  expect(asked).toEqual([1, 0].map(number))
})

it('of two batches that run at once the second calls nobody whom the first called', async () => {
  stubLocks()
  const [one, other] = [openPage(), openPage()]
  const rows = [row(0), row(1), row(2), row(3)]
  const ids = [await start(one, rows), await start(other, rows)]
  await Promise.all([one, other].map((client, at) => batchesOf(client).run(ids[at] ?? '')))
  expect(asked.toSorted()).toEqual([0, 1, 2, 3].map(number))
})

it('calls a number that a call was refused to, and one of which its file knew that it was called', async () => {
  const client = openPage()
  answer = () => json({ message: 'no' }, { status: 400 })
  await batchesOf(client).run(await start(client, [row(0)]))
  answer = () => json({ id: 'x' }, { status: 201 })
  await batchesOf(client).run(await start(client, [row(1)]))
  const [last] = await client.query(callQueries.launched())
  const id = await start(client, [row(0), { ...row(1), called: last?.id }])
  expect((await batchesOf(client).calledSince(id)).size).toBe(0)
  await batchesOf(client).run(id)
  expect(asked).toEqual([0, 1, 0, 1].map(number))
})

it('calls a number only within the hours of its country, and the others meanwhile', async () => {
  const client = openPage()
  const british = { ...row(0), country: 'GB' }
  const indian = { ...row(1), country: 'IN' }
  // Half past eight in London is one o'clock in the afternoon in India.
  vi.setSystemTime('2026-07-01T07:30:00Z')
  const hours = { ...given, fromMinute: 540, toMinute: 1_200 }
  const id = await batchesOf(client).start(hours, [british, indian])
  const running = batchesOf(client).run(id)
  await vi.waitFor(() => expect(asked).toEqual([number(1)]))
  const opens = () => batchesOf(client).view(id)?.opensAt
  await vi.waitFor(() => expect(opens()).toBe(Date.parse('2026-07-01T08:00:00Z')))
  // A computer that slept through these hours waits for the next.
  vi.setSystemTime('2026-07-01T20:00:01Z')
  await vi.waitFor(() => expect(opens()).toBe(Date.parse('2026-07-02T08:00:00Z')))
  vi.setSystemTime('2026-07-02T08:00:01Z')
  await running
  expect(asked).toEqual([number(1), number(0)])
  vi.useRealTimers()
})

it('knows of every row that was tried by which write, of one in doubt, too, and after a reload', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1), wrong])
  answer = (asking) => {
    if (asking === number(1)) throw new TypeError('the connection broke off')
    return json({ id: asking }, { status: 201 })
  }
  await batchesOf(client).run(id)
  const launches = await client.query(callQueries.launched())
  const entryOf = (row: number) => launches.find(({ batch }) => batch?.row === row)?.id
  expect(entryOf(1)).toBeDefined()
  const known = [entryOf(0), entryOf(1), undefined]
  expect(
    batchesOf(client)
      .view(id)
      ?.rows.map(({ entryId }) => entryId),
  ).toEqual(known)
  const again = await batchesOf(openPage()).open(id)
  expect(again?.view.rows.map(({ entryId }) => entryId)).toEqual(known)
})

it('goes on after a pause and after a page that was closed, without the rows in doubt', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1), row(2), row(3)])
  const batches = batchesOf(client)
  answer = (asking) => {
    if (asking === number(1)) batches.pause(id)
    return json({ id: asking }, { status: 201 })
  }
  await batches.run(id)
  expect(asked).toEqual([number(0), number(1)])

  // The answer to the third never comes, and the page goes away.
  answer = () => new Promise(() => undefined)
  void batches.run(id)
  await vi.waitFor(() => expect(asked).toHaveLength(3))

  answer = (asking) => json({ id: asking }, { status: 201 })
  const again = openPage()
  const live = await batchesOf(again).open(id)
  expect(live?.view.counts).toMatchObject({ accepted: 2, waiting: 1 })
  await batchesOf(again).run(id)
  expect(asked).toEqual([0, 1, 2, 3].map(number))
  expect(live?.view.rows[2]?.state).not.toBe('accepted')
})

it('waits while nobody is signed in, and sends then what was refused, within the hours that hold then', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1), row(2)])
  let isIn = true
  answer = (asking) => {
    if (isIn) return json({ id: asking }, { status: 201 })
    const refusal = { status: 401, code: 'SIGN_IN_REQUIRED', message: 'Sign in' }
    return json(refusal, { status: 401, headers: { [CONSOLE_ERROR_HEADER]: 'SIGN_IN_REQUIRED' } })
  }
  isIn = false
  const running = batchesOf(client).run(id)
  await vi.waitFor(() => expect(isSignedOut()).toBe(true))
  const view = () => batchesOf(client).view(id)
  await vi.waitFor(() => expect(view()).toMatchObject({ running: true, counts: { sending: 1 } }))
  // A page that comes then, because this one was closed, finds that nothing was placed.
  expect((await batchesOf(openPage()).open(id))?.view.counts).toMatchObject({ waiting: 3 })
  isIn = true
  noteSignedIn()
  await running
  expect(asked).toEqual([0, 1, 2, 0].map(number))
  expect(view()?.counts).toMatchObject({ accepted: 3, refused: 0 })
  expect(view()?.batch).toMatchObject({ course: 'ended' })

  isIn = false
  const other = await start(client, [row(3)])
  const stopped = batchesOf(client).run(other)
  await vi.waitFor(() => expect(isSignedOut()).toBe(true))
  await batchesOf(client).pause(other)
  await stopped
  expect(batchesOf(client).view(other)?.counts).toMatchObject({ waiting: 1 })
  noteSignedIn()
})

it('sends the first row as a test, or what it holds to a number of the person', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  await batchesOf(client).test(id, '+14155559999')
  await batchesOf(client).test(id)
  expect(asked).toEqual(['+14155559999', number(0)])
  const live = await batchesOf(openPage()).open(id)
  expect(live?.view.test?.state).toBe('accepted')
  expect(live?.view.counts).toMatchObject({ accepted: 1, waiting: 1 })
})

it.each([
  ['a busy service', () => json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '0' } })],
  ['silence', () => refusedBy('SERVICE_UNREACHABLE')],
] as const)('a test row that was not sent for %s is not called sent', async (why, refuse) => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  answer = refuse
  await batchesOf(client).test(id, '+14155559999')
  for (const page of [client, openPage()]) {
    const view = (await batchesOf(page).open(id))?.view
    expect(view?.test?.state).toBe('not sent')
    expect(view?.isTested).toBe(false)
    expect(view?.batch.trouble?.title).toBe(why === 'silence' ? 'The test row was not sent' : undefined)
  }
  answer = (number) => json({ id: `call ${number}` }, { status: 201 })
  await batchesOf(client).test(id, '+14155559999')
  expect(batchesOf(client).view(id)).toMatchObject({ isTested: true, test: { state: 'accepted' } })
})

it('a call that waited for another one to the same number does not begin once it is paused', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  let release: () => void = () => undefined
  const freed = new Promise<void>((resolve) => {
    release = resolve
  })
  const request = async (name: string, ...given: unknown[]) => {
    if (name.startsWith('switchboard-call-')) await freed
    return (given.at(-1) as (lock: object) => unknown)({})
  }
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: [] }) } })
  const running = batchesOf(client).run(id)
  await vi.waitFor(() => expect(batchesOf(client).view(id)?.counts.sending).toBe(1))
  const paused = batchesOf(client).pause(id)
  release()
  await Promise.all([paused, running])
  expect(asked).toEqual([])
  expect(batchesOf(client).view(id)?.counts).toMatchObject({ waiting: 2 })
})

it('what is forgotten is called no further, and nothing is forgotten while another page calls', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1), row(2)])
  let release: (answer: Response) => void = () => undefined
  answer = () =>
    new Promise((resolve) => {
      release = resolve
    })
  const running = batchesOf(client).run(id)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const forget = (page: QueryClient) => page.getMutationCache().build(page, forgetEverything()).execute()
  const held = { name: `switchboard-${leaseOfBatch(id)}` }
  vi.stubGlobal('navigator', {
    locks: {
      request: (...given: unknown[]) => (given.at(-1) as () => unknown)(),
      query: async () => ({ held: [held] }),
    },
  })
  await expect(forget(openPage())).rejects.toMatchObject({ title: 'Another page sends a batch of calls' })
  vi.stubGlobal('navigator', {})
  const forgotten = forget(client)
  release(json({ id: 'c' }, { status: 201 }))
  await Promise.all([forgotten, running])
  expect(asked).toHaveLength(1)
  expect(await (await ledgerOf(client)).jobs(service)).toEqual([])
})

it('waits after a test row as long as a busy service asks, also where it is started at once', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  answer = () => json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '30' } })
  for (const to of [undefined, '+14155559999']) {
    await batchesOf(client).test(id, to)
    expect(batchesOf(client).view(id)?.heldUntil).toBeGreaterThan(Date.now() + 20_000)
  }
  const running = batchesOf(client).run(id)
  await vi.waitFor(() => expect(batchesOf(client).view(id)?.running).toBe(true))
  await batchesOf(client).pause(id)
  await running
  expect(asked).toEqual([number(0), '+14155559999'])
})

it('names the row that a test is sent of, also after one that had to wait', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  answer = () => json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '0' } })
  await batchesOf(client).test(id)
  for (const page of [client, openPage()]) {
    const first = (await batchesOf(page).open(id))?.view.first?.to
    await batchesOf(page).test(id)
    expect(asked.at(-1)).toBe(first)
  }
  expect(asked).toEqual([0, 1, 0].map(number))
})

it('says why a test row was not sent, and refuses one for which the service is always too busy', async () => {
  const client = openPage()
  const id = await start(client, [row(0)])
  answer = () => refusedBy('CREDENTIAL_REFUSED')
  await batchesOf(client).test(id)
  const view = () => batchesOf(client).view(id)
  expect(view()?.batch.trouble?.title).toBe('Could not place the call')
  answer = () => json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '0' } })
  for (let each = 0; each < BUSY_MAX; each += 1) await batchesOf(client).test(id)
  expect(view()?.batch.trouble).toBeUndefined()
  expect(view()?.counts).toMatchObject({ refused: 1 })
  expect((await batchesOf(openPage()).open(id))?.view.counts).toMatchObject({ refused: 1 })
})

it('reads the calls of its rows again only where one in doubt is it no more', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  answer = (asking) => {
    if (asking === number(1)) throw new TypeError('the connection broke off')
    return json({ id: asking }, { status: 201 })
  }
  await batchesOf(client).run(id)
  const reading = vi.spyOn(Ledger.prototype, 'batchEntries')
  const counts = async () => (await batchesOf(client).open(id))?.view.counts
  expect(await counts()).toMatchObject({ unknown: 1 })
  expect(reading).not.toHaveBeenCalled()
  const entryId = batchesOf(client).view(id)?.rows[1]?.entryId ?? ''
  await (await ledgerOf(client)).finish(service, entryId, { state: 'accepted' })
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ accepted: 2 }))
  reading.mockRestore()
})

const refusedBy = (code: string, status = 502) =>
  json({ message: 'gone', code }, { status, headers: { [CONSOLE_ERROR_HEADER]: '1' } })

it('waits for a busy service, stops where its credential is refused, and takes those rows again', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  answer = () =>
    asked.length === 1
      ? json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '0' } })
      : refusedBy('CREDENTIAL_REFUSED')
  await batchesOf(client).run(id)
  const live = await batchesOf(client).open(id)
  expect(live?.view.counts).toMatchObject({ waiting: 2 })
  expect(live?.view.batch.trouble?.title).toBe('Could not place the call')
  answer = () => json({ id: 'x' }, { status: 201 })
  const again = openPage()
  await batchesOf(again).run(id)
  expect((await batchesOf(again).open(id))?.view.counts).toMatchObject({ accepted: 2, waiting: 0 })
})

it('counts the time that a busy service asks to wait among what is left, and waits for it after a pause, too', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  answer = () => json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '30' } })
  const run = batchesOf(client).run(id)
  await vi.waitFor(() => expect(batchesOf(client).view(id)?.heldUntil).toBeGreaterThan(Date.now()))
  expect(batchesOf(client).view(id)?.leftMs).toBeGreaterThan(25_000)
  const until = batchesOf(client).view(id)?.heldUntil
  await batchesOf(client).pause(id)
  await run
  answer = () => json({ id: 'c' }, { status: 201 })
  const again = batchesOf(client).run(id)
  // Longer than it takes to send.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(batchesOf(client).view(id)).toMatchObject({ running: true, heldUntil: until })
  expect(asked).toHaveLength(1)
  await batchesOf(client).pause(id)
  await again
})

it('waits for what a busy service asked, also in a page that was opened anew', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  answer = () => json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '30' } })
  const run = batchesOf(client).run(id)
  await vi.waitFor(() => expect(batchesOf(client).view(id)?.heldUntil).toBeGreaterThan(Date.now()))
  const until = batchesOf(client).view(id)?.heldUntil ?? 0
  await batchesOf(client).pause(id)
  await run
  const page = openPage()
  await batchesOf(page).open(id)
  const again = batchesOf(page).run(id)
  // Longer than it takes to send.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const view = batchesOf(page).view(id)
  expect(view).toMatchObject({ running: true, counts: { waiting: 2 } })
  expect(Math.abs((view?.heldUntil ?? 0) - until)).toBeLessThan(1_000)
  expect(asked).toHaveLength(1)
  await batchesOf(page).pause(id)
  await again
})

it('ends where no row is left, whatever became of the last ones, also where its page was closed before', async () => {
  const client = openPage()
  answer = () => json({}, { status: 500 })
  const id = await start(client, [row(0), row(1), row(2)])
  await batchesOf(client).run(id)
  const { view } = (await batchesOf(client).open(id)) ?? {}
  expect(view?.counts).toMatchObject({ unknown: 3, waiting: 0 })
  expect(view?.batch).toMatchObject({ course: 'ended', trouble: undefined })

  answer = () => json({ id: 'x' }, { status: 201 })
  const only = await start(client, [row(0)])
  await batchesOf(client).test(only)
  const again = openPage()
  await batchesOf(again).open(only)
  expect(batchesOf(again).view(only)?.batch.course).toBe('ended')
})

it('shows that a call in doubt was found, also by another page', async () => {
  const client = openPage()
  answer = () => json({}, { status: 500 })
  const id = await start(client, [row(0)])
  await batchesOf(client).run(id)
  expect((await batchesOf(client).open(id))?.view.counts).toMatchObject({ unknown: 1 })
  const [lost] = await client.query(callQueries.launched())
  const ledger = await ledgerOf(client)
  await ledger.finish(service, lost?.id ?? '', { state: 'accepted', reply: { id: 'found' } })
  const live = await batchesOf(client).open(id)
  await vi.waitFor(() => expect(live?.view.counts).toMatchObject({ unknown: 0, accepted: 1 }))
  expect(live?.view.rows[0]?.callId).toBe('found')
})

it('waits where the store or the service is away, and goes on by itself, with no number called twice', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1), row(2)])
  let isHere = true
  const view = () => batchesOf(client).view(id)
  reads = () => (isHere ? json([]) : refusedBy('REQUEST_REFUSED', 503))
  answer = (asking) => {
    if (asking === number(1) && asked.length === 2) isHere = false
    return isHere ? json({ id: asking }, { status: 201 }) : refusedBy('REQUEST_REFUSED', 503)
  }
  const running = batchesOf(client).run(id)
  await vi.waitFor(() => expect(view()).toMatchObject({ isAway: true, counts: { waiting: 2 } }))
  expect(asked).toEqual([0, 1].map(number))
  isHere = true
  await running
  expect(asked).toEqual([0, 1, 2, 1].map(number))
  expect(view()).toMatchObject({ isAway: false, running: false, counts: { accepted: 3 } })
  expect(view()?.batch).toMatchObject({ course: 'ended', trouble: undefined })
})

it('goes on after a number that the service does not permit, and takes it for refused after a reload, too', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1), row(2)])
  answer = (asking) =>
    asking === number(1)
      ? json({ message: 'no', code: 'NOT_PERMITTED' }, { status: 502, headers: { 'x-console-error': '1' } })
      : json({ id: asking }, { status: 201 })
  await batchesOf(client).run(id)
  expect(asked).toEqual([0, 1, 2].map(number))
  for (const page of [client, openPage()])
    expect((await batchesOf(page).open(id))?.view.counts).toMatchObject({
      accepted: 2,
      refused: 1,
      waiting: 0,
    })
})

it('sends nothing that it cannot write down', async () => {
  const client = openPage()
  const id = await start(client, [row(0)])
  await batchesOf(client).open(id)
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await batchesOf(client).run(id)
  add.mockRestore()
  expect(asked).toEqual([])
  expect(batchesOf(client).view(id)?.batch.trouble?.title).toContain('cannot keep the record')
  expect(batchesOf(client).view(id)?.counts.waiting).toBe(1)
})

it('notices that another page went on with it, and reads it anew before it sends', async () => {
  const [one, other] = [openPage(), openPage()]
  const id = await start(one, [row(0), row(1)])
  await batchesOf(one).open(id)
  await batchesOf(other).test(id)
  await expect(batchesOf(one).run(id)).rejects.toThrow('Another page went on')
  expect(asked).toHaveLength(1)
  await batchesOf(one).run(id)
  expect(asked).toEqual([number(0), number(1)])
})

it('shows what another page did with it when it is looked at again', async () => {
  const [one, other] = [openPage(), openPage()]
  const id = await start(one, [row(0), row(1)])
  await batchesOf(one).open(id)
  await batchesOf(other).test(id, '+14155559999')
  expect((await batchesOf(one).open(id))?.view.test?.state).toBe('accepted')
  await batchesOf(other).run(id)
  await batchesOf(one).open(id)
  expect(batchesOf(one).view(id)?.counts).toMatchObject({ accepted: 2, waiting: 0 })
  expect(batchesOf(one).view(id)?.batch.course).toBe('ended')
  await batchesOf(other).forget(id)
  expect(await batchesOf(one).open(id)).toBeNull()
})

it('no longer says why it did not go on once another page goes on with it', async () => {
  stubLocks()
  const [one, other] = [openPage(), openPage()]
  const id = await start(one, [row(0), row(1), row(2)])
  await batchesOf(one).open(id)
  await batchesOf(other).test(id)
  await expect(batchesOf(one).run(id)).rejects.toThrow('Another page went on')
  const { failureOf } = jobEngineOf(one)
  // Looked at again, and nobody works on it.
  await batchesOf(one).open(id)
  expect(failureOf(id)).toBeInstanceOf(Error)
  let release: (answer: Response) => void = () => undefined
  answer = () =>
    new Promise((resolve) => {
      release = resolve
    })
  const running = batchesOf(other).run(id)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await vi.waitFor(() => expect(failureOf(id)).toBeUndefined())
  // What fails while that page works stays.
  await batchesOf(one).open(id)
  expect(batchesOf(one).view(id)?.elsewhere).toEqual({ isHere: true })
  await expect(batchesOf(one).run(id)).rejects.toThrow('It runs in another page')
  await batchesOf(one).open(id)
  expect(failureOf(id)).toBeInstanceOf(Error)
  const paused = batchesOf(other).pause(id)
  release(json({ id: 'call' }, { status: 201 }))
  await Promise.all([paused, running])
})

/** The Web Locks of one browser, as far as pages use them. */
function stubLocks() {
  const held = new Map<string, Promise<unknown>>()
  type Work = (lock: object | null) => Promise<unknown>
  const request = async (name: string, ...given: [Work] | [{ signal?: AbortSignal }, Work]) => {
    const work = given.at(-1) as Work
    const { signal } = given.length > 1 ? (given[0] as { signal?: AbortSignal }) : {}
    const ended = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
    while (held.has(name)) {
      await Promise.race([held.get(name), ended])
      signal?.throwIfAborted()
    }
    const working = work({ name }).finally(() => held.delete(name))
    held.set(
      name,
      working.catch(() => undefined),
    )
    return working
  }
  const query = async () => ({ held: Array.from(held.keys(), (name) => ({ name })) })
  vi.stubGlobal('navigator', { locks: { request, query } })
}

it('hears of the tab that sends while it asks for the lock itself, and tells nothing before it has it', async () => {
  stubLocks()
  const [one, other] = [openPage(), openPage()]
  const id = await start(one, [row(0), row(1)])
  await batchesOf(other).open(id)
  const answers: (() => void)[] = []
  answer = (asking) =>
    new Promise((resolve) => {
      answers.push(() => resolve(json({ id: asking }, { status: 201 })))
    })
  const running = batchesOf(one).run(id)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const seen = () => batchesOf(other).view(id)
  await vi.waitFor(() => expect(seen()?.counts).toMatchObject({ sending: 1 }))

  // A browser, or the server of a team, may take its time.
  let grant = () => {}
  const { request } = navigator.locks
  vi.spyOn(navigator.locks, 'request').mockImplementationOnce(async (...asks: unknown[]) => {
    await new Promise<void>((resolve) => {
      grant = resolve
    })
    return (request as (...given: unknown[]) => Promise<unknown>)(...asks)
  })
  const tried = expect(batchesOf(other).run(id)).rejects.toThrow('It runs in another page')
  await vi.waitFor(() => expect(navigator.locks.request).toHaveBeenCalled())
  answers[0]?.()
  await vi.waitFor(() => expect(seen()?.counts).toMatchObject({ accepted: 1, sending: 1, waiting: 0 }))
  grant()
  await tried
  expect(seen()).toMatchObject({ running: false, elsewhere: { isHere: true } })
  expect(batchesOf(one).view(id)).toMatchObject({ running: true, elsewhere: undefined })
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  answers[1]?.()
  await running
  await vi.waitFor(() => expect(seen()).toMatchObject({ elsewhere: undefined, counts: { accepted: 2 } }))
})

/** Holds the lock of a batch as another page would. */
function holdLock(id: string) {
  let free = () => {}
  const ended = new Promise<void>((resolve) => {
    free = resolve
  })
  return { held: navigator.locks.request(`switchboard-${leaseOfBatch(id)}`, () => ended), free }
}

it('goes on where the lock of a page that was closed, or of its own last change, is freed a moment later', async () => {
  stubLocks()
  const [closed, page] = [openPage(), openPage()]
  const id = await start(closed, [row(0)])
  await batchesOf(page).open(id)
  const { held, free } = holdLock(id)
  const setting = batchesOf(page).setPace(id, { everyMs: 1, atOnce: 1 })
  const running = setting.then(() => batchesOf(page).run(id))
  setTimeout(free, 200)
  await Promise.all([held, running])
  expect(asked).toEqual([number(0)])
  expect(jobEngineOf(page).failureOf(id)).toBeUndefined()
})

it('may be paused while it asks whether another page is gone, and sends nothing then', async () => {
  stubLocks()
  const [other, page] = [openPage(), openPage()]
  const id = await start(other, [row(0)])
  await batchesOf(page).open(id)
  const { held, free } = holdLock(id)
  const running = batchesOf(page).run(id)
  await vi.waitFor(() => expect(batchesOf(page).view(id)?.running).toBe(true))
  await batchesOf(page).pause(id)
  await running
  free()
  await held
  expect(asked).toEqual([])
})

it('is neither given up, changed nor forgotten under a page that sends it', async () => {
  stubLocks()
  const [one, other] = [openPage(), openPage()]
  const id = await start(one, [row(0), row(1)])
  let goOn = () => {}
  answer = (asking) =>
    new Promise((resolve) => {
      goOn = () => resolve(json({ id: asking }, { status: 201 }))
    })
  const running = batchesOf(one).run(id)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  // Opened while the first page sends, so it knows the latest revision.
  await batchesOf(other).open(id)
  const changes = [
    batchesOf(other).stop(id),
    batchesOf(other).setPace(id, { everyMs: 9, atOnce: 1 }),
    batchesOf(other).forget(id),
  ].map((change) => expect(change).rejects.toMatchObject({ name: 'NotDone' }))
  await Promise.all(changes)
  // The page that sends may change its own.
  await batchesOf(one).setPace(id, { everyMs: 1, atOnce: 1 })
  goOn()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  goOn()
  await running
  expect(batchesOf(one).view(id)?.batch).toMatchObject({ course: 'ended', everyMs: 1 })
  expect((await batchesOf(openPage()).open(id))?.view.batch.course).toBe('ended')
})

it('holds the rows of one batch at a time, and of those that run', async () => {
  const client = openPage()
  const batches = batchesOf(client)
  const [one, other, third] = [
    await start(client, [row(0)]),
    await start(client, [row(1)]),
    await start(client, [row(2)]),
  ]
  answer = () => new Promise(() => undefined)
  void batches.run(one)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await batches.open(other)
  expect(batches.view(one)?.running).toBe(true)
  await batches.open(third)
  expect([one, other, third].map((id) => batches.view(id) !== undefined)).toEqual([true, false, true])
  expect((await batches.open(other))?.view.counts.waiting).toBe(1)
})

it('leaves no rows behind where it could not be kept whole', async () => {
  const client = openPage()
  const ledger = await ledgerOf(client)
  const save = ledger.saveRows.bind(ledger)
  const parts: number[] = []
  vi.spyOn(ledger, 'saveRows').mockImplementation(async (rows) => {
    if (rows.part === 1) throw new Error('no room')
    await save(rows)
    parts.push(rows.part)
  })
  const rows = Array.from({ length: 501 }, (_, at) => row(at))
  await expect(start(client, rows)).rejects.toThrow('no room')
  expect(parts).toEqual([0])
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('switchboard')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const kept = await new Promise<{ service: string }[]>((resolve) => {
    const reading = database.transaction('rows').objectStore('rows').getAll()
    reading.onsuccess = () => resolve(reading.result)
  })
  database.close()
  expect(kept.filter((part) => part.service === service)).toEqual([])
})

it('counts as too busy only what the service said was too much', async () => {
  const client = openPage()
  const id = await start(client, [row(0)])
  answer = () => refusedBy('CREDENTIAL_REFUSED')
  for (let attempt = 0; attempt < 5; attempt += 1) await batchesOf(client).run(id)
  answer = () =>
    asked.length === 6
      ? json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '0' } })
      : json({ id: 'x' }, { status: 201 })
  await batchesOf(client).run(id)
  expect(batchesOf(client).view(id)?.counts).toMatchObject({ accepted: 1, refused: 0 })
})

it('is given up for good, and forgotten without its calls', async () => {
  const client = openPage()
  const id = await start(client, [row(0), row(1)])
  await batchesOf(client).test(id)
  await batchesOf(client).stop(id)
  expect(batchesOf(client).view(id)?.batch.course).toBe('stopped')
  await batchesOf(client).run(id)
  expect(asked).toHaveLength(1)
  await batchesOf(client).forget(id)
  expect(await batchesOf(openPage()).open(id)).toBeNull()
  expect(await client.query(callQueries.launched())).toHaveLength(1)
})
