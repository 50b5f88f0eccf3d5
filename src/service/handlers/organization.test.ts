import { expect, test } from 'vitest'
import { addAgent } from '../journeys.fixture'
import { testService } from '../service.fixture'

const service = testService()
const { send } = service
const patch = (body: object) => send('/api/v1/organization', { method: 'PATCH', body })

test('tells its name, its domains and where e-mails come from', async () => {
  expect((await send('/api/v1/organization')).json).toMatchObject({
    organization: {
      name: 'Local organization',
      allowedChatDomains: ['localhost', '127.0.0.1'],
      activeCallCount: 0,
      sendingDomain: 'mail.example.com',
      sendingDomainVerified: true,
    },
  })
})

test('counts the calls that are under way', async () => {
  const { agentId, versionId } = await addAgent(service)
  const body = { versionId, toPhoneNumber: '+15551234567' }
  await send(`/api/v1/agent/${agentId}/dispatch`, { method: 'POST', body })
  // What is said is decided ahead of the clock, by jobs.
  await service.service().idle()
  service.clock.at = new Date(service.clock.at.getTime() + 2000)
  const count = async () =>
    ((await send('/api/v1/organization')).json as { organization: { activeCallCount: number } }).organization
      .activeCallCount
  expect(await count()).toBe(1)
  service.clock.at = new Date(service.clock.at.getTime() + 3_600_000)
  expect(await count()).toBe(0)
})

test('changes what is named and leaves the rest', async () => {
  expect(await patch({ name: 'Acme' })).toMatchObject({
    status: 200,
    json: { organization: { name: 'Acme', allowedChatDomains: ['localhost', '127.0.0.1'] } },
  })
  const { json } = await patch({ allowedChatDomains: ['Shop.Example', 'localhost'] })
  expect(json).toMatchObject({
    organization: { name: 'Acme', allowedChatDomains: ['Shop.Example', 'localhost'] },
  })
  expect((await send('/api/v1/organization')).json).toEqual(json)
})

test.each([
  [{ allowedChatDomains: ['https://shop.example'] }, 'allowedChatDomains.0'],
  [{ allowedChatDomains: 'localhost' }, 'allowedChatDomains'],
  [{ name: ' ' }, 'name'],
  [{ plan: 'free' }, 'plan'],
])('refuses %j by name', async (body, path) => {
  expect(await patch(body)).toMatchObject({ status: 400, json: { errors: [{ path }] } })
})

test('web chat follows the stored domains at once', async () => {
  const { agentId } = await addAgent(service, { agentType: 'TEXT' })
  const statusFrom = async (origin: string) =>
    (await send('/api/v1/chat/threads', { method: 'POST', body: { agentId }, headers: { origin } })).status
  await patch({ allowedChatDomains: ['*.shop.example'] })
  expect(await statusFrom('https://www.shop.example')).toBe(201)
  expect(await statusFrom('http://localhost:4600')).toBe(403)
  await patch({ allowedChatDomains: [] })
  expect(await statusFrom('https://www.shop.example')).toBe(403)
  await patch({ allowedChatDomains: ['localhost'] })
  expect(await statusFrom('http://localhost:4600')).toBe(201)
})
