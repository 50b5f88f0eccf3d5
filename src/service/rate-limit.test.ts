import { expect, test } from 'vitest'
import { testService } from './service.fixture'

const service = testService({ requestsPerSecond: 10 })

test('above the limit requests are refused with 429 until time has passed (D24)', async () => {
  const ask = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await service.send('/api/v1/tools')).status))
  expect(await ask(12)).toEqual([...Array(10).fill(200), 429, 429])
  service.clock.at = new Date(service.clock.at.getTime() + 200)
  expect(await ask(3)).toEqual([200, 200, 429])
  // And says when to ask again.
  const { status, headers } = await service.send('/api/v1/tools')
  expect([status, headers.get('retry-after')]).toEqual([429, '1'])
})
