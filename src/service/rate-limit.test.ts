import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addAgent } from './journeys.fixture'
import { createRateLimit } from './rate-limit'
import { CREDENTIALS, PUBLIC_URL, testService } from './service.fixture'
import { requestAllowance } from './store/schema'

const LIMIT = 10

/** Asks so often at once; gives how many were let through, and how many that may have been at most. */
async function rush(ask: () => Promise<boolean>, count: number) {
  const started = performance.now()
  const passed = (await Promise.all(Array.from({ length: count }, ask))).filter(Boolean).length
  return { passed, most: LIMIT + Math.ceil(((performance.now() - started) / 1000) * LIMIT) }
}

describe('above the limit', () => {
  const service = testService({ requestsPerSecond: LIMIT })

  test('requests are refused with 429 and say when to ask again, until time has passed (D24)', async () => {
    const waits: (string | null)[] = []
    const ask = async () => {
      const { status, headers } = await service.send('/api/v1/tools')
      if (status === 429) waits.push(headers.get('retry-after'))
      return status === 200
    }
    const { passed, most } = await rush(ask, 200)
    expect(passed).toBeGreaterThanOrEqual(LIMIT)
    expect(passed).toBeLessThanOrEqual(most)
    expect(waits).toEqual(Array(200 - passed).fill('1'))
    await expect.poll(ask).toBe(true)
  })
})

describe('strangers', () => {
  const service = testService({ requestsPerSecond: LIMIT })
  const chats = `${PUBLIC_URL}/api/v1/chat/threads`
  const origin = 'http://localhost:8080'
  const statusOf = async (answer: Response | Promise<Response>) => (await answer).status

  test.each([
    [
      'a page that starts web chats',
      () => service.service().fetchForPages(new Request(chats, { method: 'POST', headers: { origin } })),
    ],
    [
      'a page that asks whether it may',
      () => service.service().fetchForPages(new Request(chats, { method: 'OPTIONS', headers: { origin } })),
    ],
    [
      "who has no key, at the service's own address",
      () => service.service().fetchForAll(new Request(`${PUBLIC_URL}/api/v1/tools`)),
    ],
  ])('%s takes nothing from operators (D1059)', async (_, ask) => {
    const statuses = await Promise.all(Array.from({ length: 60 }, () => statusOf(ask())))
    expect(statuses).toContain(429)
    expect((await service.send('/api/v1/tools')).status).toBe(200)
    const headers = { authorization: `Bearer ${CREDENTIALS.accessToken}` }
    expect(
      await statusOf(service.service().fetchForAll(new Request(`${PUBLIC_URL}/api/v1/tools`, { headers }))),
    ).toBe(200)
    const key = { 'x-api-key': CREDENTIALS.apiKey }
    const files = new Request(`${PUBLIC_URL}/api/v1/knowledge-base/files`, { headers: key })
    expect(await statusOf(service.service().fetchForAll(files))).toBe(200)
  })
})

describe('without a limit', () => {
  const service = testService()

  test('strangers have so much going at once, and operators go on meanwhile (D1059)', async () => {
    const { agentId } = await addAgent(service, { agentType: 'TEXT' })
    const start = () =>
      service.service().fetchForPages(
        new Request(`${PUBLIC_URL}/api/v1/chat/threads`, {
          method: 'POST',
          headers: { origin: 'http://localhost:8080', 'content-type': 'application/json' },
          body: JSON.stringify({ agentId }),
        }),
      )
    const crowd = Array.from({ length: 200 }, start)
    expect((await service.send('/api/v1/tools')).status).toBe(200)
    const statuses = (await Promise.all(crowd)).map(({ status }) => status)
    expect(statuses).toContain(429)
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(5)
    expect((await start()).status).toBe(201)
  })
})

describe('over several processes', () => {
  const service = testService()

  test('the limit is one (D229)', async () => {
    const limits = [createRateLimit(service.database(), LIMIT), createRateLimit(service.database(), LIMIT)]
    let turn = 0
    const { passed, most } = await rush(async () => limits[turn++ % 2]?.('operators') ?? false, 100)
    expect(passed).toBeGreaterThanOrEqual(LIMIT)
    expect(passed).toBeLessThanOrEqual(most)
  })

  test('a clock that is set back stops nobody', async () => {
    const isWithin = createRateLimit(service.database(), LIMIT)
    const ask = () => isWithin('operators')
    await rush(ask, 50)
    await service.database().update(requestAllowance).set({ countedAt: sql`now() + interval '1 hour'` })
    expect(await ask()).toBe(true)
  })
})
