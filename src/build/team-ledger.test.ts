import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { AuditEntry } from '../contract/audit'
import { SIGN_IN_PATH } from '../contract/session'
import { changeTeamLease, leaseOfBatch } from '../contract/team-leases'
import { ROW_BYTES_MAX, removeTeamRows } from '../contract/team-rows'
import { JobChanged } from '../ledger/job-changed'
import { testLedger } from '../ledger/ledger-suite.fixture'
import { openTeamLedger } from '../ledger/remote-rows'
import { readConfig } from '../proxy/config'
import { type RunningConsole, startConsole } from '../proxy/start'
import { placeEmptyDatabase } from '../service/empty-database.fixture'
import { openTestDatabase } from '../service/service.fixture'
import { openTeamStore } from '../service/team/open-team-store'

const PASSWORD = 'a long password of the tests'
const VIEWER = 'another password for viewers'

let store: Awaited<ReturnType<typeof openTestDatabase>>
let running: RunningConsole
let cookie = ''
/** Where the page asked. */
const asked: string[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'team-'))

/** A console before a hosted service, on a store of its own; on a server, of as many processes as wanted. */
async function start(): Promise<RunningConsole> {
  return startConsole({
    config: readConfig({
      PORT: '0',
      SERVICE_URL: 'http://127.0.0.1:9',
      CONSOLE_PASSWORD: PASSWORD,
      CONSOLE_VIEWER_PASSWORD: VIEWER,
    }),
    openTeamStore: () =>
      openTeamStore({ dataDir, databaseUrl: store.databaseUrl, programs: inject('programs') }),
  })
}

