import 'fake-indexeddb/auto'
import { MutationObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { exportLedger } from '../ledger/export-ledger'
import { openLedger } from '../ledger/open-ledger'
import { forgetBefore, forgetOld } from './forget-old'
import { KEEP_DAYS_KEY, keys } from './keys'
import { createQueryClient } from './query-client'
import { keepFor } from './retention'

const day = (at: number) => new Date(Date.UTC(2026, 0, at))

it.each(['stored', 'in memory'])(
  'forgets writes that are older, except those in doubt and those of a batch that is here (%s)',
  async (where) => {
    const indexedDB = globalThis.indexedDB
    if (where === 'in memory') Object.assign(globalThis, { indexedDB: undefined })
    let now = day(1)
    const ledger = await openLedger({ databaseName: `retention ${where}`, locks: null, now: () => now })
    Object.assign(globalThis, { indexedDB })
    const write = async (name: string, state: 'accepted' | 'unknown' = 'accepted', more: object = {}) => {
      const entry = { service: 'one', operation: 'createAgent', params: {}, body: { name }, ...more }
      await ledger.finish(entry.service, await ledger.begin(entry), { state })
    }
    await ledger.saveJob({ service: 'one', id: 'b1', kind: 'k', startedAt: '', revision: 1, state: {} })
    await write('old')
    await write('doubt', 'unknown')
    await write('row', 'accepted', { batch: { id: 'b1', row: 0 } })
    await write('row of a batch that is gone', 'accepted', { batch: { id: 'b2', row: 0 } })
    await write('of another service', 'accepted', { service: 'other' })
    now = day(10)
    // More than are read at once.
    for (let at = 0; at < 3; at += 1) await write(`new ${at}`)

    const steps: number[][] = []
    expect(await forgetBefore(ledger, 'one', day(9), (...step) => steps.push(step))).toBe(2)
    // A page's memory needs no steps.
    expect(steps).toEqual(where === 'stored' ? [[0, 4]] : [])
    const left = (await ledger.entries('one')).map(({ body }) => (body as { name: string }).name)
    expect(left.sort()).toEqual(['doubt', 'new 0', 'new 1', 'new 2', 'row'])
    expect(await ledger.entries('other')).toHaveLength(1)
    expect(await forgetBefore(ledger, 'one', day(9))).toBe(0)
  },
)

it('leaves no list that still shows what is forgotten, also where nobody looks at it now, nor in another window', async () => {
  let now = day(1)
  const ledger = await openLedger({ databaseName: 'listed', locks: null, now: () => now })
  const entry = { service: 'one', operation: 'createAgent', params: {}, body: {} }
  await ledger.finish('one', await ledger.begin(entry), { state: 'accepted' })
  now = new Date()
  vi.stubGlobal('localStorage', { getItem: () => '7' })
  const client = createQueryClient()
  const listed = [...keys.ledger, 'activity']
  client.setQueryData(listed, await ledger.entries('one'))
  const other = new BroadcastChannel('switchboard-changed')
  const told = new Promise<MessageEvent>((resolve) => {
    other.onmessage = resolve
  })
  expect(await forgetOld(client, ledger, 'one')).toBe(1)
  expect(client.getQueryData(listed)).toBeUndefined()
  expect((await told).data).toContainEqual(keys.ledger)
  other.close()
  vi.unstubAllGlobals()
})

it('exports no secret, wherever it is stored', async () => {
  const ledger = await openLedger({ databaseName: 'export', locks: null })
  const request = { overrideSTTConfig: { apiKey: 's3cret' }, prompt: { system: 'Hello' } }
  await ledger.changeAgent('one', 'a1', () => ({
    service: 'one',
    agentId: 'a1',
    name: 'Agent',
    source: 'created',
    addedAt: '',
    versions: [{ versionId: 'v1', request }],
  }))
  const note = { sessionToken: 's3cret' }
  await ledger.saveJob({ service: 'one', id: 'j', kind: 'k', startedAt: '', revision: 1, state: note })
  for (const maskContacts of [true, false]) {
    const text = JSON.stringify(await exportLedger(ledger, { service: 'one', maskContacts }))
    expect(text).toContain('Hello')
    expect(text).not.toContain('s3cret')
  }
})

it('stores for how long only once what is older is forgotten, so that a failure changes nothing', async () => {
  const stored = new Map([[KEEP_DAYS_KEY, '365']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no server')
  })
  const keep = new MutationObserver(
    createQueryClient(),
    keepFor(() => {}),
  )
  await expect(keep.mutate(7)).rejects.toThrow()
  expect(stored.get(KEEP_DAYS_KEY)).toBe('365')
  // Which forgets nothing, and so needs nobody.
  await keep.mutate(0)
  expect(stored.size).toBe(0)
  vi.unstubAllGlobals()
})
