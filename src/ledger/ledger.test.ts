import 'fake-indexeddb/auto'
import { type IDBPDatabase, openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import '../contract/calls'
import { MIGRATIONS } from './database'
import type { LedgerEntry, StoredAgent } from './entry'
import { exportLedger } from './export-ledger'
import { JobChanged } from './job-changed'
import { Ledger, type LedgerSurroundings } from './ledger'
import { agent, dispatch, evidence, job, noteOfRun, testLedger } from './ledger-suite.fixture'
import { MemoryRows } from './memory-rows'
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

describe('in the browser', () => {
  testLedger((at) => open({ now: at }))
})

describe('in the memory of a page', () => {
  let rows = new MemoryRows({ reason: 'unavailable', message: '' }, '')
  beforeEach(() => {
    rows = new MemoryRows({ reason: 'unavailable', message: '' }, '')
  })
  testLedger(async (at) => new Ledger(rows, 'page', at))
})

describe('writes', () => {
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

  it('that cannot be read are passed over', async () => {
    const ledger = await open()
    await ledger.begin(dispatch)
    const database = await openDB(databaseName)
    await database.put('entries', { id: 'x', service: 'local', startedAt: '2026', state: 'odd' })
    database.close()
    expect(await ledger.entries('local')).toHaveLength(1)
  })
})

describe('evidence', () => {
  it('that cannot be read is passed over', async () => {
    const ledger = await open()
    await ledger.saveEvidence({ ...evidence('e1'), verdict: 'splendid' as never })
    expect(await ledger.evidence('local')).toEqual([])
  })
})

describe('notes of the testing lab', () => {
  it('that cannot be read are passed over, and memory does the same', async () => {
    const ledger = await open()
    await ledger.changeLabNote('local', 'run 7', () => ({ ...noteOfRun('x')(undefined), tags: [1] as never }))
    expect(await ledger.labNotes('local')).toEqual([])
    vi.stubGlobal('indexedDB', undefined)
    const memory = await open()
    vi.unstubAllGlobals()
    await memory.changeLabNote('local', 'run 7', noteOfRun('once'))
    await memory.changeLabNote('local', 'run 7', noteOfRun('twice'))
    expect(await memory.labNotes('local')).toMatchObject([{ note: 'once twice' }])
    await memory.empty('local')
    expect(await memory.labNotes('local')).toEqual([])
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

  it('are exported without secrets that an earlier console did not know as such', async () => {
    await leave(MIGRATIONS.length, [{ ...created('1', 'accepted'), reply: { participantToken: 's3cret' } }])
    const exported = await exportLedger(await open(), { service: 'local', maskContacts: false })
    expect(exported.entries).toHaveLength(1)
    expect(JSON.stringify(exported)).not.toContain('s3cret')
  })

  it('find all writes of before by their state, and lose none (D980)', async () => {
    const states = ['accepted', 'refused', 'unknown', 'sending'] as const
    const rows = Array.from({ length: 2_500 }, (_, at) => ({
      ...created(`${at}`, 'accepted'),
      state: states[at % 4] ?? 'accepted',
    }))
    await leave(MIGRATIONS.length - 1, rows)
    const ledger = await open()
    expect(await ledger.entries('local')).toHaveLength(2_500)
    // Those that were being sent are of a page that is gone.
    const lost = await ledger.open('local')
    expect(lost).toHaveLength(1_250)
    expect(new Set(lost.map(({ id }) => id)).size).toBe(1_250)
    expect(lost.every(({ state }) => state === 'unknown')).toBe(true)
    expect(await ledger.open('local')).toHaveLength(1_250)
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
    const error = { status: 200, message: 'Slow down, Bearer abcdef-0123456789.' }
    await ledger.finish('local', id, { state: 'accepted', reply: { token: 's3cret' }, error })
    await ledger.changeAgent('local', 'a1', () => agent('a1'))
    await ledger.changeAgent('local', 'a1', (known) => ({ ...agent('a1'), ...known, name: 'Renamed' }))
    await ledger.saveJob(job(1))
    await ledger.saveJob(job(2))
    await expect(ledger.saveJob(job(2))).rejects.toThrow(JobChanged)
    expect(await ledger.jobs('local')).toEqual([job(2)])
    expect(await ledger.jobs('other')).toEqual([])
    expect(await ledger.entries('local')).toMatchObject([
      {
        state: 'accepted',
        reply: { token: '[not stored]' },
        error: { status: 200, message: 'Slow down, Bearer [not stored]' },
      },
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

  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  it.each([
    ['has no database', undefined],
    ['forbids it', { open: denied }],
  ])('works in memory where the browser %s', async (_, indexedDB) => {
    vi.stubGlobal('indexedDB', indexedDB)
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
