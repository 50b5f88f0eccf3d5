import { expect, it } from 'vitest'
import type { StoredAgent } from '../ledger/entry'
import { joinAgents, listedAgent } from './reported-agents'

const stored = (agentId: string, more: Partial<StoredAgent> = {}): StoredAgent => ({
  service: 's',
  agentId,
  name: agentId,
  source: 'added',
  addedAt: '2026-01-02T00:00:00Z',
  versions: [],
  ...more,
})

it('lists each agent once, newest first, with the names of the service', () => {
  const agents = joinAgents(
    [stored('a'), stored('b', { name: 'Only here', addedAt: '2026-01-03T00:00:00Z' })],
    [
      {
        id: 'c',
        name: 'Returns',
        createdAt: '2026-01-04T00:00:00Z',
        deployedVersionId: 'v3',
        deployedNumber: 3,
        versionCount: 4,
      },
      { id: 'a', name: 'Desk', agentType: 'TEXT', testingLabId: 7, createdAt: '2026-01-01T00:00:00Z' },
    ],
    's',
  )
  expect(agents.map(({ agentId, name, source }) => [agentId, name, source])).toEqual([
    ['c', 'Returns', 'reported'],
    ['a', 'Desk', 'added'],
    ['b', 'Only here', 'added'],
  ])
  expect(agents[0]).toMatchObject({
    deployedVersionId: 'v3',
    deployedNumber: 3,
    versionCount: 4,
    versions: [],
  })
  expect(agents[1]).toMatchObject({ agentType: 'TEXT', testingLabId: 7 })
})

it('begins with the newest made, whenever it was stored here, and goes on by name where nobody says when one was made', () => {
  const agents = joinAgents(
    [
      stored('old', { addedAt: '2026-03-01T00:00:00Z' }),
      stored('y', { name: 'Zoe', addedAt: '2026-03-02T00:00:00Z' }),
      stored('x', { name: 'ann', source: 'imported', addedAt: '2026-01-01T00:00:00Z' }),
      stored('mine', { source: 'created', addedAt: '2026-02-01T00:00:00Z' }),
    ],
    [
      { id: 'old', createdAt: '2026-01-01T00:00:00Z' },
      { id: 'new', createdAt: '2026-01-05T00:00:00Z' },
    ],
    's',
  )
  expect(agents.map(({ agentId }) => agentId)).toEqual(['mine', 'new', 'old', 'x', 'y'])
})

it('takes what is deployed from the service in a list, and keeps what was stored for the page of the agent', () => {
  const mine = stored('a', {
    deployedVersionId: 'v1',
    deployedAt: '2026-01-02T00:00:00Z',
    deployedKnownFrom: 'deployed here',
  })
  const said = { id: 'a', deployedVersionId: 'v2' }
  const [listed] = joinAgents([mine], [said], 's')
  expect(listed).toMatchObject({
    deployedVersionId: 'v2',
    deployedAt: undefined,
    deployedKnownFrom: undefined,
  })
  expect(listedAgent(mine, said, 's')).toMatchObject({
    deployedVersionId: 'v1',
    deployedKnownFrom: 'deployed here',
  })
})

it('knows an agent that only the service has, and none that nobody has', () => {
  expect(listedAgent(undefined, { id: 'x' }, 's')).toMatchObject({
    agentId: 'x',
    name: 'x',
    source: 'reported',
  })
  expect(listedAgent(undefined, undefined, 's')).toBeUndefined()
  expect(listedAgent(stored('x', { name: 'Mine' }), { id: 'x' }, 's')?.name).toBe('Mine')
})
