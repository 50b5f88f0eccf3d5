import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, expect, it } from 'vitest'
import { MIGRATIONS } from './database'
import type { NewEntry } from './entry'
import { exportLedger } from './export-ledger'
import { openLedger } from './open-ledger'

let counter = 0
let databaseName = ''
let time = 0
beforeEach(() => {
  counter += 1
  databaseName = `batches-${counter}`
  time = Date.parse('2026-01-01T00:00:00Z')
})
const open = () => openLedger({ databaseName, now: () => new Date(time), locks: null })
const write = (row: number, batchId = 'b1', service = 'local'): NewEntry => ({
  service,
  operation: 'dispatchCall',
  params: { agentId: 'a1' },
  body: { toPhoneNumber: `+1555${row}` },
  batch: { id: batchId, row },
})

it('finds the writes of a batch, oldest first, and of one operation among many, newest first', async () => {
  const ledger = await open()
  for (const entry of [write(0), write(1), write(0, 'b2'), write(0, 'b1', 'elsewhere')]) {
    time += 1
    await ledger.begin(entry)
  }
  await ledger.begin({ service: 'local', operation: 'createAgent', params: {} })
  expect((await ledger.batchEntries('local', 'b1')).map(({ batch }) => batch?.row)).toEqual([0, 1])
  const calls = await (await open()).entries('local', 'dispatchCall')
  expect(calls.map(({ batch }) => `${batch?.id} ${batch?.row}`)).toEqual(['b2 0', 'b1 1', 'b1 0'])
  expect(await ledger.entries('local')).toHaveLength(4)
})

it('reads every write although many began in one millisecond and pages end between them', async () => {
  const ledger = await open()
  const database = await openDB(databaseName)
  const transaction = database.transaction('entries', 'readwrite')
  const startedAt = (row: number) => new Date(time + (row < 2_600 ? 0 : row)).toISOString()
  for (let row = 0; row < 3_000; row += 1)
    void transaction.store.put({
      ...write(row),
      id: `${row}`,
      startedAt: startedAt(row),
      state: 'accepted',
      tab: '',
    })
  await transaction.done
  database.close()
  const rows = (await ledger.batchEntries('local', 'b1')).map(({ batch }) => batch?.row)
  expect(rows).toHaveLength(3_000)
  expect(new Set(rows).size).toBe(3_000)
  expect(await ledger.entries('local', 'dispatchCall')).toHaveLength(3_000)
})

it('keeps rows in parts until the procedure is forgotten, and leaves them out of an export', async () => {
  const ledger = await open()
  const job = {
    service: 'local',
    id: 'b1',
    kind: 'dispatch-batch',
    startedAt: '2026-01-01T00:00:00Z',
    revision: 1,
  }
  await ledger.saveRows({ service: 'local', job: 'b1', part: 0, rows: [1, 2] })
  await ledger.saveRows({ service: 'local', job: 'b2', part: 0, rows: [3] })
  await ledger.saveJob({ ...job, state: {} })
  await ledger.begin(write(0))
  const again = await open()
  expect(await again.rows('local', 'b1', 0)).toEqual([1, 2])
  expect(await again.rows('local', 'b1', 1)).toBeUndefined()
  expect(await exportLedger(again, { service: 'local', maskContacts: false })).not.toHaveProperty('rows')
  await again.forgetJob('local', 'b1')
  expect(await again.job('local', 'b1')).toBeUndefined()
  expect(await again.rows('local', 'b1', 0)).toBeUndefined()
  expect(await again.rows('local', 'b2', 0)).toEqual([3])
  expect(await again.batchEntries('local', 'b1')).toHaveLength(1)
  await again.empty('local')
  expect(await again.rows('local', 'b2', 0)).toBeUndefined()
})

it('finds what an older console kept by its operation', async () => {
  const old = await openDB(databaseName, 3, {
    async upgrade(database, _from, _to, transaction) {
      for (const migrate of MIGRATIONS.slice(0, 3)) await migrate(database as never, transaction as never)
    },
  })
  const entry = {
    ...write(0),
    batch: undefined,
    id: 'e1',
    startedAt: new Date(time).toISOString(),
    state: 'accepted',
    tab: '',
  }
  await old.put('entries', entry)
  old.close()
  expect(await (await open()).entries('local', 'dispatchCall')).toMatchObject([{ id: 'e1' }])
})
