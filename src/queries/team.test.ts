import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Ledger } from '../ledger/ledger'
import { infoOf } from './console-info.fixture'
import { keys } from './keys'
import { createQueryClient } from './query-client'

const SERVICE = 'https://service.example'

/** No other page is open. */
class Channel {
  static names: string[] = []
  constructor(name: string) {
    Channel.names.push(name)
  }
  postMessage() {}
}

/** The stream of the server, as a page hears it. */
class Stream {
  static last: Stream
  readonly #listeners = new Map<string, (event: { data: string }) => void>()
  constructor(readonly url: string) {
    Stream.last = this
  }
  addEventListener(name: string, listener: (event: { data: string }) => void) {
    this.#listeners.set(name, listener)
  }
  say(name: string, data: unknown = '') {
    this.#listeners.get(name)?.({ data: JSON.stringify(data) })
  }
}
const rows = (numbers: Record<string, number>) => Stream.last.say('rows', { [SERVICE]: numbers })

// The path is read once, as the module loads; other tests have it at the root.
vi.resetModules()
vi.stubGlobal('document', { documentElement: { dataset: { base: '/a' } } })
await import('../contract/operations')
const { onLeases, openTeam } = await import('./team')
vi.unstubAllGlobals()
afterAll(() => {
  vi.resetModules()
})

let client = createQueryClient()
let ledger: Ledger
/** The writes that the team's memory has. */
let writes: object[] = []
const asked: string[] = []
const isStale = (key: readonly string[]) => client.getQueryState([...key])?.isInvalidated
beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('BroadcastChannel', Channel)
  // Without locks a page follows the stream itself.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    asked.push(String(url))
    return Response.json({ number: 9, removed: 0, rows: writes, more: false })
  })
  client = createQueryClient()
  for (const key of [keys.agents, keys.collections, keys.files, keys.evidence])
    client.setQueryData([...key], 1)
  asked.length = 0
  writes = []
  ledger = await openTeam(client, SERVICE)
  rows({ entries: 4, evidence: 1 })
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('takes what it hears first for what it has read', async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual([])
  expect(isStale(keys.evidence)).toBe(false)
})

it('reads anew what others recorded, and nothing that they did not touch', async () => {
  rows({ entries: 4, evidence: 2 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isStale(keys.evidence)).toBe(true)
  expect(isStale(keys.agents)).toBe(false)
  expect(asked).toEqual([])
})

it('makes stale what the writes of others changed at the service, and asks for those since the last', async () => {
  writes = [{ key: 'a', changed: 5, person: 'Ada', row: { tab: 'hers', operation: 'createCollection' } }]
  rows({ entries: 5, evidence: 1 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('after=4')
  expect(isStale(keys.collections)).toBe(true)
  expect(isStale(keys.agents)).toBe(false)
})

it('reads the same writes again with the next change where they could not be read', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('{}', { status: 403 })
  })
  rows({ entries: 5 })
  await vi.advanceTimersByTimeAsync(2_000)
  rows({ entries: 6 })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(asked.length).toBeGreaterThan(1)
  expect(asked.every((url) => url.includes('after=4'))).toBe(true)
})

it('says when somebody takes up work or leaves it', () => {
  const heard = vi.fn()
  const end = onLeases(heard)
  Stream.last.say('leases')
  end()
  Stream.last.say('leases')
  expect(heard).toHaveBeenCalledTimes(1)
})

it('stores what it finds out as whoever is signed in by now may, not as who opened the page', async () => {
  const signIn = (role: 'viewer' | 'operator') =>
    client.setQueryData([...keys.connection], { ...infoOf(SERVICE, 'local'), person: { name: role, role } })
  // What this server answers to a change cannot be read; here it counts that it was asked.
  const record = () =>
    ledger.saveRows({ service: SERVICE, job: 'j1', part: 0, rows: [] }).catch(() => undefined)
  signIn('viewer')
  await record()
  expect(asked).toEqual([])
  signIn('operator')
  await record()
  expect(asked).toEqual(['/a/console/ledger/rows/row'])
})

it('hears nothing of a console under another path of the same origin', () => {
  expect(Channel.names.at(-1)).toBe('switchboard-team/a')
})
