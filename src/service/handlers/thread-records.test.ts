import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addAgent } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { threads } from '../store/schema'

const service = testService()
const { send } = service

interface Page {
  threads: { id: string; channel: string; lastMessageStatus: string | null }[]
  pagination: { limit: number; nextCursor: string | null }
}

const list = async (query: Record<string, string> = {}) => {
  const { status, json } = await send(`/api/v1/threads?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as Page
}

async function addSms(toPhoneNumber = '+15551234567', agent?: { versionId: string }, body: object = {}) {
  const { versionId } = agent ?? (await addAgent(service, { agentType: 'TEXT' }))
  const { status, json } = await send('/api/v1/threads', {
    method: 'POST',
    body: { agentVersionId: versionId, toPhoneNumber, initialMessage: 'Hello', ...body },
  })
  expect(status).toBe(201)
  return (json as { thread: { id: string } }).thread.id
}

async function addEmail() {
  const { versionId, agentId } = await addAgent(service, { agentType: 'TEXT', name: 'Post' })
  const { json } = await send('/api/v1/email/threads', {
    method: 'POST',
    body: { agentVersionId: versionId, toEmail: 'ada@example.com', subject: 'Order', firstMessage: 'Hi' },
  })
  return { agentId, id: (json as { thread: { id: string } }).thread.id }
}

async function addChat() {
  const { agentId } = await addAgent(service, { agentType: 'TEXT' })
  const sent = { method: 'POST', body: { agentId }, headers: { origin: 'http://localhost:4600' } }
  const { json } = await send('/api/v1/chat/threads', sent)
  return { agentId, id: (json as { threadId: string }).threadId }
}

describe('the list of threads', () => {
  test('has every channel in its shape, newest first', async () => {
    const first = await addSms()
    service.clock.at = new Date(service.clock.at.getTime() + 1000)
    const email = await addEmail()
    service.clock.at = new Date(service.clock.at.getTime() + 1000)
    const chat = await addChat()
    const { threads, pagination } = await list({ limit: '3' })
    expect(threads).toMatchObject([
      { id: chat.id, channel: 'CHAT', agentId: chat.agentId, origin: 'localhost', lastMessageText: null },
      { id: email.id, channel: 'EMAIL', fromName: 'Post', toEmail: 'ada@example.com', subject: 'Order' },
      { id: first, channel: 'SMS', toPhoneNumber: '+15551234567', fromPhoneNumber: '+15005550101' },
    ])
    expect(pagination).toEqual({ limit: 3, nextCursor: null })
  })

  test('says how the newest message of each stands', async () => {
    const statuses = async () =>
      (await list({ limit: '2' })).threads.map(({ lastMessageStatus }) => lastMessageStatus)
    service.clock.at = new Date(service.clock.at.getTime() + 1000)
    await addSms('+15005550114')
    service.clock.at = new Date(service.clock.at.getTime() + 1000)
    await addChat()
    expect(await statuses()).toEqual([null, 'SENDING'])
    service.clock.at = new Date(service.clock.at.getTime() + 3000)
    expect(await statuses()).toEqual([null, 'UNDELIVERED'])
  })

  test('is cut by agent, number and whether it is open', async () => {
    const agent = await addAgent(service, { agentType: 'TEXT' })
    const [one, two] = [await addSms('+15557770001', agent), await addSms('+15557770002', agent)]
    await send(`/api/v1/threads/${two}/close`, { method: 'PATCH', body: {} })
    const ids = async (query: Record<string, string>) =>
      (await list({ agentId: agent.agentId, ...query })).threads.map(({ id }) => id).sort()
    expect(await ids({})).toEqual([one, two].sort())
    expect(await ids({ isActive: 'true' })).toEqual([one])
    expect(await ids({ isActive: 'false' })).toEqual([two])
    expect(await ids({ toPhoneNumber: '+15557770002' })).toEqual([two])
    expect((await list({ toPhoneNumber: '+15557770001' })).threads.map(({ id }) => id)).toEqual([one])
    expect((await list({ agentId: 'nobody' })).threads).toEqual([])
  })

  test.each([
    'isActive=yes',
    'toPhoneNumber=15551234567',
    'toPhoneNumber=+15551234567',
    'limit=0',
    'limit=ten',
    'cursor=xyz',
    'status=open',
    'isActive=true&isActive=false',
  ])('refuses ?%s by name', async (query) => {
    const name = query.split('=')[0] ?? ''
    const { status, json } = await send(`/api/v1/threads?${query}`)
    expect(status).toBe(400)
    expect(JSON.stringify(json)).toContain(name)
  })

  test('gives each thread exactly once while others come and go, ties included', async () => {
    const agent = await addAgent(service, { agentType: 'TEXT' })
    const at = service.clock.now()
    const row = (createdAt: Date) => ({
      id: randomUUID(),
      channel: 'SMS' as const,
      agentId: agent.agentId,
      versionId: agent.versionId,
      fromPhoneNumberId: 'number-main',
      fromAddress: '+15005550101',
      toAddress: '+15551234567',
      variables: {},
      createdAt,
      updatedAt: createdAt,
    })
    // Three of each moment.
    const kept = Array.from({ length: 24 }, (_, index) => row(new Date(at.getTime() - Math.floor(index / 3))))
    await service.database().insert(threads).values(kept)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await list({
        agentId: agent.agentId,
        limit: '5',
        ...(cursor === null ? {} : { cursor }),
      })
      seen.push(...page.threads.map(({ id }) => id))
      cursor = page.pagination.nextCursor
      await service
        .database()
        .insert(threads)
        .values(row(new Date(at.getTime() + 1000)))
    } while (cursor !== null)
    expect(seen).toHaveLength(24)
    expect(new Set(seen)).toEqual(new Set(kept.map(({ id }) => id)))
  })

  test('counts at most a hundred to a page', async () => {
    expect((await list({ limit: '5000' })).pagination.limit).toBe(100)
    expect((await list()).pagination.limit).toBe(10)
  })
})

describe('a thread', () => {
  test('is answered as it was when it was created', async () => {
    const { versionId } = await addAgent(service, { agentType: 'TEXT' })
    const created = await send('/api/v1/threads', {
      method: 'POST',
      body: { agentVersionId: versionId, toPhoneNumber: '+15551234567', initialMessage: 'Hi', leadId: 'l' },
    })
    const { thread } = created.json as { thread: { id: string } }
    expect((await send(`/api/v1/threads/${thread.id}`)).json).toEqual({ thread })
  })

  test('that is not there is 404, for everything', async () => {
    for (const [method, path, body] of [
      ['GET', 'threads/none', undefined],
      ['PATCH', 'threads/none', { metadata: {} }],
      ['PATCH', 'threads/none/close', {}],
      ['POST', 'threads/none/messages', { message: 'Hi' }],
      ['GET', 'threads/none/messages', undefined],
      ['GET', 'threads/none/stream', undefined],
      ['GET', 'chat/threads/none', undefined],
      ['GET', 'chat/threads/none/messages', undefined],
      ['GET', 'email/threads/none/messages', undefined],
    ] as const)
      expect((await send(`/api/v1/${path}`, { method, body })).json, path).toMatchObject({ status: 404 })
  })

  test('merges metadata and variables by name, keys that mean something to programs included', async () => {
    const body = { metadata: { a: 1, deep: { x: 1 } }, variables: { name: 'Ada' } }
    const id = await addSms('+15551234567', undefined, body)
    const patch = async (body: string | object) => {
      const headers = { 'content-type': 'application/json' }
      const { status, json } = await send(`/api/v1/threads/${id}`, { method: 'PATCH', body, headers })
      expect(status, JSON.stringify(json)).toBe(200)
      return (json as { thread: unknown }).thread
    }
    expect(await patch({ metadata: { b: null, deep: { y: 2 } } })).toMatchObject({
      metadata: { a: 1, b: null, deep: { y: 2 } },
      variables: { name: 'Ada' },
    })
    expect(await patch({ variables: { name: 'Bo', city: 'Ulm' } })).toMatchObject({
      metadata: { a: 1 },
      variables: { name: 'Bo', city: 'Ulm' },
    })
    await patch('{"metadata": {"__proto__": {"admin": true}}}')
    const { json } = await send(`/api/v1/threads/${id}`)
    expect(Object.keys((json as { thread: { metadata: object } }).thread.metadata)).toContain('__proto__')
    await send(`/api/v1/threads/${id}/close`, { method: 'PATCH', body: {} })
    expect(await patch({ metadata: { note: 'after' } })).toMatchObject({ metadata: { note: 'after', a: 1 } })
  })

  test('does not grow without end, and needs something to merge', async () => {
    const id = await addSms()
    const patch = (body: object) => send(`/api/v1/threads/${id}`, { method: 'PATCH', body })
    expect((await patch({ metadata: { a: 'x'.repeat(40_000) } })).status).toBe(200)
    expect(await patch({ metadata: { b: 'x'.repeat(40_000) } })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'metadata' }] },
    })
    expect((await send(`/api/v1/threads/${id}`)).text).not.toContain('"b"')
    expect((await patch({})).status).toBe(400)
    expect((await patch({ variables: { deep: {} } })).status).toBe(400)
  })

  test('is closed with a reason, once', async () => {
    const id = await addSms()
    const close = (body?: object) => send(`/api/v1/threads/${id}/close`, { method: 'PATCH', body })
    expect(await close({ reason: 'BORED' })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'reason' }] },
    })
    const at = service.clock.now().toISOString()
    const closed = { isActive: false, closedAt: at, closedReason: 'WRONG_NUMBER' }
    expect((await close({ reason: 'WRONG_NUMBER' })).json).toMatchObject({ thread: closed })
    service.clock.at = new Date(service.clock.at.getTime() + 1000)
    expect((await close({})).json).toMatchObject({ thread: closed })
    expect((await close({ reason: 'WRONG_NUMBER' })).json).toMatchObject({ thread: closed })
    expect(await close({ reason: 'DNC' })).toMatchObject({ status: 409 })
    const other = await addSms()
    expect((await send(`/api/v1/threads/${other}/close`, { method: 'PATCH', body: {} })).json).toMatchObject({
      thread: { closedReason: 'ENDED' },
    })
  })

  test('of a web chat has its last activity, and no other channel is one', async () => {
    const { id, agentId } = await addChat()
    const createdAt = service.clock.now().toISOString()
    const read = async () => (await send(`/api/v1/chat/threads/${id}`)).json
    expect(await read()).toMatchObject({ thread: { threadId: id, agentId, lastActivityAt: createdAt } })
    service.clock.at = new Date(service.clock.at.getTime() + 5000)
    await send(`/api/v1/threads/${id}/messages`, { method: 'POST', body: { message: 'Hello?' } })
    const lastActivityAt = service.clock.now().toISOString()
    expect(await read()).toMatchObject({ thread: { createdAt, lastActivityAt, isActive: true } })
    expect((await send(`/api/v1/chat/threads/${await addSms()}`)).status).toBe(404)
  })
})
