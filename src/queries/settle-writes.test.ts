import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { NewEntry } from '../ledger/entry'
import { Ledger } from '../ledger/ledger'
import { openLedger } from '../ledger/open-ledger'
import { activityQueries } from './activity'
import { type FileService, serveFiles } from './file-service.fixture'
import { forgetBefore } from './forget-old'
import { ledgerQueries } from './ledger'
import { createQueryClient } from './query-client'
import { madeAgent, markChecked, settleWrites } from './settle-writes'

let service: FileService
let client: QueryClient
beforeEach(() => {
  service = serveFiles()
  client = createQueryClient()
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

type Written = Partial<NewEntry> & { state?: 'accepted' | 'refused' | 'unknown'; status?: number }

async function record({ state = 'unknown', status, ...write }: Written) {
  const ledger = await openLedger()
  const id = await ledger.begin({ service: service.name, operation: '', params: {}, ...write } as NewEntry)
  const error = { message: 'No answer', ...(status !== undefined && { status }) }
  await ledger.finish(service.name, id, { state, ...(state !== 'accepted' && { error }) })
  // Two writes of one millisecond have no order.
  await new Promise((resolve) => setTimeout(resolve, 2))
  return id
}

const stateOf = async (id: string) => {
  const entry = await (await openLedger()).entry(service.name, id)
  return entry?.found ? 'found' : entry?.state
}

const create = (fileId: string) => ({ operation: 'createFile', body: { fileId } })
const member = (operation: string, collectionId: string, fileId: string) => ({
  ...{ operation: `${operation}Collection`, params: { collectionId, fileId } },
})
const [into, outOf] = ['addFileTo', 'removeFileFrom']

it.each([
  ['a record that is listed', create('f'), 'found'],
  ['a record that is not listed', create('h'), 'unknown'],
  ['a file that is gone', { operation: 'deleteFile', params: { fileId: 'h' } }, 'found'],
  ['a file that is there', { operation: 'deleteFile', params: { fileId: 'f' } }, 'unknown'],
  ['a file in its collection', member(into, 'a', 'f'), 'found'],
  ['a file not in its collection', member(into, 'a', 'g'), 'unknown'],
  ['a file taken out', member(outOf, 'a', 'g'), 'found'],
  ['a file still in', member(outOf, 'a', 'f'), 'unknown'],
  ['what no list shows', { operation: 'createAgentVersion', body: {} }, 'unknown'],
] as const)('closes what the lists show as done, and nothing else: %s', async (_, write, state) => {
  const id = await record(write as Written)
  expect(await settleWrites(client)).toBe(state === 'unknown' && write.operation !== 'createAgentVersion')
  expect(await stateOf(id)).toBe(state)
})

it.each([
  [{ state: 'accepted' }, 'found'],
  [{ state: 'refused', status: 409 }, 'found'],
  [{ state: 'refused', status: 404 }, 'unknown'],
] as const)(
  'closes what was done again or was so already, where no list shows it: %j',
  async (again, state) => {
    service.tells = false
    const id = await record(member(into, 'a', 'g'))
    await record({ ...member(into, 'a', 'g'), ...again })
    await settleWrites(client)
    expect(await stateOf(id)).toBe(state)
  },
)

it.each([
  ['made since', '2100-01-01T00:00:00Z', 1, 'found'],
  ['there before', '2020-01-01T00:00:00Z', 1, 'unknown'],
  ['of which another may be it', '2100-01-01T00:00:00Z', 2, 'unknown'],
] as const)('closes a new collection and a new agent by its name: %s', async (_, createdAt, count, state) => {
  const answering = globalThis.fetch
  const made = Array.from({ length: count }, (_, at) => ({
    id: `n${at}`,
    name: 'New',
    createdAt,
    files: [],
  }))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path.endsWith('/collections')
      ? Response.json({ collections: made })
      : path.startsWith('/api/v1/agents')
        ? Response.json({ agents: made })
        : answering(path, init),
  )
  const ids = [
    await record({ operation: 'createCollection', body: { name: 'New' } }),
    await record({ operation: 'createAgent', body: { name: 'New' } }),
  ]
  await settleWrites(client)
  expect(await Promise.all(ids.map(stateOf))).toEqual([state, state])
})

it('finds the agent that a lost answer was about, once the list shows it, also behind a refusal', async () => {
  const answering = globalThis.fetch
  const agents = [{ id: 'old', name: 'New', createdAt: '2020-01-01T00:00:00Z' }]
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path.startsWith('/api/v1/agents') ? Response.json({ agents }) : answering(path, init),
  )
  const seen = () => client.query({ ...madeAgent('New'), staleTime: 0 })
  expect(await seen()).toBeNull()
  await record({ operation: 'createAgent', body: { name: 'New' }, state: 'refused', status: 422 })
  const id = await record({ operation: 'createAgent', body: { name: 'New' } })
  expect(await seen()).toBeNull()
  expect(await stateOf(id)).toBe('unknown')
  agents[0] = { id: 'made', name: 'New', createdAt: '2100-01-01T00:00:00Z' }
  expect(await seen()).toBe('made')
  expect(await stateOf(id)).toBe('found')
  expect(await seen()).toBe('made')
  expect(await client.query(madeAgent('Other'))).toBeNull()
})

it('stays in doubt, without an error, while the service is away', async () => {
  const id = await record(create('f'))
  const answering = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path.startsWith('/api') ? Promise.reject(new TypeError('away')) : answering(path, init),
  )
  expect(await settleWrites(client)).toBe(true)
  expect(await stateOf(id)).toBe('unknown')
})

it('what a person checked in the moment in which it was found stays found', async () => {
  const id = await record({ operation: 'createAgent', body: {} })
  const { finish } = Ledger.prototype
  vi.spyOn(Ledger.prototype, 'finish').mockImplementationOnce(async function (this: Ledger, ...end) {
    await finish.call(this, service.name, id, { state: 'accepted', found: true })
    await finish.apply(this, end)
  })
  await client.getMutationCache().build(client, markChecked()).execute({ id, isChecked: true })
  expect(await (await openLedger()).entry(service.name, id)).toMatchObject({ state: 'accepted', found: true })
})

it('what a person checked needs no attention, may be forgotten, and is taken back', async () => {
  const id = await record({ operation: 'createAgent', body: {} })
  const check = (isChecked: boolean) =>
    client.getMutationCache().build(client, markChecked()).execute({ id, isChecked })
  const seen = async () => ({
    open: (await client.query({ ...ledgerQueries.open(), staleTime: 0 })).map(({ state }) => state),
    end: (await client.query({ ...activityQueries.rows(), staleTime: 0 })).map(({ end }) => end),
  })
  const ledger = await openLedger()
  const before = await ledger.entry(service.name, id)
  await check(true)
  expect(await seen()).toEqual({ open: [], end: ['checked'] })
  await check(false)
  expect(await seen()).toEqual({ open: ['unknown'], end: ['unknown'] })
  const { finishedAt, error } = before ?? {}
  expect(await ledger.entry(service.name, id)).toMatchObject({ state: 'unknown', finishedAt, error })
  const later = new Date(Date.now() + 1_000)
  expect(await forgetBefore(ledger, service.name, later)).toBe(0)
  await check(true)
  expect(await forgetBefore(ledger, service.name, later)).toBe(1)
})
