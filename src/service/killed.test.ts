import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { asc, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBlobs } from './blobs/open-blobs'
import { createExtractor } from './ingestion/extractor'
import { makePdf } from './ingestion/make-pdf.fixture'
import { end, serviceProgram } from './program.fixture'
import { listStored, openTestDatabase } from './service.fixture'
import { type OpenedDatabase, openDatabase } from './store/open-database'
import { files, ingestionJobs, passages } from './store/schema'

const KILLS = 10
const KEY = 'key-of-the-killed-service'
const PAGE = Array.from(
  { length: 30 },
  (_, line) => `Line ${line + 1}: parcels leave on the day of the order.`,
)

/** `KILL_SEED` repeats a run; its requests and moments are the same, the machine's part in it is not. */
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31))
let state = seed
const random = () => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return (state >>> 8) / 2 ** 24
}
const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))

interface Document {
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer>
  /** A word that is in every passage of this document and in no other. */
  readonly mark: string
  readonly readable: boolean
}

let made = 0
function makeDocument(): Document {
  const number = ++made
  const mark = `document${number}mark`
  const kind = between(1, 6)
  if (kind === 1)
    return { name: `broken-${number}.pdf`, content: Buffer.from('%PDF-1.7\nnothing'), mark, readable: false }
  if (kind <= 3) {
    const pages = between(1, 40)
    const content = makePdf({
      pages: Array.from({ length: pages }, () => PAGE.map((line) => `${mark} ${line}`)),
    })
    return { name: `guide-${number}.pdf`, content, mark, readable: true }
  }
  // Long enough that most moments fall into the writing of passages, which is done a hundred at a time.
  const sections = between(300, 1_200)
  const text = Array.from(
    { length: sections },
    (_, index) => `# ${mark} ${index}\n\nThe ${mark} text of section ${index}.\n`,
  )
  return { name: `notes-${number}.md`, content: Buffer.from(text.join('\n')), mark, readable: true }
}

const spawnProgram = serviceProgram()
let store: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  store = await openTestDatabase()
  // The programs have it from now on.
  await store.shut()
})
afterAll(() => store.close())

const startProgram = () =>
  spawnProgram({
    DATA_DIR: store.dataDir,
    SERVICE_API_KEY: KEY,
    SERVICE_ACCESS_TOKEN: KEY,
    ...(store.databaseUrl && { DATABASE_URL: store.databaseUrl }),
  })

async function call(origin: string, method: string, path: string, body?: unknown) {
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
  const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
  return response.json()
}

const list = async (origin: string): Promise<{ id: string; status: string; reason: string | null }[]> =>
  (await call(origin, 'GET', '/api/v1/knowledge-base/files')).files

/** Bytes that come in pieces, so that a kill finds uploads under way. */
async function* inPieces(content: Uint8Array<ArrayBuffer>) {
  const size = Math.ceil(content.length / between(1, 6))
  for (let at = 0; at < content.length; at += size) {
    yield content.subarray(at, at + size)
    await sleep(between(0, 15))
  }
}

/** Uploads and records documents until the service is gone; what it said yes to is kept in `acknowledged`. */
async function addDocuments(origin: string, acknowledged: Map<string, Document>): Promise<void> {
  for (;;) {
    const document = makeDocument()
    const { uploadUrl, fileId } = await call(origin, 'POST', '/generate-presigned-url', {
      fileName: document.name,
    })
    const init = {
      method: 'PUT',
      headers: { 'content-type': document.name.endsWith('.pdf') ? 'application/pdf' : 'text/markdown' },
      body: Readable.toWeb(Readable.from(inPieces(document.content))) as ReadableStream<Uint8Array>,
      duplex: 'half',
    }
    expect((await fetch(uploadUrl, init)).status).toBe(200)
    // From here on it may have a record, whether or not the answer arrives.
    sent.set(fileId, document)
    await call(origin, 'POST', '/api/v1/knowledge-base/file', { fileId })
    acknowledged.set(fileId, document)
    await sleep(between(50, 200))
  }
}

const sent = new Map<string, Document>()

/** Nothing is found of a file that is not INGESTED. */
async function checkSearch(origin: string): Promise<void> {
  for (const [fileId, { mark }] of [...sent].slice(-12)) {
    const { passages: found } = await call(origin, 'POST', '/api/v1/knowledge-base/search', {
      query: mark,
      limit: 5,
    })
    const ready = new Set(
      (await list(origin)).filter(({ status }) => status === 'INGESTED').map(({ id }) => id),
    )
    for (const passage of found) expect(ready, `${mark} of ${fileId} is found`).toContain(passage.fileId)
  }
}

