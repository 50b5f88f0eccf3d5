import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, inject, test } from 'vitest'
import { gate } from '../net/gate.fixture'
import { createService, type Service } from './app'
import { openDatabaseBlobs } from './blobs/database-blobs'
import { randomIds } from './ids'
import type { Extract } from './ingestion/extractor'
import { INGESTION } from './ingestion-queue'
import { addAgent, addFile } from './journeys.fixture'
import { CREDENTIALS, PUBLIC_URL, testService } from './service.fixture'
import { databaseLine } from './store/database-line.fixture'
import { type Database, openDatabase } from './store/open-database'
import { files, passages } from './store/schema'

const service = testService()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Another service on the same store, as another process has it. */
async function startAnother(extract: Extract, database: Database = service.database()): Promise<Service> {
  const another = await createService({
    db: database,
    isStoreAnswering: async () => true,
    blobs: database === service.database() ? service.blobs() : openDatabaseBlobs(database),
    clock: service.clock,
    ids: randomIds,
    credentials: CREDENTIALS,
    publicUrl: PUBLIC_URL,
    linkKey: Buffer.alloc(32, 7),
    extract,
    log: (entry) => service.log.push(entry),
  })
  closing.push(() => another.close())
  return another
}

const fileRow = async (fileId: string) =>
  (await service.database().select().from(files).where(eq(files.id, fileId)))[0]
const passagesOf = async (fileId: string) =>
  (await service.database().select().from(passages).where(eq(passages.fileId, fileId))).map(
    ({ content }) => content,
  )
const WAIT = { timeout: 25_000, interval: 20 }
const become = (fileId: string, status: string) =>
  expect.poll(async () => (await fileRow(fileId))?.status, WAIT).toBe(status)

test('a second start leaves alone what the first one is at, and each file is read once', async () => {
  const [reading, proceed] = [gate(), gate()]
  let read = 0
  const extract: Extract = async () => {
    const text = `reading ${++read}`
    reading.open()
    await proceed.opened
    return { ok: true, passages: [{ text }] }
  }
  service.readFilesWith(extract)
  const first = await addFile(service)
  await reading.opened
  await startAnother(extract)
  const more = [await addFile(service), await addFile(service), await addFile(service)]
  proceed.open()
  for (const fileId of [first, ...more]) await become(fileId, 'INGESTED')
  expect(await passagesOf(first)).toEqual(['reading 1'])
  expect(read).toBe(4)
})

test('a file whose worker is gone is read by another, and what the first one still does is thrown away', async () => {
  const [reading, proceed] = [gate(), gate()]
  service.readFilesWith(async () => {
    reading.open()
    await proceed.opened
    return { ok: true, passages: [{ text: 'by the one that was suspended' }] }
  })
  const fileId = await addFile(service)
  await reading.opened
  // As after half a minute in which its process did not run: nobody renewed the lease.
  await service.database().execute(sql`update jobs set leased_until = now() where key = ${fileId}`)
  await startAnother(async () => ({ ok: true, passages: [{ text: 'by the other' }] }))
  await become(fileId, 'INGESTED')
  const before = await fileRow(fileId)
  proceed.open()
  await service.restart()
  expect(await passagesOf(fileId)).toEqual(['by the other'])
  expect(await fileRow(fileId)).toEqual(before)
})

test('a slow file holds up slow ones only, and is told FAILED when its time is up', async () => {
  const [slow, proceed] = [gate(), gate()]
  const tooSlow = { ok: false, code: 'too-slow', reason: 'This file took too long.' } as const
  let atSlow = 0
  service.readFilesWith(async ({ content, mayGoOn }) => {
    if (!(await text(content.stream)).includes('slow')) return { ok: true, passages: [{ text: 'quick' }] }
    if (mayGoOn && !mayGoOn()) return tooSlow
    atSlow += 1
    slow.open()
    await proceed.opened
    return tooSlow
  })
  const hostile = await Promise.all(
    Array.from({ length: 3 }, (_, index) => addFile(service, `slow-${index}.md`, 'slow')),
  )
  await slow.opened
  const quick = await addFile(service, 'quick.md', 'quick')
  await become(quick, 'INGESTED')
  expect(atSlow).toBe(1)
  for (const fileId of hostile) expect((await fileRow(fileId))?.status).toBe('UPLOADED')
  proceed.open()
  for (const fileId of hostile) await become(fileId, 'FAILED')
  expect((await fileRow(hostile[0] ?? ''))?.reason).toBe('This file took too long.')
  expect(atSlow).toBe(3)
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a file goes on by itself when the database was away while it was read, and that does not count',
  async () => {
    const line = await databaseLine(service.databaseUrl() ?? '')
    closing.push(line.close)
    const opened = await openDatabase({
      dataDir: service.dataDir(),
      databaseUrl: line.url,
      programs: inject('programs'),
    })
    closing.push(() => opened.close())
    // Only the one on the line works.
    await service.service().close()
    let reading = gate()
    let proceed = gate()
    let read = 0
    const another = await startAnother(async () => {
      read += 1
      reading.open()
      await proceed.opened
      return { ok: true, passages: [{ text: 'one' }, { text: 'two' }] }
    }, opened.db)
    const fileId = await addFile({ ...service, service: () => another })
    // More often than a file may break the reader.
    for (let time = 1; time <= 4; time += 1) {
      await reading.opened
      line.cut()
      reading = gate()
      proceed.open()
      proceed = gate()
      // It tries to write, and then to put the job back.
      const tries = line.refused()
      await expect.poll(line.refused, WAIT).toBeGreaterThan(tries + 1)
      line.heal()
      await expect.poll(() => read, WAIT).toBe(time + 1)
    }
    await reading.opened
    proceed.open()
    await become(fileId, 'INGESTED')
    expect(await passagesOf(fileId)).toEqual(['one', 'two'])
    expect(await service.database().execute(sql`select from jobs where queue = ${INGESTION}`)).toMatchObject({
      rows: [],
    })
    await service.restart()
  },
)

test('who follows a thread hears what another process commits', async () => {
  const { agentId } = await addAgent(service, { agentType: 'TEXT' })
  const sent = { method: 'POST', body: { agentId }, headers: { origin: 'http://localhost' } }
  const { json } = await service.send('/api/v1/chat/threads', sent)
  const path = `/api/v1/threads/${(json as { threadId: string }).threadId}`
  const another = await startAnother(async () => ({ ok: true, passages: [] }))
  const ask = (url: string, init: RequestInit = {}) =>
    new Request(`${PUBLIC_URL}${url}`, {
      ...init,
      headers: { 'x-api-key': CREDENTIALS.apiKey, 'content-type': 'application/json' },
    })
  const stream = await another.fetch(ask(`${path}/stream`))
  const told = stream.text()
  await service.send(`${path}/messages`, { method: 'POST', body: { message: 'Hello?' } })
  await service.service().idle()
  await service.send(`${path}/close`, { method: 'PATCH', body: {} })
  expect(await told).toMatch(/^retry: \d+\nid: \d+\n\nid: \d+\ndata: .*OUTBOUND.*\n\nevent: closed\ndata: /s)
}, 20_000)
