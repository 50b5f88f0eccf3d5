import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { placeEmptyDatabase } from './empty-database.fixture'
import type { Extract } from './ingestion/extractor'
import { addFile } from './journeys.fixture'
import type { OpenOptions } from './open'
import { openedServices, openTestDatabase, type Served } from './service.fixture'
import { openDatabase } from './store/open-database'
import { jobs } from './store/schema'

const TEXT = '# Opening hours\n\nNine to five.'

let dataDir = ''
const services = openedServices()
const { closeAll } = services
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'open-'))
})
afterEach(async () => {
  await closeAll()
  rmSync(dataDir, { recursive: true, force: true })
})

const open = (databaseUrl?: string, directory = dataDir, more: Partial<OpenOptions> = {}) =>
  services.open({ dataDir: directory, databaseUrl, ...more })

const FILES = '/api/v1/knowledge-base/files'

const statusOf = async ({ send }: Served, fileId: string) => {
  const { files } = (await send(FILES)).json as { files: { id: string; status: string; reason: string }[] }
  const file = files.find(({ id }) => id === fileId)
  return file?.reason ?? file?.status
}

const viewUrlOf = async ({ send }: Served, fileId: string) =>
  ((await send(`/api/v1/knowledge-base/file/${fileId}/view`, { method: 'POST' })).json as { viewUrl: string })
    .viewUrl

/** What the view address of a file gives. */
async function read(served: Served, fileId: string, through = served): Promise<string> {
  const response = await through.service().fetch(new Request(await viewUrlOf(served, fileId)))
  return response.ok ? response.text() : `status ${response.status}`
}

const blobs = () => readdirSync(join(dataDir, 'blobs'))

describe('bytes belong to a store', () => {
  test('a start with another embedded database is refused, and the bytes are there afterwards', {
    timeout: 90_000,
  }, async () => {
    await placeEmptyDatabase(dataDir)
    const first = await open()
    const fileId = await addFile(first, 'hours.md', TEXT)
    await closeAll()
    renameSync(join(dataDir, 'database'), join(dataDir, 'database.away'))
    await placeEmptyDatabase(dataDir)
    await expect(open()).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(/^The files in \S+blobs belong to another database; .+\.$/),
    })
    expect(blobs()).toContain(fileId)
    rmSync(join(dataDir, 'database'), { recursive: true })
    renameSync(join(dataDir, 'database.away'), join(dataDir, 'database'))
    expect(await read(await open(), fileId)).toBe(TEXT)
  })
})

test('what a process that is gone was at is taken up at once where no other can have it (D340)', {
  timeout: 90_000,
}, async () => {
  await placeEmptyDatabase(dataDir)
  const stuck: Extract = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const fileId = await addFile(await open(undefined, dataDir, { extract: stuck }), 'hours.md', TEXT)
  await closeAll()
  const store = await openDatabase({ dataDir, programs: inject('programs') })
  const leased = await store.db
    .update(jobs)
    .set({ lease: 'of-the-dead', leasedUntil: sql`now() + interval '1 hour'` })
    .returning({ key: jobs.key })
  await store.close()
  expect(leased.map(({ key }) => key)).toContain(fileId)
  const served = await open()
  await expect.poll(() => statusOf(served, fileId), { timeout: 30_000 }).toBe('INGESTED')
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a PostgreSQL server', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  beforeEach(async () => {
    database = await openTestDatabase()
    await database.shut()
  })
  afterEach(async () => {
    await closeAll()
    await database.close()
  })

  test('a start with its empty database leaves the files of the embedded one alone', {
    timeout: 90_000,
  }, async () => {
    await placeEmptyDatabase(dataDir)
    const fileId = await addFile(await open(), 'hours.md', TEXT)
    await closeAll()
    await open(database.databaseUrl)
    await closeAll()
    expect(await read(await open(), fileId)).toBe(TEXT)
  })

  test.each(['the same directory', 'directories of their own'])(
    'two services with %s read and serve all files that came through either',
    { timeout: 90_000 },
    async (which) => {
      const other = which === 'the same directory' ? dataDir : join(dataDir, 'other')
      const [one, two] = [await open(database.databaseUrl), await open(database.databaseUrl, other)]
      const added = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          addFile(index % 2 ? one : two, `file-${index}.md`, `# File ${index}`),
        ),
      )
      for (const fileId of added)
        await expect.poll(() => statusOf(one, fileId), { timeout: 30_000 }).toBe('INGESTED')
      const seen = await Promise.all(added.map((fileId) => read(one, fileId, two)))
      expect(seen).toEqual(added.map((_, index) => `# File ${index}`))
    },
  )
})
