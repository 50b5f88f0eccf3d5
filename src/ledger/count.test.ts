import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openLedger } from './open-ledger'

const at = { params: {}, operation: 'createAgent' }

it.each(['stored', 'in memory'])(
  'counts what is kept, and reads one write whole, of one service only (%s)',
  async (where) => {
    const indexedDB = globalThis.indexedDB
    if (where === 'in memory') Object.assign(globalThis, { indexedDB: undefined })
    const ledger = await openLedger({ databaseName: `count ${where}`, locks: null })
    Object.assign(globalThis, { indexedDB })
    expect(ledger.problem === undefined).toBe(where === 'stored')
    const id = await ledger.begin({ ...at, service: 'one', body: { name: 'Front desk', token: 'a-secret' } })
    await ledger.begin({ ...at, service: 'one', body: {} })
    await ledger.begin({ ...at, service: 'other', body: {} })
    const note = { service: 'one', id: 'scenario 1', kind: 'scenario', labId: '1', notedAt: '' } as const
    await ledger.changeLabNote('one', note.id, () => note)
    // A file of which no batch was made yet holds numbers, too.
    for (const part of [0, 1]) await ledger.saveRows({ service: 'one', job: 'draft', part, rows: [] })
    await ledger.saveJob({ service: 'one', id: 'j', kind: 'k', startedAt: '', revision: 1, state: {} })

    expect(await ledger.count('one')).toEqual({
      entries: 2,
      agents: 0,
      jobs: 1,
      evidence: 0,
      labNotes: 1,
      rows: 2,
    })
    expect(await ledger.entry('one', id)).toMatchObject({
      body: { name: 'Front desk', token: '[not stored]' },
    })
    expect(await ledger.entry('other', id)).toBeUndefined()
    expect(await ledger.entry('one', 'unknown')).toBeUndefined()
    await ledger.empty('one')
    expect(await ledger.count('one')).toEqual({
      entries: 0,
      agents: 0,
      jobs: 0,
      evidence: 0,
      labNotes: 0,
      rows: 0,
    })
    expect((await ledger.count('other')).entries).toBe(1)
  },
)
