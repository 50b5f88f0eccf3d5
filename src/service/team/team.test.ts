import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../service.fixture'
import { openTeamLeases } from './leases'
import { openTeamRows } from './rows'

const opened = await openTestDatabase()
let changes = 0
const rows = () => {
  const store = openTeamRows(opened.db, () => changes++)
  const parsed = <Row extends { content: string }>({ content, ...rest }: Row) => ({
    ...rest,
    row: JSON.parse(content) as Record<string, unknown>,
  })
  return {
    ...store,
    async read(place: Parameters<typeof store.read>[0]) {
      const row = await store.read(place)
      return row && parsed(row)
    },
    async list(asked: Parameters<typeof store.list>[0]) {
      const page = await store.list(asked)
      return { ...page, rows: page.rows.map(parsed) }
    },
  }
}
const leases = () => openTeamLeases(opened.db, () => changes++)
beforeEach(async () => {
  await opened.db.execute(sql`truncate team_rows, team_changes, team_leases`)
  changes = 0
})
afterAll(() => opened.close())

const at = (key: string, store = 'agents', service = 'local') => ({ service, store, key })
const all = (store = 'agents', more: object = {}) =>
  rows().list({ service: 'local', store, after: 0, ...more })
const keysOf = async (store?: string, more?: object) => (await all(store, more)).rows.map(({ key }) => key)

test('a row is there with who recorded it first, and as it was changed last', async () => {
  expect(await rows().write({ place: at('a1'), row: { name: 'One' }, follows: 0 }, 'Anna')).toBe(1)
  expect(await rows().write({ place: at('a1'), row: { name: 'Two' }, follows: 1 }, 'Ben')).toBe(2)
  expect(await rows().read(at('a1'))).toEqual({ key: 'a1', changed: 2, person: 'Anna', row: { name: 'Two' } })
  expect(await rows().read(at('a1', 'agents', 'other'))).toBeUndefined()
  expect(changes).toBe(2)
})

test('the newest are listed alone, those that changed last first, until an answer is full', async () => {
  for (const key of ['a1', 'a2', 'a3']) await rows().write({ place: at(key), row: {}, follows: 0 }, 'Anna')
  await rows().write({ place: at('a1'), row: { name: 'Again' }, follows: 1 }, 'Anna')
  expect(await all('agents', { newest: 2 })).toMatchObject({
    more: true,
    rows: [{ key: 'a1' }, { key: 'a3' }],
  })
  expect(await all('agents', { newest: 3 })).toMatchObject({ more: false })
  const text = 'x'.repeat(1_500_000)
  await rows().write({ place: at('a4'), row: { text }, follows: 0 }, 'Anna')
  await rows().write({ place: at('a5'), row: { text }, follows: 0 }, 'Anna')
  await rows().write({ place: at('a6'), row: { text }, follows: 0 }, 'Anna')
  expect(await all('agents', { newest: 3 })).toMatchObject({
    more: true,
    rows: [{ key: 'a6' }, { key: 'a5' }],
  })
})

test('a change of what somebody else changed meanwhile is refused, and so is one of what is gone', async () => {
  await rows().write({ place: at('a1'), row: {}, follows: 0 }, 'Anna')
  await rows().write({ place: at('a1'), row: { by: 'Anna' }, follows: 1 }, 'Anna')
  for (const follows of [0, 1, 99])
    expect(await rows().write({ place: at('a1'), row: { by: 'Ben' }, follows }, 'Ben')).toBe('changed')
  expect((await rows().read(at('a1')))?.row).toEqual({ by: 'Anna' })
  await rows().remove('local', ['agents'], ['a1'])
  expect(await rows().write({ place: at('a1'), row: {}, follows: 2 }, 'Ben')).toBe('changed')
})

test('of many changes at once every one is counted, in the order in which they are seen', async () => {
  await rows().write({ place: at('a1'), row: { count: 0 }, follows: 0 }, 'Anna')
  const increase = async () => {
    for (;;) {
      const { row, changed = 0 } = (await rows().read(at('a1'))) ?? {}
      const change = { place: at('a1'), row: { count: Number(row?.count) + 1 }, follows: changed }
      if ((await rows().write(change, 'Anna')) !== 'changed') return
    }
  }
  await Promise.all(Array.from({ length: 8 }, increase))
  expect((await rows().read(at('a1')))?.row).toEqual({ count: 8 })
})

