import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { expect, test } from 'playwright/test'
import { print, residentMemory, spread } from './measure'
import { type Running, startServer } from './stack'

/** How lists of calls and messages answer when there are many: every page is walked, and every filter is tried. */
const CALLS = 10_000
const MESSAGES = 5_000
const KEY = 'bench-key-1234567890'
const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }

const start = (dataDir: string) =>
  startServer('service', {
    SERVICE_PORT: '0',
    SERVICE_API_KEY: KEY,
    SERVICE_ACCESS_TOKEN: KEY,
    DATA_DIR: dataDir,
  })

async function send<Answer>({ origin }: Running, method: string, path: string, body?: object) {
  const sent = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
  const response = await fetch(`${origin}${path}`, sent)
  const json = (await response.json()) as Answer
  expect(response.ok, JSON.stringify(json)).toBe(true)
  return json
}

/** An agent of a type with a deployed version, and that version. */
async function addAgent(service: Running, agentType: string) {
  const { agent } = await send<{ agent: { id: string; version: { id: string } } }>(
    service,
    'POST',
    '/api/v1/agents',
    {
      name: agentType,
      agentType,
      prompt: { system: 'You answer questions about orders.' },
      sttConfigId: 'stt-general-en',
      ttsConfigId: 'tts-natural',
      llmConfigId: 'llm-balanced',
      voiceId: 'voice-clara',
    },
  )
  await send(service, 'PATCH', `/api/v1/agents/${agent.id}/versions/${agent.version.id}/deploy`)
  return { agentId: agent.id, versionId: agent.version.id }
}

/** One call and one message through the interface, the rest as copies of them. */
async function fill(dataDir: string) {
  const service = await start(dataDir)
  const caller = await addAgent(service, 'CALL')
  await send(service, 'POST', `/api/v1/agent/${caller.agentId}/dispatch`, {
    versionId: caller.versionId,
    toPhoneNumber: '+15551234567',
  })
  const writer = await addAgent(service, 'TEXT')
  const { thread } = await send<{ thread: { id: string } }>(service, 'POST', '/api/v1/threads', {
    agentVersionId: writer.versionId,
    toPhoneNumber: '+15551234567',
    initialMessage: 'Hello',
  })
  await service.stop()
  const store = await PGlite.create({ dataDir: join(dataDir, 'database'), extensions: { pg_trgm } })
  await store.query(`
    insert into calls (id, agent_id, version_id, outbound_phone_number_id, from_phone_number, to_phone_number, variables, metadata, details,
      starts_at, answered_at, ends_at, end_status, ended_reason, ended_by, transcript, summary, created_at, updated_at)
    select 'call-' || n, agent_id, version_id, outbound_phone_number_id, from_phone_number, '+1555' || (2000000 + n % 500), variables, metadata, details,
      starts_at - n * interval '1 minute', answered_at - n * interval '1 minute', coalesce(ends_at, answered_at) - n * interval '1 minute',
      case when n % 5 = 0 then 'FAILED' else 'COMPLETED' end, case when n % 5 = 0 then 'LINE_BUSY' else 'ENDED' end,
      'CUSTOMER', repeat(E'Agent: Hello, this is the shop.\\nCustomer: Thank you, that is all I needed.\\n', 25), summary, created_at - n * interval '1 minute', updated_at
    from calls, generate_series(1, ${CALLS - 1}) n`)
  await store.query(`
    insert into messages (id, thread_id, direction, body, sends_at, sent_at, ends_at, end_status, created_at)
    select 'message-' || n, thread_id, case when n % 2 = 0 then 'OUTBOUND' else 'INBOUND' end, repeat('What was written. ', 20), sends_at, sent_at,
      ends_at, case when n % 2 = 1 then 'RECEIVED' when n % 50 = 0 then 'FAILED' else 'DELIVERED' end, created_at
    from messages, generate_series(1, ${MESSAGES - 1}) n`)
  await store.close()
  return thread.id
}

interface Paged {
  readonly pagination: { readonly nextCursor: string | null }
}
type Items = readonly { readonly id: string }[]

/** Walks a list to its end; every item once. */
async function walk<Answer>(
  service: Running,
  name: string,
  path: string,
  read: (answer: Answer) => Paged & { items: Items },
) {
  const times: number[] = []
  const seen = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const started = performance.now()
    const address: string = `${path}limit=100${cursor && `&cursor=${cursor}`}`
    const page = read(await send<Answer>(service, 'GET', address))
    times.push(performance.now() - started)
    // Once a page: an "expect" for each item takes longer than the service keeps an idle connection.
    expect(page.items.filter(({ id }) => seen.has(id))).toEqual([])
    for (const { id } of page.items) seen.add(id)
    cursor = page.pagination.nextCursor
  }
  print(`  ${name}: ${seen.size} in ${times.length} pages, ${spread(times, 1)} ms a page`)
  return seen.size
}

test('many calls and messages', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'conversations-'))
  try {
    const threadId = await fill(dataDir)
    const service = await start(dataDir)
    const calls = (query = '') =>
      walk<Paged & { agentCalls: Items }>(
        service,
        `calls ${query}`,
        `/api/v1/agent-calls?${query}`,
        ({ agentCalls, pagination }) => ({ items: agentCalls, pagination }),
      )
    expect(await calls()).toBe(CALLS)
    expect(await calls('status=FAILED&')).toBe(Math.floor((CALLS - 1) / 5))
    await calls('callEndedReason=LINE_BUSY&')
    await calls('toPhoneNumber=%2B15552000007&')
    await calls('status=PENDING&')
    await calls(`createdBefore=${new Date(Date.now() - 9_000 * 60_000).toISOString()}&`)
    const messages = (query = '') =>
      walk<{ thread: Paged & { messages: Items } }>(
        service,
        `messages ${query}`,
        `/api/v1/threads/${threadId}/messages?${query}`,
        ({ thread: { messages, pagination } }) => ({ items: messages, pagination }),
      )
    expect(await messages()).toBe(MESSAGES)
    await messages('direction=INBOUND&')
    await messages('status=FAILED&')
    await messages('status=QUEUED&')
    print(`  resident memory: ${residentMemory(service.pid).toFixed(0)} MB`)
    await service.stop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a hundred conversations at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'conversations-'))
  try {
    const service = await start(dataDir)
    const { agentId } = await addAgent(service, 'TEXT')
    const visitor = { origin: 'http://localhost', 'content-type': 'application/json' }
    const chats = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const sent = { method: 'POST', headers: visitor, body: JSON.stringify({ agentId }) }
        return (await (await fetch(`${service.origin}/api/v1/chat/threads`, sent)).json()).threadId as string
      }),
    )
    const path = (id: string) => `/api/v1/threads/${id}/messages`
    const started = performance.now()
    await Promise.all(chats.map((id) => send(service, 'POST', path(id), { message: 'What do orders cost?' })))
    const taken = performance.now() - started
    const waits = await Promise.all(
      chats.map(async (id) => {
        for (;;) {
          const { thread } = await send<{ thread: { messages: { createdAt: string }[] } }>(
            service,
            'GET',
            path(id),
          )
          const [reply, asked] = thread.messages
          if (reply && asked) return Date.parse(reply.createdAt) - Date.parse(asked.createdAt)
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }),
    )
    waits.sort((one, other) => one - other)
    print(
      `  100 messages taken in ${taken.toFixed(0)} ms; reply after ${waits[49]} ms (p50), ${waits[94]} ms (p95)`,
    )
    await service.stop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
