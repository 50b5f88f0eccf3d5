import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { underOwnHosts } from '../net/own-host'
import { closeNow, listen } from '../net/test-server.fixture'
import { addAgent, addCollection, addFile, put, requestTarget } from './journeys.fixture'
import { serviceProgram } from './program.fixture'
import {
  CREDENTIALS,
  openTestDatabase,
  type Served,
  sendTo,
  type TestService,
  testService,
} from './service.fixture'
import * as schema from './store/schema'

// A service at an address of its own, what can be named in requests to it, and what its store holds.

/** A service at an address, whose store can be looked into from beside. */
interface FuzzedService extends Served, Pick<TestService, 'database'> {
  address(): string
  /** Absent: only its store tells. */
  idle?(): Promise<void>
}

/** In this process on an embedded store; on a server, the program of `npm run service` in a process of its own. */
export const fuzzedService = (): FuzzedService =>
  process.env.TEST_DATABASE_URL ? spawnedService() : servedService()

function servedService(): FuzzedService {
  let served: Awaited<ReturnType<typeof serve>> | undefined
  const address = () => served?.address ?? 'http://127.0.0.1'
  const service = testService({ publicUrl: address })
  beforeAll(async () => {
    served = await serve(service)
  })
  afterAll(() => served?.stop())
  return { ...service, address, idle: () => service.service().idle() }
}

function spawnedService(): FuzzedService {
  let store: Awaited<ReturnType<typeof openTestDatabase>> | undefined
  let origin = ''
  const spawnProgram = serviceProgram(afterAll)
  beforeAll(async () => {
    store = await openTestDatabase()
    const { ready, said } = spawnProgram({
      DATA_DIR: store.dataDir,
      DATABASE_URL: store.databaseUrl ?? '',
      SERVICE_API_KEY: CREDENTIALS.apiKey,
      SERVICE_ACCESS_TOKEN: CREDENTIALS.accessToken,
    })
    origin = (await ready).origin
    expect(origin, said.error).not.toBe('')
  })
  afterAll(() => store?.close())
  const service = () => ({
    fetch: async (request: Request) => {
      const { pathname, search } = new URL(request.url)
      return fetch(new Request(`${origin}${pathname}${search}`, request))
    },
  })
  return {
    address: () => origin,
    service,
    send: sendTo(service),
    database: () => store?.db ?? expect.fail('the store is not open'),
  }
}

/** Listens as `npm run service` does. */
async function serve({ service }: TestService) {
  const listener = getRequestListener((request) => service().fetch(request))
  const server = createServer({ requireHostHeader: false }, underOwnHosts([], listener))
  return {
    address: await listen(server),
    stop: () => closeNow(server),
  }
}

type Json = Record<string, unknown>

let made = 0

/** Several of everything that an address or a body can name. */
export async function makeIds(
  service: Served,
): Promise<Readonly<Record<string, readonly (string | number)[]>>> {
  const post = async (path: string, body?: Json, method = 'POST') => {
    const headers = { origin: 'http://localhost' }
    const { status, json } = await service.send(path, { method, body, headers })
    expect(status, `${path} ${JSON.stringify(json)}`).toBeLessThan(300)
    return json as Json
  }
  // Some answer the thing, some its id.
  const idIn = (json: Json, name: string) =>
    String(json.id ?? json[`${name}Id`] ?? (json[name] as Json | undefined)?.id)
  await post('/api/v1/organization', { allowedChatDomains: ['localhost'] }, 'PATCH')
  const structure = { url: 'https://127.0.0.1:9/', method: 'GET' }
  const tool = await post('/api/v1/tools', { name: `Nowhere ${++made}`, structure })
  const [text, call, other] = [
    await addAgent(service, { agentType: 'TEXT' }),
    await addAgent(service),
    await addAgent(service, { agentType: 'TEXT' }, false),
  ]
  const [file, upload] = [await addFile(service), await requestTarget(service)]
  expect((await put(service, upload.uploadUrl)).status).toBe(200)
  const [collection, empty] = [await addCollection(service), await addCollection(service)]
  await post(`/api/v1/knowledge-base/collection/${collection}/file/${file}`)
  const written = { name: 'n', instructions: 'You are a customer.', agent_id: text.labId }
  const scenario = await post('/api/v1/testing-lab/scenarios', written)
  const ran = { agent_id: text.labId, scenarios: [scenario.id] }
  const run = await post('/api/v1/testing-lab/scenarios/run', ran)
  const chat = await post('/api/v1/chat/threads', { agentId: text.agentId })
  const mail = { agentVersionId: text.versionId, toEmail: 'a@example.com', subject: 's', firstMessage: 'm' }
  const placed = { versionId: call.versionId, toPhoneNumber: '+15005550100' }
  const dialled = await post(`/api/v1/agent/${call.agentId}/dispatch`, placed)
  return {
    agent: [text.agentId, call.agentId, other.agentId],
    version: [text.versionId, call.versionId, other.versionId],
    labAgent: [text.labId, call.labId, 0],
    collection: [collection, empty],
    file: [file, upload.fileId, await addFile(service)],
    call: [idIn(dialled, 'agentCall')],
    thread: [idIn(chat, 'thread'), idIn(await post('/api/v1/email/threads', mail), 'thread')],
    token: [String(chat.token)],
    tool: [idIn(tool, 'tool')],
    toolSlug: [String((tool.tool as Json).slug)],
    scenario: [Number(scenario.id), 0],
    run: [Number(run.id), 0],
    phoneNumber: ['number-main', 'number-second'],
    labNumber: [1, 2, 3],
    stt: ['stt-general-en'],
    tts: ['tts-natural'],
    llm: ['llm-balanced'],
    voice: ['voice-clara'],
  }
}

/** What a request may leave behind although it was refused: the queue's own notes, and words that a sweep forgets. */
const NOT_COMPARED = ['jobs', 'words', 'word_sweep', 'removed_blobs', 'request_allowance']
const TABLES = Object.values<unknown>(schema)
  .filter((each) => is(each, PgTable))
  .map(getTableName)
  .filter((name) => !NOT_COMPARED.includes(name))

/** How many rows each table has, and the sum of the transactions that wrote them: another one after any change. */
export async function readStore({
  database,
}: Pick<FuzzedService, 'database'>): Promise<Readonly<Record<string, string>>> {
  const states = TABLES.map(
    (name) =>
      sql`select ${name}::text as name, count(*) || '.' || coalesce(sum(xmin::text::bigint), 0) as state from ${sql.identifier(name)}`,
  )
  const { rows } = await database().execute(sql.join(states, sql` union all `))
  return Object.fromEntries(rows.map(({ name, state }) => [String(name), String(state)]))
}

/** Waits until nothing that was accepted is still worked on. */
export async function rest({ database, idle }: FuzzedService) {
  await idle?.()
  const busy = async () => {
    const { rows } = await database().execute(
      sql`select count(*)::int as count from jobs where start_after < now() + interval '1 second'`,
    )
    return rows[0]?.count
  }
  await expect.poll(busy, { interval: 20 }).toBe(0)
}
