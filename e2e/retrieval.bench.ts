import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { print, spread } from './measure'
import { startPostgres } from './postgres-server'
import { HELD_OUT } from './retrieval-held-out'
import { type RetrievalQuestion, TUNED } from './retrieval-questions'
import { type Running, startServer } from './stack'

/**
 * How many questions find the page that answers. `RETRIEVAL_DIR` has the documents that the questions name; other
 * documents in it are found among them, too. Copies count as the file that they are a copy of.
 */
const directory = process.env.RETRIEVAL_DIR
const KNOWLEDGE = '/api/v1/knowledge-base'
const KEY = 'retrieval-key-1234567890'
const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
/** With an embedding model the same questions are asked again by words and meaning. */
const MODEL = {
  LLM_BASE_URL: process.env.LLM_BASE_URL,
  LLM_MODEL: process.env.LLM_MODEL ?? process.env.EMBED_MODEL,
  LLM_API_KEY: process.env.LLM_API_KEY,
  EMBED_MODEL: process.env.EMBED_MODEL,
}
/** A search takes no more characters; one question has nine too many. */
const QUERY_MAX = 300
const COPIES: Record<string, string> = { 'tracemonkey_with_annotations.pdf': 'tracemonkey.pdf' }

test.describe.configure({ timeout: 900_000 })

interface Passage {
  readonly fileName: string
  readonly page: number | null
}

async function send<T>({ origin }: Running, path: string, body?: object): Promise<T> {
  const method = body ? 'POST' : 'GET'
  const response = await fetch(`${origin}${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  })
  expect(response.ok, `${path} ${JSON.stringify(body)}: ${response.status}`).toBe(true)
  return (await response.json()) as T
}

async function upload(service: Running, from: string): Promise<number> {
  const names = (await readdir(from)).filter((name) => /\.(pdf|md)$/.test(name))
  for (const fileName of names) {
    const { fileId, uploadUrl } = await send<{ fileId: string; uploadUrl: string }>(
      service,
      '/generate-presigned-url',
      { fileName },
    )
    const type = fileName.endsWith('.pdf') ? 'application/pdf' : 'text/markdown'
    const body = await readFile(join(from, fileName))
    await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': type }, body })
    await send(service, `${KNOWLEDGE}/file`, { fileId })
  }
  const statuses = async () =>
    (await send<{ files: { status: string }[] }>(service, `${KNOWLEDGE}/files`)).files.map(
      ({ status }) => status,
    )
  await expect.poll(statuses, { timeout: 300_000, intervals: [500] }).not.toContain('UPLOADED')
  return names.length
}

async function measure(service: Running, name: string, questions: readonly RetrievalQuestion[]) {
  const times: number[] = []
  const places: { kind: string; place: number }[] = []
  for (const [kind, file, pages, query] of questions) {
    const started = performance.now()
    const { passages } = await send<{ passages: Passage[] }>(service, `${KNOWLEDGE}/search`, {
      query: query.slice(0, QUERY_MAX),
    })
    times.push(performance.now() - started)
    const isRight = ({ fileName, page }: Passage) =>
      (COPIES[fileName] ?? fileName) === file && [pages].flat().includes(page ?? 0)
    places.push({ kind, place: passages.findIndex(isRight) })
  }
  for (const kind of ['literal', 'paraphrased', 'filler', 'all']) {
    const own = places.filter((each) => kind === 'all' || each.kind === kind)
    const share = (most: number) =>
      (own.filter(({ place }) => place >= 0 && place < most).length / own.length).toFixed(2)
    print(
      `  ${name}, ${kind} (${own.length}): first ${share(1)}, first three ${share(3)}, first ten ${share(10)}`,
    )
  }
  print(`  ${name}: ${spread(times)} ms`)
}

/** Waits until each file is found by meaning: words find nothing of this. */
async function untilMeant(service: Running) {
  const { files } = await send<{ files: { fileId: string }[] }>(service, `${KNOWLEDGE}/files`)
  for (const { fileId } of files) {
    const found = async () =>
      (
        await send<{ passages: Passage[] }>(service, `${KNOWLEDGE}/search`, {
          query: 'qxzv',
          fileIds: [fileId],
        })
      ).passages.length
    await expect.poll(found, { timeout: 600_000, intervals: [1_000] }).toBeGreaterThan(0)
  }
}

async function measureAll(from: string, databaseUrl?: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchboard-retrieval-'))
  const start = (env: Partial<typeof MODEL> = {}) =>
    startServer('service', {
      SERVICE_PORT: '0',
      SERVICE_API_KEY: KEY,
      SERVICE_ACCESS_TOKEN: KEY,
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)),
    })
  const measureBoth = async (service: Running, how: string) => {
    await measure(service, `tuned${how}`, TUNED)
    await measure(service, `held out${how}`, HELD_OUT)
    await service.stop()
  }
  const byWords = await start()
  print(`${databaseUrl ? 'PostgreSQL' : 'embedded database'}, ${await upload(byWords, from)} documents`)
  await measureBoth(byWords, '')
  if (MODEL.EMBED_MODEL) {
    const byMeaning = await start(MODEL)
    await untilMeant(byMeaning)
    await measureBoth(byMeaning, `, with ${MODEL.EMBED_MODEL}`)
  }
  await rm(dataDir, { recursive: true })
}

const absent = !directory || !existsSync(directory)

test('questions, embedded database', async () => {
  if (absent) return print('Retrieval not measured: RETRIEVAL_DIR names no directory of documents')
  await measureAll(directory)
})

test('questions, PostgreSQL', async () => {
  if (absent) return
  const server = await startPostgres()
  if (!server) return print('PostgreSQL not measured: none is installed')
  await measureAll(directory, server.url)
  server.stop()
})
