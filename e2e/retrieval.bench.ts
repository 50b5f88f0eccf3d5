import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { print, spread } from './measure'
import { startPostgres } from './postgres-server'
import { HELD_OUT } from './retrieval-held-out'
import { HELD_OUT_LATER } from './retrieval-held-out-later'
import { type RetrievalQuestion, TUNED } from './retrieval-questions'
import { WRITTEN_WHILE_TUNING } from './retrieval-written-while-tuning'
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

const isPage = ({ fileName, page }: Passage, file: string, pages: RetrievalQuestion[2]) =>
  (COPIES[fileName] ?? fileName) === file && [pages].flat().includes(page ?? 0)

async function measure(service: Running, name: string, questions: readonly RetrievalQuestion[]) {
  const times: number[] = []
  const places: { kind: string; place: number }[] = []
  for (const [kind, file, pages, query] of questions) {
    const started = performance.now()
    const { passages } = await send<{ passages: Passage[] }>(service, `${KNOWLEDGE}/search`, {
      query: query.slice(0, QUERY_MAX),
    })
    times.push(performance.now() - started)
    places.push({ kind, place: passages.findIndex((each) => isPage(each, file, pages)) })
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

/** An agent that answers from these files by rules: the pages that it quotes for a question. */
async function quotingAgent(service: Running, name: string, fileIds: readonly string[]) {
  const { collection } = await send<{ collection: { id: string } }>(service, `${KNOWLEDGE}/collection`, {
    name,
    description: '',
  })
  for (const fileId of fileIds)
    await send(service, `${KNOWLEDGE}/collection/${collection.id}/file/${fileId}`, {})
  const { agent } = await send<{ agent: { id: string; version: { id: string } } }>(
    service,
    '/api/v1/agents',
    {
      name,
      agentType: 'TEXT',
      prompt: { system: 'You answer questions about documents.' },
      knowledgeBaseCollectionIds: [collection.id],
      sttConfigId: 'stt-general-en',
      ttsConfigId: 'tts-natural',
      llmConfigId: 'llm-balanced',
      voiceId: 'voice-clara',
    },
  )
  return async (text: string) => {
    const response = await fetch(
      `${service.origin}/api/v1/agents/${agent.id}/versions/${agent.version.id}/try`,
      { method: 'POST', headers, body: JSON.stringify({ messages: [{ from: 'customer', text }] }) },
    )
    const steps = (await response.text()).matchAll(/^event: passage\ndata: (.*)$/gm)
    return [...steps].map(([, data = '']) => (JSON.parse(data) as { passage: Passage }).passage)
  }
}

/** How often rules quote the right page, and how often they quote something where the right document is not there (D351). */
async function measureQuotes(service: Running, questions: readonly RetrievalQuestion[]) {
  const { files } = await send<{ files: { fileId: string; fileName: string }[] }>(
    service,
    `${KNOWLEDGE}/files`,
  )
  const named = files.map(({ fileId, fileName }) => ({ fileId, file: COPIES[fileName] ?? fileName }))
  const without = async (left: string) => {
    const others = named.filter(({ file }) => file !== left).map(({ fileId }) => fileId)
    return [left, await quotingAgent(service, `Without ${left}`, others)] as const
  }
  const all = (await without(''))[1]
  const others = new Map(await Promise.all([...new Set(questions.map(([, file]) => file))].map(without)))
  let right = 0
  let wrong = 0
  for (const [, file, pages, query] of questions) {
    if ((await all(query)).some((each) => isPage(each, file, pages))) right++
    if (((await others.get(file)?.(query)) ?? []).length > 0) wrong++
  }
  print(
    `  rules quote the right page for ${right} of ${questions.length}, and something of the other documents alone for ${wrong}`,
  )
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
    await measure(service, `written while tuning${how}`, WRITTEN_WHILE_TUNING)
    await measure(service, `held out${how}`, HELD_OUT)
    await measure(service, `held out later${how}`, HELD_OUT_LATER)
    if (how === '') await measureQuotes(service, TUNED)
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
