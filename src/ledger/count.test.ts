import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openLedger } from './ledger'

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
    await ledger.saveJob({ service: 'one', id: 'j', kind: 'k', startedAt: '', revision: 1, state: {} })

    const id12 = 'scenario 12'
    await ledger.changeLabNote('one', id12, () => ({
      service: 'one',
      id: id12,
      kind: 'scenario',
      labId: '12',
      notedAt: '',
      added: true,
    }))

    expect(await ledger.count('one')).toEqual({ entries: 2, agents: 0, jobs: 1, evidence: 0, labNotes: 1 })
    expect(await ledger.entry('one', id)).toMatchObject({
      body: { name: 'Front desk', token: '[not stored]' },
    })
    expect(await ledger.entry('other', id)).toBeUndefined()
    expect(await ledger.entry('one', 'unknown')).toBeUndefined()
    await ledger.empty('one')
    expect(await ledger.count('one')).toEqual({ entries: 0, agents: 0, jobs: 0, evidence: 0, labNotes: 0 })
    expect((await ledger.count('other')).entries).toBe(1)
  },
)