test('what changed after a number is listed, of one operation or one batch if asked, in pages', async () => {
  const write = (key: string, more: object = {}) =>
    rows().write({ place: at(key, 'entries'), row: {}, ...more }, 'Anna')
  await write('e1', { operation: 'dispatchCall', partOf: 'b1' })
  await write('e2', { operation: 'createAgent' })
  await write('e3', { operation: 'dispatchCall', partOf: 'b2' })
  await write('e1', { operation: 'dispatchCall', partOf: 'b1' })
  expect(await keysOf('entries')).toEqual(['e2', 'e3', 'e1'])
  expect(await keysOf('entries', { after: 3 })).toEqual(['e1'])
  expect(await keysOf('entries', { operation: 'dispatchCall' })).toEqual(['e3', 'e1'])
  expect(await keysOf('entries', { partOf: 'b2' })).toEqual(['e3'])
  expect(await all('entries', { after: 4 })).toEqual({ number: 4, removed: 0, rows: [], more: false })
})

test('pages end by count and by size, with none left out', async () => {
  const keys = Array.from({ length: 5_000 }, (_, index) => `${index}`)
  const many = keys.map((key) => ({ key, row: { key }, operation: 'o' }))
  expect(await rows().add({ service: 'local', store: 'entries' }, many, 'Anna')).toBe(5_000)
  const read: string[] = []
  let after = 0
  for (let more = true; more; ) {
    const page = await all('entries', { after, operation: 'o' })
    expect(page.rows.length).toBeLessThanOrEqual(2_000)
    for (const { key } of page.rows) read.push(key)
    after = page.rows.at(-1)?.changed ?? 0
    more = page.more
  }
  expect(read).toEqual(keys)
  const large = 'x'.repeat(1_200_000)
  for (const key of ['a', 'b', 'c']) await rows().write({ place: at(key), row: { large } }, 'Anna')
  expect(await all()).toMatchObject({ more: true, rows: [{ key: 'a' }, { key: 'b' }] })
  expect(await all('agents', { after: 2 })).toMatchObject({ more: false, rows: [{ key: 'c' }] })
})

test('adding leaves what is there, and the second time adds nothing', async () => {
  await rows().write({ place: at('a1'), row: { name: 'Mine' } }, 'Anna')
  const given = ['a1', 'a2'].map((key) => ({ key, row: { name: 'New' } }))
  expect(await rows().add({ service: 'local', store: 'agents' }, given, 'Ben')).toBe(1)
  expect(await rows().add({ service: 'local', store: 'agents' }, given, 'Ben')).toBe(0)
  expect((await all()).rows).toMatchObject([
    { key: 'a1', person: 'Anna', row: { name: 'Mine' } },
    { key: 'a2', person: 'Ben', row: { name: 'New' } },
  ])
})

test('removing says so to who read before, and takes the rows of a procedure with it', async () => {
  for (const key of ['j1', 'j2']) await rows().write({ place: at(key, 'jobs'), row: {} }, 'Anna')
  for (const [key, partOf] of [
    ['j1/0', 'j1'],
    ['j2/0', 'j2'],
  ] as const)
    await rows().write({ place: at(key, 'rows'), row: {}, partOf }, 'Anna')
  expect(await rows().remove('local', ['jobs', 'rows'], ['j1'])).toBe(2)
  expect(await keysOf('jobs')).toEqual(['j2'])
  expect(await keysOf('rows')).toEqual(['j2/0'])
  expect(await all('jobs', { after: 2 })).toMatchObject({ number: 3, removed: 3 })
  await rows().write({ place: at('j1', 'jobs', 'other'), row: {} }, 'Anna')
  await rows().remove('local', ['jobs', 'rows', 'agents'])
  expect(await rows().counts('local')).toEqual({})
  expect(await rows().counts('other')).toEqual({ jobs: 1 })
})

