import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { AgentRequest } from '../../contract/requests/agents'
import { addAgent } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { jobs } from '../store/schema'

const service = testService()
const { send } = service

interface Message {
  id: string
  direction: string
  messageBody: string
  status: string
}

const post = async (path: string, body: object, headers?: Record<string, string>) => {
  const { status, json } = await send(path, { method: 'POST', body, headers })
  expect(status, JSON.stringify(json)).toBe(201)
  return json as Record<string, unknown>
}

async function addSms(toPhoneNumber: string, changes: Partial<AgentRequest> = {}, body: object = {}) {
  const { versionId } = await addAgent(service, { agentType: 'TEXT', ...changes })
  const sent = { agentVersionId: versionId, toPhoneNumber, initialMessage: 'Hello', ...body }
  return ((await post('/api/v1/threads', sent)).thread as { id: string }).id
}

async function addEmail(toEmail: string) {
  const { versionId } = await addAgent(service, { agentType: 'TEXT' })
  const sent = { agentVersionId: versionId, toEmail, subject: 'Order', firstMessage: 'How are you?' }
  return ((await post('/api/v1/email/threads', sent)).thread as { id: string }).id
}

async function addChat(changes: Partial<AgentRequest> = {}) {
  const { agentId } = await addAgent(service, { agentType: 'TEXT', ...changes })
  const { threadId } = await post('/api/v1/chat/threads', { agentId }, { origin: 'http://localhost' })
  return threadId as string
}

const say = (threadId: string, message: string) => post(`/api/v1/threads/${threadId}/messages`, { message })

async function read(threadId: string, query: Record<string, string> = {}) {
  const path = `/api/v1/threads/${threadId}/messages?${new URLSearchParams(query)}`
  const { status, json } = await send(path)
  expect(status, JSON.stringify(json)).toBe(200)
  const { thread } = json as {
    thread: { messages: Message[]; pagination: { limit: number; nextCursor: string | null } }
  }
  return { items: thread.messages, ...thread.pagination }
}

const texts = async (threadId: string) => (await read(threadId)).items.map(({ messageBody }) => messageBody)

const pass = (seconds: number) => {
  service.clock.at = new Date(service.clock.at.getTime() + seconds * 1000)
}

