import { expect, test } from 'vitest'
import { ENDLESS, placeEndlessWork } from './hold-store.fixture'
import { addCollection } from './journeys.fixture'
import { testService } from './service.fixture'

const service = testService({}, { connection: 2_000, statement: 6_000, lock: 1_000 })
const { send } = service
const isServer = Boolean(process.env.TEST_DATABASE_URL)

const FILES = '/api/v1/knowledge-base/files'
const COLLECTION = '/api/v1/knowledge-base/collection'
const COLLECTIONS = '/api/v1/knowledge-base/collections'
const STORE_AWAY = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'The database does not answer just now.',
}
const nameCollection = (name: string) => send(COLLECTION, { method: 'POST', body: { name, description: '' } })

test('statements that never end hold nobody longer than the bounds, and what was there is there afterwards (D221, D222)', async () => {
  await placeEndlessWork(service.database().$client)
  await addCollection(service, 'Kept')
  // A server takes ten at once, the embedded database one.
  const held = Array.from({ length: 10 }, () => nameCollection(ENDLESS))
  let answers = await send(FILES)
  while (answers.status === 200) answers = await send(FILES)
  expect(answers).toMatchObject({ status: 503, json: STORE_AWAY })
  expect(answers.headers.get('retry-after')).toBe('5')
  // The embedded database does nothing else meanwhile; a server has room for more.
  expect((await send('/readyz')).status).toBe(isServer ? 200 : 503)
  expect((await send('/healthz')).status).toBe(200)

  for (const each of held) expect(await each).toMatchObject({ status: 503, json: STORE_AWAY })
  await expect.poll(async () => (await send(FILES)).status).toBe(200)
  expect((await send('/readyz')).json).toEqual({ status: 'ok' })
  const { json } = await send(COLLECTIONS)
  expect(json).toMatchObject({ collections: [{ name: 'Kept' }] })
  // The log has it once, not for each request.
  const told = service.log.filter(({ event }) => event === 'store').map(({ status }) => status)
  expect(told.length).toBeLessThanOrEqual(6)
  expect(told.at(-1)).toBe(200)
  expect(service.log.filter(({ event }) => event === 'error')).toEqual([])
})

test.runIf(isServer)('a table that somebody else holds is not waited for for ever', async () => {
  const holder = await service.database().$client.connect()
  await holder.query('begin')
  await holder.query('lock table collections in access exclusive mode')
  expect(await send(COLLECTIONS)).toMatchObject({ status: 503, json: STORE_AWAY })
  await holder.query('rollback')
  holder.release()
  expect((await send(COLLECTIONS)).status).toBe(200)
})

test.runIf(isServer)("search's own bound is for its transaction, and the session's stays", async () => {
  await send('/api/v1/knowledge-base/search', { method: 'POST', body: { query: 'opening hours' } })
  const clients = await Promise.all(Array.from({ length: 5 }, () => service.database().$client.connect()))
  for (const client of clients) {
    expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '6s' }])
    client.release()
  }
})