test(`killed ${KILLS} times at random moments, it loses nothing, doubles nothing and ends all (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const acknowledged = new Map<string, Document>()
  const failures: unknown[] = []
  for (let round = 0; round < KILLS; round++) {
    const program = startProgram()
    if (random() < 0.2) {
      // While it starts.
      await sleep(between(50, 500))
      await end(program.child, 'SIGKILL')
      continue
    }
    const { origin } = await program.ready
    expect(origin, program.said.error).not.toBe('')
    let killed = false
    const working = [addDocuments, addDocuments, checkSearch].map((work) =>
      work(origin, acknowledged).catch((error: unknown) => {
        // What fails because the service is gone is what this is about; anything before is not.
        if (!killed) failures.push(error)
      }),
    )
    // In steps of what was done, so that a slow machine gets as far as a fast one.
    const enough = acknowledged.size + between(0, 4)
    await expect
      .poll(() => acknowledged.size, { interval: 5, timeout: 30_000 })
      .toBeGreaterThanOrEqual(enough)
    await sleep(between(0, 400))
    killed = true
    await end(program.child, 'SIGKILL')
    await Promise.all(working)
    expect(failures).toEqual([])
  }

  const last = startProgram()
  const { origin } = await last.ready
  const waiting = async () => (await list(origin)).filter(({ status }) => status === 'UPLOADED').length
  await expect.poll(waiting, { timeout: 300_000, interval: 100 }).toBe(0)
  await checkSearch(origin)
  const listed = new Map((await list(origin)).map((file) => [file.id, file]))
  await end(last.child, 'SIGTERM')

  expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS)
  for (const id of acknowledged.keys()) expect([...listed.keys()]).toContain(id)
  const opened = await openDatabase({
    dataDir: store.dataDir,
    databaseUrl: store.databaseUrl,
    programs: inject('programs'),
  })
  try {
    await checkStore(opened, listed)
  } finally {
    await opened.close()
  }
})

async function checkStore(
  opened: OpenedDatabase,
  listed: ReadonlyMap<string, { status: string; reason: string | null }>,
) {
  const { db } = opened
  const rows = await db.select().from(passages).orderBy(asc(passages.fileId), asc(passages.ordinal))
  const records = await db.select().from(files).where(isNotNull(files.recordedAt))
  expect(records.map(({ id }) => id).sort()).toEqual([...listed.keys()].sort())
  expect(await db.select().from(ingestionJobs)).toEqual([])

  const held = new Map<string, typeof rows>()
  for (const row of rows) {
    const its = held.get(row.fileId)
    if (its) its.push(row)
    else held.set(row.fileId, [row])
  }
  const blobs = await openBlobs(opened, join(store.dataDir, 'blobs'))
  const known = new Set((await db.select().from(files)).map(({ id }) => id))
  const stored = await listStored({ ...opened, dataDir: store.dataDir })
  // In the database, what a killed upload left is removed after a day.
  expect(stored.filter((name) => !known.has(name) && !name.endsWith('.part'))).toEqual([])

  const extractor = createExtractor({ programs: inject('programs') })
  for (const { id, kind, size, status, fileName, reason } of records) {
    const document = sent.get(id) ?? expect.fail(`${id} was never sent`)
    const its = held.get(id) ?? []
    held.delete(id)
    expect((await blobs.read(id))?.size, fileName).toBe(size)
    // A file at which the process died three times is given up, whosever fault it was.
    if (!document.readable || (status === 'FAILED' && /stopped the reader/.test(reason ?? ''))) {
      expect(status, fileName).toBe('FAILED')
      expect(its, fileName).toEqual([])
      continue
    }
    expect(status, `${fileName}: ${reason}`).toBe('INGESTED')
    const path = join(store.dataDir, 'read-again')
    writeFileSync(path, document.content)
    // The passages are those of a reading that nobody disturbed, each once, in its place.
    const read = await extractor.extract({
      path,
      kind,
      signal: new AbortController().signal,
    })
    expect(
      its.map(({ ordinal, content }) => [ordinal, content]),
      fileName,
    ).toEqual(read.ok && read.passages.map(({ text }, ordinal) => [ordinal, text]))
  }
  await extractor.close()
  // No passages of anything else.
  expect([...held.keys()]).toEqual([])
}
