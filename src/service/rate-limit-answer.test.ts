import { expect, test } from 'vitest'
import { testService } from './service.fixture'

const service = testService({ requestsPerSecond: 2 })

test('who asks too often is told when to ask again, and is answered then (D24)', async () => {
  const ask = async () => {
    const { status, headers } = await service.send('/api/v1/agent-calls')
    return [status, headers.get('retry-after')]
  }
  expect([await ask(), await ask(), await ask()]).toEqual([
    [200, null],
    [200, null],
    [429, '1'],
  ])
  service.clock.at = new Date(service.clock.at.getTime() + 1000)
  expect(await ask()).toEqual([200, null])
})