test('names of prototypes, NUL and half characters are data, and secrets are not stored', async () => {
  const row = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"nul":"\\u0000","half":"\\ud800"}')
  await rows().write({ place: at('a1'), row }, 'Anna')
  expect(JSON.stringify((await rows().read(at('a1')))?.row)).toBe(JSON.stringify(row))
  expect({}).not.toHaveProperty('polluted')
  await rows().write({ place: at('__proto__'), row: { apiKey: 's3cret' } }, 'Anna')
  expect((await rows().read(at('__proto__')))?.row).toEqual({ apiKey: '[not stored]' })
  await rows().write({ place: at('r/0', 'rows'), row: { rows: [{ token: 'to send' }] } }, 'Anna')
  expect((await rows().read(at('r/0', 'rows')))?.row).toEqual({ rows: [{ token: 'to send' }] })
})

const lease = (page: string) => ({ service: 'local', name: 'batch-1', page })
const age = (seconds: number) =>
  opened.db.execute(sql`update team_leases set until = until - ${seconds} * interval '1 s'`)

test('one page at a time works on something; a dead one is followed after 30 s, a living one by taking over', async () => {
  expect(await leases().take(lease('p1'), 'Anna', false)).toBe(true)
  expect(await leases().take(lease('p1'), 'Anna', false)).toBe(true)
  expect(await leases().take(lease('p2'), 'Ben', false)).toBe(false)
  expect((await leases().list('local')).leases).toMatchObject([
    { name: 'batch-1', page: 'p1', person: 'Anna' },
  ])
  await age(29)
  expect(await leases().take(lease('p2'), 'Ben', false)).toBe(false)
  expect(await leases().renew(lease('p1'))).toBe(true)
  await age(31)
  expect((await leases().list('local')).leases).toEqual([])
  expect(await leases().take(lease('p2'), 'Ben', false)).toBe(true)
  expect(await leases().renew(lease('p1'))).toBe(false)
  expect(await leases().take(lease('p1'), 'Anna', true)).toBe(true)
  expect(await leases().renew(lease('p2'))).toBe(false)
  await leases().giveBack(lease('p2'))
  expect((await leases().list('local')).leases).toMatchObject([{ page: 'p1', person: 'Anna' }])
  await leases().giveBack(lease('p1'))
  expect((await leases().list('local')).leases).toEqual([])
})

test('a lease that soon ends is told of, so that a page whose timers are slowed renews it in time', async () => {
  await leases().take(lease('p1'), 'Anna', false)
  const before = await leases().mark()
  await age(15)
  expect(await leases().mark()).toBe(before)
  await age(6)
  expect(await leases().mark()).not.toBe(before)
  expect((await leases().list('local')).leases).toHaveLength(1)
  await leases().renew(lease('p1'))
  expect(await leases().mark()).toBe(before)
})

test('a page that slept for days goes on with its work where nobody took it over; one gone for a month is forgotten', async () => {
  const day = 24 * 60 * 60
  const isKept = async () => {
    await leases().stayOpen([{ page: 'p1', person: 'Anna' }])
    return leases().renew(lease('p1'))
  }
  await leases().take(lease('p1'), 'Anna', false)
  await age(3 * day)
  expect(await isKept()).toBe(true)
  await age(31 * day)
  expect(await isKept()).toBe(false)
})

test('nothing is recorded for a page that lost the right to send it', async () => {
  const record = (key: string, page: string) =>
    rows().write({ place: at(key, 'entries'), row: {}, partOf: 'b', lease: { name: 'batch-1', page } }, page)
  expect(await record('e1', 'p1')).toBe('lease lost')
  await leases().take(lease('p1'), 'Anna', false)
  expect(await record('e1', 'p1')).toBe(1)
  await leases().take(lease('p2'), 'Ben', true)
  expect(await record('e2', 'p1')).toBe('lease lost')
  expect(await record('e2', 'p2')).toBe(2)
  expect(await keysOf('entries')).toEqual(['e1', 'e2'])
})

test('open pages are known until 30 s after they were heard of', async () => {
  await leases().stayOpen([
    { page: 'p1', person: 'Anna' },
    { page: 'p2', person: 'Ben' },
  ])
  expect([...(await leases().list('local')).pages].sort()).toEqual(['p1', 'p2'])
  expect((await leases().list('local')).leases).toEqual([])
  await age(31)
  await leases().stayOpen([{ page: 'p2', person: 'Ben' }])
  expect((await leases().list('local')).pages).toEqual(['p2'])
  expect(await leases().mark()).toBe('')
})
