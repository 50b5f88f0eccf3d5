import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { asc, inArray, isNotNull } from 'drizzle-orm'
import { afterAll, expect, inject, test } from 'vitest'
import { openBlobs } from './blobs/open-blobs'
import { createExtractor } from './ingestion/extractor'
import { makePdf } from './ingestion/make-pdf'
import { INGESTION } from './ingestion-queue'
import { agentBody } from './journeys.fixture'
import { end, serviceProgram } from './program.fixture'
import { REPLY } from './replies'
import { listStored, openTestDatabase } from './service.fixture'
import { type OpenedDatabase, openDatabase } from './store/open-database'
import { callTurns, files, jobs, messages, passages, removedBlobs } from './store/schema'
import { CALL } from './telephone/play-call'
import { RUN } from './testing-lab/runs'

/** Enough to find what is wrong often, and short enough for every run of the tests. */
const KILLS = Number(process.env.KILLS ?? 5)
const KEY = 'key-of-the-killed-service'
const LAB = '/api/v1/testing-lab'
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
const store = await openTestDatabase()
// The programs have it from now on.
await store.shut()
afterAll(() => store.close())

/** A second process on a server has a directory of its own. */
const startProgram = (dataDir = store.dataDir) =>
  spawnProgram({
    DATA_DIR: dataDir,
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

/** Uploads and records documents until the service is gone; what it said yes to is kept. */
async function addDocuments(origin: string, { documents }: Acknowledged): Promise<void> {
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
    documents.set(fileId, document)
    await sleep(between(50, 200))
  }
}

const sent = new Map<string, Document>()

/** Deletes documents; what it said yes to is kept in `deleted`, what it was asked for in `unwanted`. */
async function deleteDocuments(
  origin: string,
  { documents, unwanted, deleted }: Acknowledged,
): Promise<void> {
  for (;;) {
    await sleep(between(100, 400))
    const fileId = [...documents.keys()].find((id) => !unwanted.has(id))
    if (!fileId) {
      // Ends when the service is gone.
      await list(origin)
      continue
    }
    unwanted.add(fileId)
    await call(origin, 'DELETE', `/api/v1/knowledge-base/file/${fileId}`)
    deleted.add(fileId)
  }
}

/** Makes agents and runs their scenarios. */
async function testAgents(origin: string, { agents, runs }: Acknowledged): Promise<void> {
  for (;;) {
    const { agent } = await call(origin, 'POST', '/api/v1/agents', agentBody())
    agents.add(agent.id)
    await call(origin, 'PATCH', `/api/v1/agents/${agent.id}/versions/${agent.version.id}/deploy`)
    const agent_id = agent.cekuraAgentId
    const scenarios = await call(origin, 'POST', `${LAB}/scenarios/generate`, {
      agent_id,
      num_scenarios: 3,
      generate_expected_outcomes: true,
    })
    const run = await call(origin, 'POST', `${LAB}/scenarios/run`, {
      agent_id,
      scenarios: scenarios.map(({ id }: { id: number }) => id),
      frequency: between(1, 6),
    })
    runs.set(run.id, run.runs.length)
    await sleep(between(100, 300))
  }
}

/** Places calls, and writes to agents as visitors of web chats. */
async function converse(origin: string, { calls: placed, chats }: Acknowledged): Promise<void> {
  const addAgent = async (agentType: 'CALL' | 'TEXT') => {
    const { agent } = await call(origin, 'POST', '/api/v1/agents', agentBody({ agentType }))
    const versionId = agent.version.id
    await call(origin, 'PATCH', `/api/v1/agents/${agent.id}/versions/${versionId}/deploy`)
    return { agentId: agent.id as string, versionId }
  }
  const [voice, text] = [await addAgent('CALL'), await addAgent('TEXT')]
  for (;;) {
    const toPhoneNumber = `+1555000${between(1000, 9999)}`
    const body = { versionId: voice.versionId, toPhoneNumber }
    placed.add((await call(origin, 'POST', `/api/v1/agent/${voice.agentId}/dispatch`, body)).id)
    const created = await fetch(`${origin}/api/v1/chat/threads`, {
      method: 'POST',
      headers: { origin: 'http://localhost', 'content-type': 'application/json' },
      body: JSON.stringify({ agentId: text.agentId }),
    })
    const { threadId } = await created.json()
    for (let sent = 1; sent <= between(1, 3); sent += 1) {
      await call(origin, 'POST', `/api/v1/threads/${threadId}/messages`, { message: `Question ${sent}?` })
      chats.set(threadId, sent)
    }
    await sleep(between(50, 300))
  }
}

/** What the service said yes to. */
const nothingYet = () => ({
  calls: new Set<string>(),
  chats: new Map<string, number>(),
  documents: new Map<string, Document>(),
  unwanted: new Set<string>(),
  deleted: new Set<string>(),
  agents: new Set<string>(),
  runs: new Map<number, number>(),
})
type Acknowledged = ReturnType<typeof nothingYet>

/** Nothing is found of a file that is not INGESTED. */
async function checkSearch(origin: string, { unwanted, deleted }: Acknowledged): Promise<void> {
  for (const [fileId, { mark }] of [...sent].slice(-12)) {
    const gone = new Set(deleted)
    const { passages: found } = await call(origin, 'POST', '/api/v1/knowledge-base/search', {
      query: mark,
      limit: 5,
    })
    const ready = new Set(
      (await list(origin)).filter(({ status }) => status === 'INGESTED').map(({ id }) => id),
    )
    for (const passage of found) {
      expect(gone, `${mark} of the deleted ${fileId} is found`).not.toContain(passage.fileId)
      // It may have been deleted since.
      if (!unwanted.has(passage.fileId))
        expect(ready, `${mark} of ${fileId} is found`).toContain(passage.fileId)
    }
  }
}

/** Works with a service until it is gone; what fails because of that is what this is about, anything before is not. */
function workWith(origin: string, acknowledged: Acknowledged) {
  const failures: unknown[] = []
  let isGone = false
  const ended = Promise.all(
    [addDocuments, addDocuments, deleteDocuments, testAgents, converse, checkSearch].map((work) =>
      work(origin, acknowledged).catch((error: unknown) => {
        if (!isGone) failures.push(error)
      }),
    ),
  )
  return {
    async end(kill: () => Promise<unknown>) {
      // In steps of what was done, so that a slow machine gets as far as a fast one.
      const enough = acknowledged.documents.size + between(1, 4)
      await expect
        .poll(() => acknowledged.documents.size + 9 * failures.length, { interval: 5 })
        .toBeGreaterThanOrEqual(enough)
      await sleep(between(0, 400))
      isGone = true
      await kill()
      await ended
      expect(failures).toEqual([])
    },
  }
}

/** Waits until nothing waits any more, and checks all that was said yes to. */
async function checkAll(acknowledged: Acknowledged, roundsOfWork: number) {
  const last = startProgram()
  const { origin } = await last.ready
  expect(origin, last.said.error).not.toBe('')
  const waiting = async () => (await list(origin)).filter(({ status }) => status === 'UPLOADED').length
  await expect.poll(waiting, { timeout: 300_000, interval: 100 }).toBe(0)
  await checkSearch(origin, acknowledged)
  for (const id of acknowledged.agents) await call(origin, 'GET', `/api/v1/agents/${id}/versions`)
  for (const [id, conversations] of acknowledged.runs) {
    const read = () => call(origin, 'GET', `${LAB}/runs/${id}`)
    const ended = expect.stringMatching(/^(completed|failed)$/)
    await expect.poll(async () => (await read()).status, { timeout: 300_000, interval: 100 }).toEqual(ended)
    const { runs } = await read()
    expect(runs).toHaveLength(conversations)
    for (const { status } of runs) expect(status).toEqual(ended)
  }
  for (const id of acknowledged.calls) {
    const read = async () => (await call(origin, 'GET', `/api/v1/agent-calls/${id}`)).agentCall.status
    await expect
      .poll(read, { timeout: 300_000, interval: 100 })
      .toEqual(expect.stringMatching(/^(COMPLETED|FAILED)$/))
  }
  for (const [id, sent] of acknowledged.chats) {
    const read = async () =>
      (await call(origin, 'GET', `/api/v1/threads/${id}/messages`)).thread.messages as { direction: string }[]
    const count = (all: { direction: string }[], direction: string) =>
      all.filter((each) => each.direction === direction).length
    // A message whose answer was lost is there, too, and has its reply.
    await expect
      .poll(async () => count(await read(), 'OUTBOUND') >= count(await read(), 'INBOUND'), {
        timeout: 300_000,
        interval: 100,
      })
      .toBe(true)
    expect(count(await read(), 'INBOUND')).toBeGreaterThanOrEqual(sent)
  }
  const listed = new Map((await list(origin)).map((file) => [file.id, file]))
  await end(last.child, 'SIGTERM')

  const { documents, unwanted, deleted } = acknowledged
  expect(documents.size).toBeGreaterThanOrEqual(roundsOfWork)
  for (const id of documents.keys()) if (!unwanted.has(id)) expect([...listed.keys()]).toContain(id)
  for (const id of deleted) expect([...listed.keys()]).not.toContain(id)
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
}

test(`killed ${KILLS} times at random moments, it loses nothing, doubles nothing and ends all (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const acknowledged = nothingYet()
  let roundsOfWork = 0
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
    await workWith(origin, acknowledged).end(() => end(program.child, 'SIGKILL'))
    roundsOfWork++
  }
  await checkAll(acknowledged, roundsOfWork)
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  `of two processes on one database, one is killed ${KILLS} times, and the other goes on (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const acknowledged = nothingYet()
    const other = startProgram(mkdtempSync(join(store.dataDir, 'other-')))
    const { origin } = await other.ready
    expect(origin, other.said.error).not.toBe('')
    const living = workWith(origin, acknowledged)
    for (let round = 0; round < KILLS; round++) {
      const program = startProgram()
      const { origin } = await program.ready
      expect(origin, program.said.error).not.toBe('')
      await workWith(origin, acknowledged).end(() => end(program.child, 'SIGKILL'))
    }
    await living.end(() => end(other.child, 'SIGTERM'))
    await checkAll(acknowledged, KILLS)
  },
)

async function checkStore(
  opened: OpenedDatabase,
  listed: ReadonlyMap<string, { status: string; reason: string | null }>,
) {
  const { db } = opened
  const rows = await db.select().from(passages).orderBy(asc(passages.fileId), asc(passages.ordinal))
  const records = await db.select().from(files).where(isNotNull(files.recordedAt))
  expect(records.map(({ id }) => id).sort()).toEqual([...listed.keys()].sort())
  // The job of a deleted file may still wait for the lease of the dead; then it finds no file.
  const left = await db
    .select()
    .from(jobs)
    .where(inArray(jobs.queue, [INGESTION, RUN, CALL, REPLY]))
  expect(left.filter(({ queue, key }) => queue !== INGESTION || listed.has(key))).toEqual([])

  // Nothing was said twice: each message has one reply, and in calls one speaks after the other.
  const said = await db.select().from(messages)
  const sides = (direction: 'INBOUND' | 'OUTBOUND') =>
    said
      .filter((message) => message.direction === direction)
      .map(({ threadId }) => threadId)
      .sort()
  expect(sides('OUTBOUND')).toEqual(sides('INBOUND'))
  const turns = await db.select().from(callTurns).orderBy(asc(callTurns.callId), asc(callTurns.number))
  for (const [at, { callId, number, who }] of turns.entries()) {
    const before = turns[at - 1]
    expect(number).toBe(before?.callId === callId ? before.number + 1 : 0)
    if (number > 0) expect(who).not.toBe(before?.who)
  }

  const held = new Map<string, typeof rows>()
  for (const row of rows) {
    const its = held.get(row.fileId)
    if (its) its.push(row)
    else held.set(row.fileId, [row])
  }
  const blobs = await openBlobs(opened, join(store.dataDir, 'blobs'))
  const known = new Set((await db.select().from(files)).map(({ id }) => id))
  // Removed after a while.
  for (const { id } of await db.select().from(removedBlobs)) known.add(id)
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
    // The passages are those of a reading that nobody disturbed, each once, in its place.
    const read = await extractor.extract({
      content: { size: document.content.length, stream: Readable.from([document.content]) },
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