const signInAt = async (origin: string, password: string) => {
  const answer = await fetch(`${origin}${SIGN_IN_PATH}`, {
    method: 'POST',
    headers: { cookie: '' },
    body: new URLSearchParams({ password }),
    redirect: 'manual',
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

beforeAll(async () => {
  store = await openTestDatabase()
  await store.shut()
  await placeEmptyDatabase(dataDir)
  running = await start()
  cookie = await signInAt(running.origin, PASSWORD)
  const bare = globalThis.fetch
  // As the page asks: of its own origin, with its cookie.
  vi.stubGlobal('fetch', (address: string | URL, init: RequestInit = {}) => {
    asked.push(String(address))
    return bare(new URL(address, running.origin), { ...init, headers: { cookie, ...init.headers } })
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await running.close()
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(path, init)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const empty = (service: string) =>
  send('/console/ledger/remove', {
    service,
    stores: ['entries', 'agents', 'jobs', 'evidence', 'rows', 'labNotes'],
  })
const BROWSER = 'b'.repeat(32)
let now = new Date()
const open = (browser = BROWSER) => openTeamLedger(browser, { now: () => now, locks: null })

beforeEach(async () => {
  now = new Date()
  for (const service of ['local', 'local2', 'other']) expect((await empty(service)).status).toBe(200)
})

describe('at the console of a team', () => {
  testLedger((at) => openTeamLedger(BROWSER, { now: at, locks: null }), 'operator')
})

const write = {
  service: 'local',
  operation: 'dispatchCall',
  params: { agentId: 'a1' },
  body: { versionId: 'v1' },
} as const
const lease = (batch: string, page: string, action: string) =>
  send(changeTeamLease.path, { service: 'local', name: leaseOfBatch(batch), page, action })

describe('the calls of a batch', () => {
  it('are recorded only by the page that works on it, so that nothing is sent twice', async () => {
    const [anna, ben] = [await open('a'.repeat(32)), await open('b'.repeat(32))]
    const call = (row: number) => ({ ...write, batch: { id: 'b1', row } })
    await expect(anna.begin(call(0))).rejects.toThrow(JobChanged)
    expect((await lease('b1', anna.page, 'take')).body).toEqual({ isHeld: true })
    const first = await anna.begin(call(0))
    expect((await lease('b1', ben.page, 'take')).body).toMatchObject({
      isHeld: false,
      by: { person: 'operator', page: anna.page },
    })
    expect((await lease('b1', ben.page, 'take over')).body).toEqual({ isHeld: true })
    await expect(anna.begin(call(1))).rejects.toThrow(JobChanged)
    // What was on its way is still completed.
    await anna.finish('local', first, { state: 'accepted' })
    await ben.begin(call(1))
    const entries = await anna.batchEntries('local', 'b1')
    expect(entries.map(({ batch, state }) => [batch?.row, state]).sort()).toEqual([
      [0, 'accepted'],
      [1, 'sending'],
    ])
    expect((await lease('b1', anna.page, 'renew')).body).toMatchObject({ isHeld: false })
  })
})

describe('what the page of a viewer finds out', () => {
  it('is shown there and stored nowhere, until somebody stores it (D543)', async () => {
    const viewer = await openTeamLedger('c'.repeat(32), { locks: null, isViewer: () => true })
    const operator = await open()
    const run = { id: 3, at: '2026-01-01T00:00:00.000Z' }
    const evidence = {
      ...{ service: 'local', id: 'run 3 v1', recordedAt: run.at, agentId: 'a1', versionId: 'v1', run },
      ...({ verdict: 'passed', knownFrom: 'service' } as const),
    }
    await viewer.saveEvidence(evidence)
    await viewer.changeLabNote('local', 'run 3', () => ({
      ...{ service: 'local', id: 'run 3', labId: '3', notedAt: run.at },
      ...({ kind: 'run', taken: true } as const),
    }))
    expect(await viewer.evidence('local', 'a1')).toEqual([evidence])
    expect(await viewer.labNotes('local')).toMatchObject([{ id: 'run 3', taken: true }])
    expect([await operator.evidence('local'), await operator.labNotes('local')]).toEqual([[], []])
    await operator.saveEvidence({ ...evidence, note: 'by an operator' })
    expect(await viewer.evidence('local')).toMatchObject([{ note: 'by an operator' }])
  })
})

describe('a write whose page is gone', () => {
  it('becomes unknown when its browser was not heard of for 30 s, and after two minutes in any case', async () => {
    const begun = Date.now()
    now = new Date(begun)
    const anna = await open('a'.repeat(32))
    const lost = await anna.begin(write)
    const ben = await open()
    const states = async () => (await ben.entries('local')).map(({ state }) => state)
    now = new Date(begun + 29_000)
    expect(await states()).toEqual(['sending'])
    const abort = new AbortController()
    await fetch(`/console/events?browser=${'a'.repeat(32)}`, { signal: abort.signal })
    now = new Date(begun + 60_000)
    await expect.poll(states).toEqual(['sending'])
    now = new Date(begun + 121_000)
    expect(await states()).toEqual(['unknown'])
    abort.abort()
    await anna.finish('local', lost, { state: 'accepted' })
    expect(await states()).toEqual(['accepted'])
    // Later than the other, or either may be listed first.
    now = new Date(begun + 1_000)
    const stranger = await open('c'.repeat(32))
    await stranger.begin(write)
    now = new Date(begun + 32_000)
    expect((await states())[0]).toBe('unknown')
  })
})

describe('what changed', () => {
  /** Follows the events as a browser does; resolves with the next of a type. */
  async function follow(origin = running.origin, as = cookie) {
    const abort = new AbortController()
    const answer = await fetch(new URL(`/console/events?browser=${BROWSER}`, origin), {
      headers: { cookie: as },
      signal: abort.signal,
    })
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (test: (text: string) => boolean) => {
      while (!test(text)) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) throw new Error(`ended after ${text}`)
        text += value
      }
      const all = text
      text = ''
      return all
    }
    return { until, leave: () => abort.abort() }
  }

  it('is told to every open page, once for many changes, and so is who works on what', async () => {
    const events = await follow()
    await events.until((text) => text.includes('event: rows') && text.includes('event: leases'))
    const ledger = await open()
    await Promise.all(Array.from({ length: 30 }, () => ledger.begin(write)))
    const told = await events.until((text) => /"entries":\d+/.test(text))
    expect(told.split('event: rows').length).toBeLessThan(20)
    await lease('b2', 'p1', 'take')
    await events.until((text) => text.includes('event: leases'))
    events.leave()
  })

  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'is told by other processes on the same server, too',
    async () => {
      const other = await start()
      try {
        const events = await follow(other.origin, await signInAt(other.origin, PASSWORD))
        await events.until((text) => text.includes('event: leases'))
        await (await open()).begin(write)
        await events.until((text) => /"entries":\d+/.test(text))
        events.leave()
      } finally {
        await other.close()
      }
    },
  )
})

describe('the addresses', () => {
  const row = { service: 'local', key: 'a1', row: {} }
  const AGENT = '/console/ledger/agents/row'

  it('take nothing else than what they say, and answer in words', async () => {
    const refused: [string, unknown, number][] = [
      ['/console/ledger/others/row', row, 404],
      ['/console/ledger/__proto__/row', row, 404],
      ['/console/ledger/agents/other', row, 404],
      [AGENT, { ...row, who: 'Somebody else' }, 400],
      [AGENT, { ...row, row: [] }, 400],
      [AGENT, { ...row, key: '' }, 400],
      [AGENT, { ...row, key: 'a\u0000' }, 400],
      [AGENT, { ...row, key: 'k'.repeat(501) }, 400],
      [AGENT, { ...row, service: '\ud800' }, 400],
      [AGENT, { ...row, follows: -1 }, 400],
      [AGENT, { ...row, follows: 2 ** 60 }, 400],
      [AGENT, '{', 400],
      [AGENT, '', 400],
      [
        AGENT,
        `{"service":"local","key":"a1","row":{"deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
        400,
      ],
      [AGENT, { ...row, row: { large: 'x'.repeat(ROW_BYTES_MAX) } }, 413],
      ['/console/ledger/agents/add', { service: 'local', rows: [] }, 400],
      ['/console/ledger/remove', { service: 'local', stores: ['others'] }, 400],
      [changeTeamLease.path, { service: 'local', name: 'n', page: 'p', action: 'steal' }, 400],
    ]
    for (const [path, body, status] of refused) {
      const answer = await send(path, body)
      expect([answer.status, answer.body.message], `${path} ${JSON.stringify(body).slice(0, 80)}`).toEqual([
        status,
        expect.stringMatching(/\w{3}/),
      ])
    }
    for (const path of [
      '/console/ledger/agents',
      '/console/ledger/agents?service=local&after=-1',
      '/console/ledger/agents?service=local&service=other',
      '/console/ledger/agents?service=local&limit=1',
      '/console/events',
      '/console/events?browser=%00',
    ])
      expect((await ask(path)).status, path).toBe(400)
    expect((await ask(AGENT, { method: 'DELETE' })).status).toBe(405)
    expect((await send(AGENT, row, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await ask('/console/ledger?service=local')).body).toEqual({ counts: {} })
  })

  it('name who is signed in, whatever the page says', async () => {
    await send(AGENT, { ...row, row: { who: 'Somebody else', person: 'Nobody' } })
    expect((await ask(`${AGENT}?service=local&key=a1`)).body).toMatchObject({ row: { person: 'operator' } })
  })

  it('say in the audit log what was removed, so that the end of a draft is not taken for the end of all', async () => {
    const { path, name } = removeTeamRows
    expect((await send(path, { service: 'local', stores: ['jobs', 'rows'], keys: ['a1'] })).status).toBe(200)
    expect((await send(path, { service: 'elsewhere', stores: ['agents'] })).status).toBe(200)
    // An entry is completed once its answer is sent.
    await vi.waitFor(async () => {
      const { entries } = (await ask(`/console/audit?operation=${name}`)).body
      const [all, draft] = entries as AuditEntry[]
      expect(all).toMatchObject({ ids: { stores: 'agents', keys: 'all' }, person: 'operator', status: 200 })
      expect(draft?.ids).toEqual({ stores: 'jobs rows', keys: 'a1' })
    })
  })

  it('let viewers read and nobody else', async () => {
    const viewer = await signInAt(running.origin, VIEWER)
    expect((await send(AGENT, row, { cookie: viewer })).status).toBe(403)
    expect((await ask('/console/ledger/agents?service=local', { headers: { cookie: viewer } })).status).toBe(
      200,
    )
    for (const path of [
      '/console/ledger/agents?service=local',
      '/console/leases?service=local',
      '/console/events',
    ])
      expect((await ask(path, { headers: { cookie: '' } })).status, path).toBe(401)
  })
})

it('asks for no part of the writes that it has, and misses none of a colleague (D716)', async () => {
  const [anna, ben] = [await open(), await open('c'.repeat(32))]
  await anna.begin(write)
  await anna.begin({ ...write, operation: 'createAgent' })
  expect(await anna.entries('local', 'dispatchCall')).toHaveLength(1)
  expect(await anna.entries('local')).toHaveLength(2)
  now = new Date(now.getTime() + 1)
  await ben.begin(write)
  // Not a spy: one on what was put in its place comes back for the next file of this process.
  asked.length = 0
  expect(await anna.entries('local', 'dispatchCall')).toHaveLength(2)
  expect(await anna.entries('local', 'createAgent')).toHaveLength(1)
  expect(await anna.batchEntries('local', 'b1')).toEqual([])
  expect(await anna.newest('local', 2)).toMatchObject({
    entries: [{ operation: 'dispatchCall' }, {}],
    more: true,
  })
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((address) => /operation=|partOf=|newest=/.test(address))).toEqual([])
})

it('reads 20,000 writes in pages, and after that only what changed', { timeout: 280_000 }, async () => {
  const entry = (index: number) => ({
    ...write,
    id: `e${index}`,
    startedAt: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
    state: 'accepted',
    tab: 't',
  })
  const AT_ONCE = 1_000
  for (let from = 0; from < 20_000; from += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, index) => ({
      key: `e${from + index}`,
      row: entry(from + index),
      operation: 'dispatchCall',
    }))
    expect((await send('/console/ledger/entries/add', { service: 'local', rows })).body).toEqual({
      added: AT_ONCE,
    })
  }
  const ledger = await open()
  const begun = performance.now()
  expect(await ledger.entries('local')).toHaveLength(20_000)
  const all = performance.now() - begun
  const id = await ledger.begin({ ...write, operation: 'createAgent' })
  const again = performance.now()
  expect((await ledger.entries('local'))[0]?.id).toBe(id)
  const more = performance.now() - again
  expect(more).toBeLessThan(all / 4)
})
