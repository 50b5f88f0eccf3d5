import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addAgent } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { messages, organizations, threads } from '../store/schema'

const service = testService()
const { send } = service

const addTextAgent = (deploy = true) => addAgent(service, { agentType: 'TEXT' }, deploy)

describe('SMS', () => {
  const start = (body: Record<string, unknown>) =>
    send('/api/v1/threads', {
      method: 'POST',
      body: {
        toPhoneNumber: '+15551234567',
        fromPhoneNumber: '+15005550101',
        fromPhoneNumberId: 'number-main',
        initialMessage: 'Hello',
        ...body,
      },
    })

  test('starts on the deployed version of a text agent and keeps the first message', async () => {
    const { versionId, agentId } = await addTextAgent()
    const { status, json } = await start({ agentVersionId: versionId, variables: { a: 'b' } })
    expect(status).toBe(201)
    const { thread } = json as { thread: { id: string } }
    expect(thread).toMatchObject({ agentId, isActive: true, leadId: null, variables: { a: 'b' } })
    const kept = await service.database().select().from(messages).where(eq(messages.threadId, thread.id))
    expect(kept).toMatchObject([{ body: 'Hello', direction: 'OUTBOUND' }])
  })

  test('is refused on a voice agent, an undeployed or unknown version', async () => {
    expect((await start({ agentVersionId: (await addAgent(service)).versionId })).status).toBe(400)
    expect((await start({ agentVersionId: (await addTextAgent(false)).versionId })).status).toBe(409)
    expect((await start({ agentVersionId: 'nothing' })).status).toBe(404)
  })

  test('keeps metadata, as an object or as text that holds one (D241)', async () => {
    const agentVersionId = (await addTextAgent()).versionId
    for (const metadata of [{ campaign: 3 }, '{"campaign": 3}'])
      expect(await start({ agentVersionId, metadata })).toMatchObject({
        status: 201,
        json: { thread: { metadata: { campaign: 3 } } },
      })
    expect((await start({ agentVersionId })).json).toMatchObject({ thread: { metadata: {} } })
    expect(await start({ agentVersionId, metadata: 'spring' })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'metadata' }] },
    })
  })

  test('goes out from the number that is named by either, and from the first where none is (D241)', async () => {
    const agentVersionId = (await addTextAgent()).versionId
    const unnamed = { agentVersionId, fromPhoneNumber: undefined, fromPhoneNumberId: undefined }
    const second = { fromPhoneNumber: '+15005550102', fromPhoneNumberId: 'number-second' }
    const from = async (body: Record<string, unknown>) => (await start({ ...unnamed, ...body })).json
    expect(await from({})).toMatchObject({
      thread: { fromPhoneNumber: '+15005550101', fromPhoneNumberId: 'number-main' },
    })
    expect(await from({ fromPhoneNumberId: 'number-second' })).toMatchObject({ thread: second })
    expect(await from({ fromPhoneNumber: '+15005550102' })).toMatchObject({ thread: second })
    expect(await from({ fromPhoneNumber: '+15005550999' })).toMatchObject({
      status: 400,
      errors: [{ path: 'fromPhoneNumber' }],
    })
  })

  test('the number sent from must be the one that its id stands for', async () => {
    const agentVersionId = (await addTextAgent()).versionId
    expect(await start({ agentVersionId, fromPhoneNumberId: 'number-second' })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'fromPhoneNumber' }] },
    })
    expect(await start({ agentVersionId, fromPhoneNumberId: 'no-number' })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'fromPhoneNumberId' }] },
    })
  })
})

describe('e-mail', () => {
  const start = (agentVersionId: string) =>
    send('/api/v1/email/threads', {
      method: 'POST',
      body: { agentVersionId, toEmail: 'ada@example.com', subject: 'Hello', firstMessage: 'How are you?' },
    })

  test('starts from the verified sending domain, and only while there is one (§1)', async () => {
    const { versionId } = await addTextAgent()
    expect(await start(versionId)).toMatchObject({
      status: 201,
      json: { thread: { fromEmail: 'agent@mail.example.com', subject: 'Hello' } },
    })
    const verify = (sendingDomainVerified: boolean) =>
      service.database().update(organizations).set({ sendingDomainVerified })
    await verify(false)
    expect(await start(versionId)).toMatchObject({
      status: 409,
      json: { message: 'There is no verified sending domain. Verify one before you start e-mail threads.' },
    })
    await verify(true)
    expect((await start((await addTextAgent(false)).versionId)).status).toBe(409)
    expect((await start((await addAgent(service)).versionId)).status).toBe(400)
  })
})

describe('web chat', () => {
  const start = (agentId: string, headers: Record<string, string>) =>
    send('/api/v1/chat/threads', { method: 'POST', body: { agentId }, headers })
  const fromHere = { origin: 'http://localhost:4600' }

  test('answers a token that is stored nowhere, and its end', async () => {
    const { agentId } = await addTextAgent()
    // The key is wrong on purpose: it is not looked at here (§5).
    const { status, json } = await start(agentId, { ...fromHere, 'x-api-key': 'wrong' })
    expect(status).toBe(201)
    const { threadId, token, expiresAt } = json as Record<'threadId' | 'token' | 'expiresAt', string>
    const [kept] = await service.database().select().from(threads).where(eq(threads.id, threadId))
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(Date.parse(expiresAt) - service.clock.now().getTime()).toBe(15 * 60 * 1000)
  })

  test.each([
    ['no Origin', undefined],
    ['the Origin of a page without one', 'null'],
    ['a foreign domain', 'https://evil.example'],
    ['a domain that starts with an approved one', 'http://localhost.evil.example'],
    ['a name before an @', 'http://localhost@evil.example'],
    ['a scheme that is none of the web', 'file://localhost'],
  ])('is refused with %s', async (_, origin) => {
    const { agentId } = await addTextAgent()
    const refused = await start(agentId, origin === undefined ? {} : { origin })
    expect(refused.json).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test('*. on the allowlist lets names below in, and only those', async () => {
    const { agentId } = await addTextAgent()
    const allow = (allowedChatDomains: string[]) =>
      service.database().update(organizations).set({ allowedChatDomains })
    await allow(['*.example.com'])
    const statusFrom = async (origin: string) => (await start(agentId, { origin })).status
    expect(await statusFrom('https://shop.example.com')).toBe(201)
    expect(await statusFrom('https://example.com')).toBe(403)
    expect(await statusFrom('https://notexample.com')).toBe(403)
    await allow(['localhost', '127.0.0.1'])
  })

  test('needs a text agent with a deployed version', async () => {
    expect((await start((await addAgent(service)).agentId, fromHere)).status).toBe(400)
    expect((await start((await addTextAgent(false)).agentId, fromHere)).status).toBe(409)
    expect((await start('nobody', fromHere)).status).toBe(404)
  })
})
