import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createRateLimit } from './rate-limit'
import { testService } from './service.fixture'
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

describe('over several processes', () => {
  const service = testService()

  test('the limit is one (D229)', async () => {
    const limits = [createRateLimit(service.database(), LIMIT), createRateLimit(service.database(), LIMIT)]
    let turn = 0
    const { passed, most } = await rush(async () => limits[turn++ % 2]?.() ?? false, 100)
    expect(passed).toBeGreaterThanOrEqual(LIMIT)
    expect(passed).toBeLessThanOrEqual(most)
  })

  test('a clock that is set back stops nobody', async () => {
    const ask = createRateLimit(service.database(), LIMIT)
    await rush(ask, 50)
    await service.database().update(requestAllowance).set({ countedAt: sql`now() + interval '1 hour'` })
    expect(await ask()).toBe(true)
  })
})