describe('an SMS', () => {
  test('is sent and delivered by the clock, and found by each state', async () => {
    const id = await addSms('+15551234567')
    const begun = service.clock.now()
    const at = (seconds: number) => new Date(begun.getTime() + seconds * 1000).toISOString()
    for (const [status, sentAt, deliveredAt] of [
      ['QUEUED', null, null],
      ['SENDING', null, null],
      ['SENT', at(2), null],
      ['DELIVERED', at(2), at(3)],
    ] as const) {
      const { items } = await read(id)
      expect(items).toMatchObject([
        { status, sentAt, deliveredAt, direction: 'OUTBOUND', messageBody: 'Hello' },
      ])
      for (const each of ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED'])
        expect((await read(id, { status: each })).items, each).toHaveLength(each === status ? 1 : 0)
      pass(1)
    }
  })

  test('to a number that does not exist is not delivered, and one to a refused number fails', async () => {
    const [invalid, refused] = [await addSms('+15005550114'), await addSms('+15005550115')]
    pass(3)
    expect((await read(invalid)).items).toMatchObject([{ status: 'UNDELIVERED', deliveredAt: null }])
    expect((await read(refused)).items).toMatchObject([{ status: 'FAILED', sentAt: null, deliveredAt: null }])
  })

  test('says the variables, and defaults where none are given', async () => {
    const variables = [
      { name: 'name', required: false, defaultValue: 'you' },
      { name: 'shop', required: false, defaultValue: 'the shop' },
    ]
    const prompt = { system: 'Be brief.', variables, tools: [], preBuiltTools: [] }
    const id = await addSms(
      '+15551234567',
      { prompt },
      {
        initialMessage: 'Hi {{name}}, this is {{shop}}.',
        variables: { name: 'Ada' },
      },
    )
    expect(await texts(id)).toEqual(['Hi Ada, this is the shop.'])
  })

  test('thread takes no message of a visitor', async () => {
    const path = `/api/v1/threads/${await addSms('+15551234567')}/messages`
    expect(await send(path, { method: 'POST', body: { message: 'Hi' } })).toMatchObject({ status: 409 })
  })
})

describe('an e-mail', () => {
  const emails = async (id: string) => (await send(`/api/v1/email/threads/${id}/messages`)).json

  test('has its addresses and subject; one to a domain that cannot exist bounces', async () => {
    const [id, lost] = [await addEmail('ada@example.com'), await addEmail('ada@nowhere.invalid')]
    pass(3)
    expect(await emails(id)).toMatchObject({
      thread: {
        id,
        messages: [
          {
            fromAddress: 'agent@mail.example.com',
            toAddress: 'ada@example.com',
            subject: 'Order',
            bodyText: 'How are you?',
            bodyHtml: null,
            status: 'DELIVERED',
          },
        ],
        pagination: { limit: 50, nextCursor: null },
      },
    })
    expect(await emails(lost)).toMatchObject({ thread: { messages: [{ status: 'BOUNCED' }] } })
    expect(await texts(id)).toEqual(['How are you?'])
    expect((await send(`/api/v1/email/threads/${await addChat()}/messages`)).status).toBe(404)
    expect((await send(`/api/v1/chat/threads/${id}/messages`)).status).toBe(404)
  })
})

describe('a web chat', () => {
  test('begins with the first message of an agent that speaks first', async () => {
    expect(await texts(await addChat({ firstMessage: 'Welcome!' }))).toEqual(['Welcome!'])
    expect(await texts(await addChat({ firstMessage: 'Welcome!', speakFirst: false }))).toEqual([])
    expect(await texts(await addChat())).toEqual([])
  })

  test('takes a message, and the agent replies later: to a greeting with what its version says first, then to what is asked', async () => {
    const id = await addChat({ firstMessage: 'Welcome!', speakFirst: false })
    const taken = await say(id, 'Hello?')
    expect(taken).toEqual({
      status: 'RECEIVED',
      threadId: id,
      messageId: expect.any(String),
      windowExpiresIn: 900,
    })
    await service.service().idle()
    await say(id, 'Are you there?')
    await service.service().idle()
    const [answer = ''] = await texts(id)
    expect(answer).toContain('?')
    expect(await texts(id)).toEqual([answer, 'Are you there?', 'Welcome!', 'Hello?'])
    const { items } = await read(id)
    expect(items.map(({ direction, status }) => `${direction} ${status}`)).toEqual([
      'OUTBOUND DELIVERED',
      'INBOUND RECEIVED',
      'OUTBOUND DELIVERED',
      'INBOUND RECEIVED',
    ])
    const { json } = await send(`/api/v1/chat/threads/${id}/messages?limit=1`)
    expect(json).toMatchObject({ messages: [{ messageBody: answer }], pagination: { limit: 1 } })
  })

  test('that is closed takes no message, and a reply that was on its way is not sent', async () => {
    const id = await addChat()
    await say(id, 'Hello?')
    await send(`/api/v1/threads/${id}/close`, { method: 'PATCH', body: {} })
    await service.service().idle()
    const said = await texts(id)
    expect(
      await send(`/api/v1/threads/${id}/messages`, { method: 'POST', body: { message: 'x' } }),
    ).toMatchObject({
      status: 409,
    })
    await service.service().idle()
    expect(await texts(id)).toEqual(said)
  })

  test('gets its reply also from the next process, because the message is a job', async () => {
    const id = await addChat()
    await service.service().close()
    // This service no longer works on jobs, as if it had been killed after the answer.
    await say(id, 'Hello?')
    expect(await texts(id)).toEqual(['Hello?'])
    expect(await service.database().select().from(jobs).where(eq(jobs.queue, 'reply'))).toHaveLength(1)
    await service.restart()
    await service.service().idle()
    expect(await texts(id)).toEqual(['Hello, this is Reception. How can I help you?', 'Hello?'])
  })

  test.each([
    [{}],
    [{ message: '' }],
    [{ message: '  ' }],
    [{ message: 7 }],
    [{ message: 'x'.repeat(20_001) }],
  ])('refuses %j by name', async (body) => {
    const path = `/api/v1/threads/${await addChat()}/messages`
    expect(await send(path, { method: 'POST', body })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'message' }] },
    })
  })
})

describe('the list of messages', () => {
  test('is paged from the newest, each once while new ones come', async () => {
    const id = await addChat()
    const sent: string[] = []
    for (let number = 1; number <= 7; number += 1) {
      await say(id, `message ${number}`)
      await service.service().idle()
      sent.unshift(`message ${number}`)
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(id, {
        direction: 'INBOUND',
        limit: '2',
        ...(cursor === null ? {} : { cursor }),
      })
      seen.push(...page.items.map(({ messageBody }) => messageBody))
      cursor = page.nextCursor
      await say(id, 'one more')
    } while (cursor !== null)
    expect(seen).toEqual(sent)
    expect((await read(id, { limit: '101' })).limit).toBe(100)
    expect((await read(id)).limit).toBe(50)
  })

  test.each(['direction=UP', 'direction=outbound', 'status=GONE', 'limit=-1', 'cursor=abc', 'order=asc'])(
    'refuses ?%s by name',
    async (query) => {
      const { status, json } = await send(`/api/v1/threads/${await addChat()}/messages?${query}`)
      expect(status).toBe(400)
      expect(JSON.stringify(json)).toContain(query.split('=')[0])
    },
  )

  test('takes no cursor of another list', async () => {
    const id = await addChat()
    const cursor = Buffer.from(JSON.stringify(['2026-03-01T10:00:00.000Z', 'a-thread'])).toString('base64url')
    expect((await send(`/api/v1/threads/${id}/messages?cursor=${cursor}`)).status).toBe(400)
  })
})
