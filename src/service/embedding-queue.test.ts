import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createEmbeddingModel } from './engine/embedding-model'
import { startEmbeddingServer } from './engine/embedding-server.fixture'
import { addFile } from './journeys.fixture'
import { createFindMeaning } from './search/meaning'
import { testService } from './service.fixture'

const server = await startEmbeddingServer()
afterAll(() => server.close())
beforeEach(() => server.behave(undefined))

let name = 'embedder-1'
const model = () => createEmbeddingModel({ baseUrl: server.baseUrl, model: 'chat' }, name, 500)
const service = testService({
  get embedder() {
    return model()
  },
})

const REFUND = 'You are reimbursed within fourteen days after the goods are here.'
const DOGS = 'A dog is a guest on the ferry.'

async function addRead(fileName: string, texts: readonly string[]) {
  service.readFilesWith(async () => ({ ok: true, passages: texts.map((text) => ({ text })) }))
  const id = await addFile(service, fileName)
  await service.service().idle()
  return id
}

async function ask(query: string, fileIds?: readonly string[]) {
  const { status, json } = await service.send('/api/v1/knowledge-base/search', {
    method: 'POST',
    body: { query, ...(fileIds && { fileIds }) },
  })
  expect(status, JSON.stringify(json)).toBe(200)
  return (json as { passages: { text: string; match: string }[] }).passages
}

const count = async (fileId: string) => {
  const { rows } = await service
    .database()
    .execute(sql`select count(*)::int as count from meanings where file_id = ${fileId}`)
  return rows[0]?.count
}
const WAIT = { interval: 50 }
const statusOf = async (id: string) =>
  (await service.database().execute(sql`select status from files where id = ${id}`)).rows[0]?.status

test('a question finds the passage that says it in other words', async () => {
  const id = await addRead('terms.md', [DOGS, REFUND, 'The kiosk opens at eight.'])
  await expect.poll(() => count(id), WAIT).toBe(3)
  expect((await ask('money', [id]))[0]).toMatchObject({ text: REFUND, match: 'some', marks: [] })
  expect((await ask('May pets board the boat?', [id]))[0]?.text).toBe(DOGS)
  // What the words find stays first.
  expect((await ask('kiosk', [id]))[0]).toMatchObject({ text: 'The kiosk opens at eight.', match: 'words' })
  // Quotes ask for exactly that.
  expect(await ask('"money"', [id])).toEqual([])
})

/** How many jobs wait for the model to come back. */
const putOff = async () => {
  const waiting = sql`select count(*)::int as count from jobs where queue = 'embedding' and start_after > now() + interval '30 s'`
  return (await service.database().execute(waiting)).rows[0]?.count
}

test('with the model down a file is INGESTED all the same, words find, and the meanings follow', async () => {
  server.behave('down')
  const id = await addRead('later.md', [
    REFUND,
    ...Array.from({ length: 20 }, (_, n) => `Pier ${n} is closed.`),
  ])
  expect(await statusOf(id)).toBe('INGESTED')
  expect((await ask('Who is reimbursed?', [id]))[0]?.text).toBe(REFUND)
  expect(await ask('money', [id])).toEqual([])
  expect(await count(id)).toBe(0)
  await expect.poll(putOff, WAIT).toBe(1)
  server.behave(undefined)
  await service.database().execute(sql`update jobs set start_after = now() where queue = 'embedding'`)
  await service.restart()
  await expect.poll(() => count(id), WAIT).toBe(21)
  expect((await ask('money', [id]))[0]?.text).toBe(REFUND)
})

test('a model that is down is not asked for each of many files', async () => {
  server.behave('down')
  const ids = ['one', 'two', 'three', 'four'].map((id) => `waiting-${id}`)
  await service.database().execute(sql`
    insert into files (id, file_name, kind, status, cut, requested_at, updated_at)
    select id, id || '.md', 'markdown', 'INGESTED', 1000, now(), now() from unnest(${sql.param(ids)}::text[]) as id`)
  await service.database().execute(sql`
    insert into passages (file_id, ordinal, heading, content, language) select unnest(${sql.param(ids)}::text[]), 0, '[]', 'A pier.', 'english'`)
  const before = server.asked.length
  await service.restart()
  await expect.poll(putOff, WAIT).toBe(ids.length)
  expect(server.asked.length - before).toBe(1)
})

test.each([
  ['is silent', 'silent'],
  ['is down', 'down'],
  ['answers nonsense', 'nonsense'],
  ['answers too few', 'too few'],
  ['answers vectors of another length', { dimensions: 64 }],
] as const)('a search goes by words where the model %s', async (_, behaviour) => {
  await service.restart()
  server.behave(behaviour)
  const started = performance.now()
  expect((await ask('Who is reimbursed?'))[0]?.text).toBe(REFUND)
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('a model that failed is not asked by each search', async () => {
  const findMeaning = createFindMeaning(model(), 300, 60_000)
  server.behave('down')
  expect(await findMeaning('refund')).toBeUndefined()
  const before = server.asked.length
  server.behave(undefined)
  expect(await findMeaning('refund')).toBeUndefined()
  expect(server.asked.length).toBe(before)
})

test('another model reads all files anew, and its vectors are not compared with the old ones', async () => {
  const id = await addRead('renewed.md', [REFUND, DOGS])
  await expect.poll(() => count(id), WAIT).toBe(2)
  name = 'embedder-2'
  server.behave({ dimensions: 128 })
  await service.restart()
  const lengths = async () =>
    (
      await service
        .database()
        .execute(sql`select distinct length(signs) as length from meanings where file_id = ${id}`)
    ).rows.map(({ length }) => length)
  await expect.poll(lengths, WAIT).toEqual([128])
  expect((await ask('money', [id]))[0]?.text).toBe(REFUND)
  expect(server.asked.at(-1)?.model).toBe('embedder-2')
})

test('the meanings of a deleted file go with it', async () => {
  const id = await addRead('gone.md', [REFUND])
  await expect.poll(() => count(id), WAIT).toBe(1)
  await service.send(`/api/v1/knowledge-base/file/${id}`, { method: 'DELETE' })
  expect(await count(id)).toBe(0)
})
