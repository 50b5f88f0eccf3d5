import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { StoredAgent } from '../ledger/entry'
import { infoOf } from './console-info.fixture'
import { createQueryClient } from './query-client'
import { agentsOfService, joinAgents, listedAgent, reportedAgents } from './reported-agents'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

it('keeps those that the service named before while it is late, and where it answers no longer', async () => {
  vi.useFakeTimers()
  let end = (_: Response | Error) => {}
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/console/info') return Response.json(infoOf('local', 'local'))
    const ended = await new Promise<Response | Error>((resolve) => {
      end = resolve
    })
    if (ended instanceof Error) throw ended
    return ended
  })
  const before = [{ id: 'a', name: 'Desk' }]
  const onLate = vi.fn()
  const ask = async () => {
    const client = createQueryClient()
    client.setQueryData(reportedAgents().queryKey, before, { updatedAt: 1 })
    const asked = agentsOfService(client, onLate)
    await vi.advanceTimersByTimeAsync(1_000)
    return asked
  }
  expect(await ask()).toEqual(before)
  end(new TypeError('cut'))
  await vi.advanceTimersByTimeAsync(100)
  expect(onLate).not.toHaveBeenCalled()
  // What came late is another list, also where it has none.
  expect(await ask()).toEqual(before)
  end(Response.json({ agents: [], pagination: { nextCursor: null } }))
  await vi.advanceTimersByTimeAsync(100)
  expect(onLate).toHaveBeenCalledTimes(1)
})

it('is answered where the screen that asked first is left meanwhile', async () => {
  let end = (_: Response) => {}
  const asked = vi.fn()
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit = {}) => {
    if (path === '/console/info') return Response.json(infoOf('local', 'local'))
    asked()
    return new Promise<Response>((resolve, reject) => {
      end = resolve
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  })
  const client = createQueryClient()
  const leave = new QueryObserver(client, reportedAgents()).subscribe(() => {})
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  const listed = agentsOfService(client, () => {})
  leave()
  end(Response.json({ agents: [{ id: 'a', name: 'Desk' }], pagination: { nextCursor: null } }))
  expect(await listed).toMatchObject([{ id: 'a', name: 'Desk' }])
})
