import 'fake-indexeddb/auto'
import { type IDBPDatabase, openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import '../contract/calls'
import { MIGRATIONS } from './database'
import type { LabNote, LedgerEntry, StoredAgent, StoredJob, TestEvidence } from './entry'
import { exportLedger } from './export-ledger'
import { JobChanged } from './job-changed'
import type { LedgerSurroundings } from './ledger'
import { openLedger } from './open-ledger'

/** The Web Locks of one browser, as far as the ledger uses them; a tab can be closed. */
function createLocks() {
  const held = new Map<string, number>()
  const tabs: { close: () => void; locks: LockManager }[] = []
  return {
    openTab() {
      const own: string[] = []
      const locks = {
        request: async (name: string, run: () => Promise<unknown>) => {
          held.set(name, 1)
          own.push(name)
          return run()
        },
        query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
      } as unknown as LockManager
      const tab = {
        locks,
        close() {
          for (const name of own) held.delete(name)
        },
      }
      tabs.push(tab)
      return tab
    },
  }
}

let counter = 0
let databaseName = ''
let now = new Date('2026-01-01T00:00:00Z')
beforeEach(() => {
  counter += 1
  databaseName = `ledger-${counter}`
  now = new Date('2026-01-01T00:00:00Z')
})
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const open = (surroundings: Partial<LedgerSurroundings> = {}) =>
  openLedger({ databaseName, now: () => now, locks: null, ...surroundings })

const agent = (agentId: string, service = 'local'): StoredAgent => ({
  service,
  agentId,
  name: `Agent ${agentId}`,
  source: 'added',
  addedAt: now.toISOString(),
  versions: [],
})
const dispatch = {
  service: 'local',
  operation: 'dispatchCall',
  params: { agentId: 'a1' },
  body: { versionId: 'v1' },
}

describe('writes', () => {
  it('are there before they end, and complete afterwards, also for a page opened anew', async () => {
    const ledger = await open()
    expect(ledger.problem).toBeUndefined()
    const id = await ledger.begin(dispatch)
    expect(await ledger.entries('local')).toMatchObject([
      { ...dispatch, id, state: 'sending', startedAt: now.toISOString() },
    ])
    later(1000)
    await ledger.finish(id, { state: 'accepted', reply: { id: 'call-1' } })
    expect(await (await open()).entries('local')).toMatchObject([
      { id, state: 'accepted', reply: { id: 'call-1' }, finishedAt: now.toISOString() },
    ])
  })

  it('have words, and what they are about, which grows with the reply (D490)', async () => {
    const ledger = await open()
    const id = await ledger.begin({ ...dispatch, body: { versionId: 'v1', toPhoneNumber: '+15005550142' } })
    const about = { kind: 'call', agentId: 'a1', versionId: 'v1', recipient: '+15005550142' }
    expect(await ledger.entry('local', id)).toMatchObject({ to: 'place the call', about })
    await ledger.finish(id, { state: 'accepted', reply: { id: 'call-1' } })
    expect(await ledger.entry('local', id)).toMatchObject({ about: { ...about, callId: 'call-1' } })

    const unknown = await ledger.begin({ ...dispatch, operation: 'teleport' })
    expect(await ledger.entry('local', unknown)).not.toHaveProperty('to')
  })

  it('are listed newest first, of one service and one operation', async () => {
    const ledger = await open()
    await ledger.begin(dispatch)
    later(1)
    await ledger.begin({ ...dispatch, operation: 'createAgent' })
    later(1)
    await ledger.begin({ ...dispatch, service: 'local2' })
    expect((await ledger.entries('local')).map(({ operation }) => operation)).toEqual([
      'createAgent',
      'dispatchCall',
    ])
    expect(await ledger.entries('local', 'dispatchCall')).toHaveLength(1)
    expect(await ledger.entries('loca')).toEqual([])
    expect(await ledger.entries('local2')).toHaveLength(1)
  })

  it('of whatever kind are stored without secrets at any depth (D446)', async () => {
    const ledger = await open()
    const request = { overrideSTTConfig: { provider: [{ apiKey: 's3cret' }] }, prompt: { system: 'Hi' } }
    await ledger.changeAgent('local', 'a1', () => ({
      ...agent('a1'),
      versions: [{ versionId: 'v1', request }],
    }))
    await ledger.changeLabNote('local', 'run 1', () => ({
      ...{ service: 'local', id: 'run 1', kind: 'run', labId: '1', notedAt: now.toISOString() },
      note: 'Bearer s3cret-s3cret',
    }))
    await ledger.saveEvidence({ ...evidence('e1'), note: 'Bearer s3cret-s3cret' })
    await ledger.begin({ ...dispatch, note: { password: 's3cret' } })
    const stored = [
      await ledger.agents('local'),
      await ledger.labNotes('local'),
      await ledger.evidence('local'),
    ]
    expect(JSON.stringify([...stored, await ledger.entries('local')])).not.toContain('s3cret')
    expect((await ledger.agent('local', 'a1'))?.versions[0]?.request).toEqual({
      overrideSTTConfig: { provider: [{ apiKey: '[not stored]' }] },
      prompt: { system: 'Hi' },
    })
  })

  it('are stored without secrets', async () => {
    const ledger = await open()
    const id = await ledger.begin({
      ...dispatch,
      operation: 'createChatThread',
      body: { agentId: 'a1', headers: [{ key: 'Authorization', value: 'Bearer s3cret' }], max_tokens: 5 },
    })
    await ledger.finish(id, {
      state: 'accepted',
      reply: {
        thread: { id: 't1', clientToken: 's3cret' },
        token: 's3cret',
        url: 'https://store.example/f?X-Amz-Signature=s3cret&Expires=1',
        site: 'https://a.example/page?q=1',
      },
    })
    const [entry] = await ledger.entries('local')
    expect(JSON.stringify(entry)).not.toContain('s3cret')
    expect(entry).toMatchObject({
      body: { agentId: 'a1', headers: [{ key: 'Authorization', value: '[not stored]' }], max_tokens: 5 },
      reply: {
        thread: { id: 't1', clientToken: '[not stored]' },
        url: 'https://store.example/f [not stored]',
        site: 'https://a.example/page?q=1',
      },
    })
  })

  it('of a closed tab become unknown, those of a living one stay', async () => {
    const browser = createLocks()
    const closing = browser.openTab()
    const staying = browser.openTab()
    const first = await open({ locks: closing.locks })
    const second = await open({ locks: staying.locks })
    const lost = await first.begin(dispatch)
    const going = await second.begin(dispatch)
    const third = await open({ locks: browser.openTab().locks })
    expect((await third.entries('local')).map(({ state }) => state)).toEqual(['sending', 'sending'])
    closing.close()
    later(1)
    const states = new Map((await third.entries('local')).map((entry) => [entry.id, entry]))
    expect(states.get(lost)).toMatchObject({
      state: 'unknown',
      error: { message: 'The page was closed before the answer arrived.' },
    })
    expect(states.get(going)?.state).toBe('sending')
    expect((await (await open()).entries('local')).find(({ id }) => id === lost)?.state).toBe('unknown')
  })

  it('become unknown by age where tabs cannot be told apart', async () => {
    await (await open()).begin(dispatch)
    const next = await open()
    later(119_000)
    expect((await next.entries('local'))[0]?.state).toBe('sending')
    later(2_000)
    expect((await next.entries('local'))[0]?.state).toBe('unknown')
  })

  it('that was given up and is answered after all ends as answered, with nothing of the doubt', async () => {
    const first = await open()
    const id = await first.begin(dispatch)
    later(121_000)
    await (await open()).entries('local')
    await first.finish(id, { state: 'accepted', reply: { id: 'c1' } })
    expect(await first.entry('local', id)).toMatchObject({ state: 'accepted', reply: { id: 'c1' } })
    expect((await first.entry('local', id))?.error).toBeUndefined()
  })

  it('that cannot be read are passed over', async () => {
    const ledger = await open()
    await ledger.begin(dispatch)
    const database = await openDB(databaseName)
    await database.put('entries', { id: 'x', service: 'local', startedAt: '2026', state: 'odd' })
    database.close()
    expect(await ledger.entries('local')).toHaveLength(1)
  })
})

describe('agents', () => {
  it('are changed from what is known, listed newest first, and forgotten', async () => {
    const ledger = await open()
    await ledger.changeAgent('local', 'a1', (known) => known ?? agent('a1'))
    later(1)
    await ledger.changeAgent('local', 'a2', () => agent('a2'))
    await ledger.changeAgent('other', 'a1', () => agent('a1', 'other'))
    await ledger.changeAgent('local', 'a1', (known) => ({ ...agent('a1'), ...known, name: 'Renamed' }))
    expect((await ledger.agents('local')).map(({ agentId, name }) => [agentId, name])).toEqual([
      ['a2', 'Agent a2'],
      ['a1', 'Renamed'],
    ])
    await ledger.forgetAgent('local', 'a1')
    expect(await ledger.agent('local', 'a1')).toBeUndefined()
    expect(await ledger.agent('other', 'a1')).toMatchObject({ name: 'Agent a1' })
  })

  it('do not lose a change that another tab makes at the same time', async () => {
    const [one, two] = [await open(), await open()]
    await one.changeAgent('local', 'a1', () => agent('a1'))
    const addVersion = (versionId: string) => (known: StoredAgent | undefined) => ({
      ...agent('a1'),
      versions: [...(known?.versions ?? []), { versionId }],
    })
    await Promise.all([
      one.changeAgent('local', 'a1', addVersion('v1')),
      two.changeAgent('local', 'a1', addVersion('v2')),
    ])
    expect((await one.agent('local', 'a1'))?.versions).toHaveLength(2)
  })
})

const job = (revision: number, service = 'local'): StoredJob => ({
  service,
  id: 'j1',
  kind: 'replace-file',
  startedAt: '2026-01-01T00:00:00Z',
  revision,
  state: { at: revision },
})

describe('procedures', () => {
  it('are kept for a page opened anew, of one service, newest first', async () => {
    const ledger = await open()
    await ledger.saveJob(job(1))
    await ledger.saveJob({ ...job(1), id: 'j2', startedAt: '2026-01-02T00:00:00Z' })
    await ledger.saveJob(job(1, 'other'))
    await ledger.saveJob(job(2))
    const next = await open()
    expect((await next.jobs('local')).map(({ id }) => id)).toEqual(['j2', 'j1'])
    expect(await next.job('local', 'j1')).toEqual(job(2))
    expect(await next.job('local', 'j3')).toBeUndefined()
    await next.empty('local')
    expect(await next.jobs('local')).toEqual([])
    expect(await next.jobs('other')).toHaveLength(1)
  })

  it('cannot be gone on with by two pages from the same state', async () => {
    const [one, two] = [await open(), await open()]
    await one.saveJob(job(1))
    const both = await Promise.allSettled([one.saveJob(job(2)), two.saveJob(job(2))])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(two.saveJob(job(1))).rejects.toThrow(JobChanged)
    expect(two.problem).toBeUndefined()
  })
})

const evidence = (id: string, more: Partial<TestEvidence> = {}): TestEvidence => ({
  service: 'local',
  id,
  agentId: 'a1',
  versionId: 'v1',
  run: { id: 7, at: '2026-01-01T00:00:00Z' },
  verdict: 'passed',
  knownFrom: 'entered by hand',
  recordedAt: `2026-01-01T00:00:0${id.slice(-1)}Z`,
  ...more,
})

describe('evidence', () => {
  it('is kept for a page opened anew, newest first, of one agent if asked, and replaced under its id', async () => {
    const ledger = await open()
    await ledger.saveEvidence(evidence('e1'))
    await ledger.saveEvidence(evidence('e2', { agentId: 'a2' }))
    await ledger.saveEvidence(evidence('e3', { service: 'other' }))
    await ledger.saveEvidence(evidence('e1', { verdict: 'failed' }))
    const next = await open()
    expect((await next.evidence('local')).map(({ id, verdict }) => [id, verdict])).toEqual([
      ['e2', 'passed'],
      ['e1', 'failed'],
    ])
    expect((await next.evidence('local', 'a1')).map(({ id }) => id)).toEqual(['e1'])
    await next.removeEvidence('local', 'e1')
    expect(await next.evidence('local', 'a1')).toEqual([])
    await next.empty('local')
    expect(await next.evidence('local')).toEqual([])
    expect(await next.evidence('other')).toHaveLength(1)
  })

  it('that cannot be read is passed over', async () => {
    const ledger = await open()
    await ledger.saveEvidence({ ...evidence('e1'), verdict: 'splendid' as never })
    expect(await ledger.evidence('local')).toEqual([])
  })

  it('is part of the export', async () => {
    const ledger = await open()
    await ledger.saveEvidence(evidence('e1', { note: 'call +15551234567 back' }))
    const kept = await exportLedger(ledger, { service: 'local', maskPhoneNumbers: true, now })
    expect(kept.evidence).toEqual([evidence('e1', { note: 'call +1********67 back' })])
  })
})

describe('notes of the testing lab', () => {
  const change = (text: string) => (known: LabNote | undefined) => ({
    service: 'local',
    id: 'run 7',
    kind: 'run' as const,
    labId: '7',
    notedAt: now.toISOString(),
    note: [known?.note, text].filter(Boolean).join(' '),
  })
  it('are changed one after the other, kept for a page opened anew, exported, and emptied', async () => {
    const ledger = await open()
    await Promise.all([
      ledger.changeLabNote('local', 'run 7', change('once')),
      ledger.changeLabNote('local', 'run 7', change('twice')),
    ])
    const next = await open()
    expect(await next.labNotes('local')).toMatchObject([{ labId: '7', note: 'once twice' }])
    expect(await next.labNotes('other')).toEqual([])
    const kept = await exportLedger(next, { service: 'local', maskPhoneNumbers: true, now })
    expect(kept.labNotes).toHaveLength(1)
    await next.empty('local')
    expect(await next.labNotes('local')).toEqual([])
  })

  it('that cannot be read are passed over, and memory does the same', async () => {
    const ledger = await open()
    await ledger.changeLabNote('local', 'run 7', () => ({ ...change('x')(undefined), tags: [1] as never }))
    expect(await ledger.labNotes('local')).toEqual([])
    vi.stubGlobal('indexedDB', undefined)
    const memory = await open()
    vi.unstubAllGlobals()
    await memory.changeLabNote('local', 'run 7', change('once'))
    await memory.changeLabNote('local', 'run 7', change('twice'))
    expect(await memory.labNotes('local')).toMatchObject([{ note: 'once twice' }])
    await memory.empty('local')
    expect(await memory.labNotes('local')).toEqual([])
  })
})

describe('emptying and export', () => {
  it('forgets one service only', async () => {
    const ledger = await open()
    await ledger.begin(dispatch)
    await ledger.begin({ ...dispatch, service: 'other' })
    await ledger.changeAgent('local', 'a1', () => agent('a1'))
    await ledger.empty('local')
    expect(await ledger.entries('local')).toEqual([])
    expect(await ledger.agents('local')).toEqual([])
    expect(await ledger.entries('other')).toHaveLength(1)
  })

  it('masks phone numbers when asked', async () => {
    const ledger = await open()
    await ledger.begin({
      ...dispatch,
      body: { toPhoneNumber: '+15551234567', note: 'call +4930123456 first' },
    })
    const plain = await exportLedger(ledger, { service: 'local', maskPhoneNumbers: false, now })
    expect(JSON.stringify(plain)).toContain('+15551234567')
    const masked = await exportLedger(ledger, { service: 'local', maskPhoneNumbers: true, now })
    expect(masked.entries[0]?.body).toEqual({ toPhoneNumber: '+1********67', note: 'call +4*******56 first' })
  })
})

describe('migrations', () => {
  const created = (id: string, state: LedgerEntry['state']): LedgerEntry => ({
    id,
    service: 'local',
    operation: 'createAgent',
    params: {},
    body: { name: `Agent ${id}`, agentType: 'CALL' },
    startedAt: '2025-01-01T00:00:00Z',
    state,
    reply: { agent: { id: `agent-${id}`, version: { id: `version-${id}` } } },
    tab: 't',
  })

  /** A database as the console of that version left it. */
  async function leave(version: number, rows: readonly LedgerEntry[], agents: readonly StoredAgent[] = []) {
    const database = await openDB(databaseName, version, {
      async upgrade(db: IDBPDatabase, _from, _to, transaction) {
        for (const migrate of MIGRATIONS.slice(0, version)) await migrate(db, transaction as never)
      },
    })
    for (const row of rows) await database.put('entries', row)
    for (const row of agents) await database.put('agents', row)
    database.close()
  }

  it('from version 1 keep the writes and know the agents from them', async () => {
    await leave(1, [
      created('1', 'accepted'),
      created('2', 'refused'),
      { ...created('3', 'accepted'), reply: 'odd' },
    ])
    const ledger = await open()
    expect(ledger.problem).toBeUndefined()
    expect(await ledger.entries('local')).toHaveLength(3)
    expect(await ledger.agents('local')).toEqual([
      {
        service: 'local',
        agentId: 'agent-1',
        name: 'Agent 1',
        agentType: 'CALL',
        testingLabId: undefined,
        source: 'created',
        addedAt: '2025-01-01T00:00:00Z',
        versions: [
          {
            versionId: 'version-1',
            createdAt: '2025-01-01T00:00:00Z',
            request: created('1', 'accepted').body,
          },
        ],
      },
    ])
  })

  it.each([0, 1, 2, 3, 4])(
    'from version %i have room for procedures and evidence and keep what there was',
    async (version) => {
      if (version > 0) await leave(version, [created('1', 'accepted')])
      const ledger = await open()
      expect(ledger.problem).toBeUndefined()
      await ledger.saveJob(job(1))
      expect(await ledger.jobs('local')).toEqual([job(1)])
      await ledger.saveEvidence(evidence('e1'))
      expect(await ledger.evidence('local')).toEqual([evidence('e1')])
      expect(await ledger.entries('local')).toHaveLength(version === 0 ? 0 : 1)
    },
  )

  it('forget the secrets of versions that were stored as they were sent', async () => {
    const versions = [{ versionId: 'v1', request: { overrideSTTConfig: { provider: { apiKey: 's3cret' } } } }]
    await leave(6, [], [{ ...agent('a1'), versions }])
    const [stored] = await (await open()).agents('local')
    expect(stored).toEqual({
      ...agent('a1'),
      versions: [
        { versionId: 'v1', request: { overrideSTTConfig: { provider: { apiKey: '[not stored]' } } } },
      ],
    })
  })

  it('leave a database of the present version as it is', async () => {
    await leave(MIGRATIONS.length, [created('1', 'accepted')])
    const ledger = await open()
    expect(await ledger.entries('local')).toHaveLength(1)
    expect(await ledger.agents('local')).toEqual([])
  })
})

describe('where nothing can be kept', () => {
  const workInMemory = async (ledger: Awaited<ReturnType<typeof open>>) => {
    const id = await ledger.begin(dispatch)
    await ledger.finish(id, { state: 'accepted', reply: { token: 's3cret' } })
    await ledger.changeAgent('local', 'a1', () => agent('a1'))
    await ledger.changeAgent('local', 'a1', (known) => ({ ...agent('a1'), ...known, name: 'Renamed' }))
    await ledger.saveJob(job(1))
    await ledger.saveJob(job(2))
    await expect(ledger.saveJob(job(2))).rejects.toThrow(JobChanged)
    expect(await ledger.jobs('local')).toEqual([job(2)])
    expect(await ledger.jobs('other')).toEqual([])
    expect(await ledger.entries('local')).toMatchObject([
      { state: 'accepted', reply: { token: '[not stored]' } },
    ])
    expect(await ledger.entries('local', 'createAgent')).toEqual([])
    expect((await ledger.agents('local')).map(({ name }) => name)).toEqual(['Renamed'])
    expect(await ledger.agents('other')).toEqual([])
    await ledger.saveEvidence(evidence('e1'))
    await ledger.saveEvidence(evidence('e1', { verdict: 'failed' }))
    expect((await ledger.evidence('local', 'a1')).map(({ verdict }) => verdict)).toEqual(['failed'])
    expect(await ledger.evidence('other')).toEqual([])
    await ledger.removeEvidence('local', 'e1')
    expect(await ledger.evidence('local')).toEqual([])
  }

  it('works in memory beside the record of a newer console, and says so', async () => {
    const newer = await openDB(databaseName, MIGRATIONS.length + 1)
    newer.close()
    const ledger = await open()
    expect(ledger.problem).toMatchObject({
      reason: 'newer',
      message: expect.stringContaining('Reload the page'),
    })
    await workInMemory(ledger)
  })

  it('works in memory beside a broken record, until that is emptied', async () => {
    const broken = await openDB(databaseName, MIGRATIONS.length)
    broken.close()
    const ledger = await open()
    expect(ledger.problem).toMatchObject({ reason: 'broken' })
    await workInMemory(ledger)
    await ledger.empty('local')
    expect(await ledger.entries('local')).toEqual([])
    expect((await open()).problem).toBeUndefined()
  })

  it('works in memory where the browser has no database or forbids it', async () => {
    vi.stubGlobal('indexedDB', undefined)
    try {
      const ledger = await open()
      expect(ledger.problem?.reason).toBe('unavailable')
      await workInMemory(ledger)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('says so when the browser refuses a write, and takes it back when it no longer does', async () => {
    const ledger = await open()
    const put = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(ledger.begin(dispatch)).rejects.toThrow('full')
    expect(ledger.problem?.reason).toBe('full')
    put.mockRestore()
    await ledger.begin(dispatch)
    expect(ledger.problem).toBeUndefined()
  })

  it('makes way for a newer console in another tab, and then says that this one is old', async () => {
    const ledger = await open()
    await ledger.begin(dispatch)
    const newer = await openDB(databaseName, MIGRATIONS.length + 1)
    await expect(ledger.begin(dispatch)).rejects.toThrow('newer console')
    expect(ledger.problem?.reason).toBe('newer')
    newer.close()
  })

  it('connects again after another tab deleted the record', async () => {
    const ledger = await open()
    await ledger.begin(dispatch)
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(databaseName).onsuccess = resolve
    })
    expect(await ledger.entries('local')).toEqual([])
    await ledger.begin(dispatch)
    expect(await ledger.entries('local')).toHaveLength(1)
  })
})
