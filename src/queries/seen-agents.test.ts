import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { agentQueries } from './agents'
import { infoOf } from './console-info.fixture'
import { createQueryClient } from './query-client'

let answers: (path: string) => unknown
let asked: string[]
let counter = 0

beforeEach(() => {
  asked = []
  counter += 1
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/console/info') return Response.json(infoOf(`seen-${counter}`))
    // What every service has: else nothing is learnt of the rest (D900).
    if (path.endsWith('/collections')) return Response.json([])
    asked.push(path)
    const answer = answers(path)
    return answer ? Response.json(answer) : Response.json({ message: 'No.' }, { status: 404 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const known = async (client = createQueryClient()) => {
  const agents = await client.query(agentQueries.list())
  return agents.map(({ agentId, name, source }) => [agentId, name, source])
}

it('knows the agents of calls and threads where the service lists no agents, by its names', async () => {
  answers = (path) => {
    if (path.startsWith('/api/v1/agent-calls'))
      return { agentCalls: [{ id: 'c1', agentId: 'a1' }, { id: 'c2', agentId: 'a1' }, { id: 'c3' }] }
    if (path.startsWith('/api/v1/threads')) return { threads: [{ id: 't1', agentId: 'a2' }] }
    if (path === '/api/v1/agents/a1/versions') return { agent: { id: 'a1', name: 'Desk', versions: [] } }
    return undefined
  }
  const client = createQueryClient()
  expect(await known(client)).toEqual([
    ['a2', 'a2', 'reported'],
    ['a1', 'Desk', 'reported'],
  ])
  const before = asked.length
  await client.invalidateQueries({ queryKey: ['agents'] })
  await known(client)
  expect(asked.length).toBe(before)
})

it('asks for few names, and needs neither calls nor threads', async () => {
  answers = (path) => {
    if (path.startsWith('/api/v1/agent-calls'))
      return { agentCalls: Array.from({ length: 30 }, (_, at) => ({ id: `c${at}`, agentId: `a${at}` })) }
    const [, id] = /agents\/(\w+)\/versions/.exec(path) ?? []
    return id && { agent: { id, name: `Agent ${id}`, versions: [] } }
  }
  expect(await known()).toHaveLength(30)
  expect(asked.filter((path) => path.includes('/versions'))).toHaveLength(20)

  counter += 1
  answers = () => undefined
  expect(await known()).toEqual([])
})

it('asks neither calls nor threads where the service lists its agents', async () => {
  answers = (path) =>
    path.startsWith('/api/v1/agents') ? { agents: [{ id: 'a1', name: 'Desk' }] } : undefined
  expect(await known()).toEqual([['a1', 'Desk', 'reported']])
  expect(asked).toHaveLength(1)
})

it('takes the names that calls say, and asks only for the others', async () => {
  answers = (path) => {
    if (path.startsWith('/api/v1/agent-calls'))
      return {
        agentCalls: [
          { id: 'c1', agentId: 'a1' },
          { id: 'c2', agentId: 'a1', agentName: 'Desk' },
          { id: 'c3', agentId: 'a2' },
        ],
      }
    const [, id] = /agents\/(\w+)\/versions/.exec(path) ?? []
    return id && { agent: { id, name: `Agent ${id}`, versions: [] } }
  }
  expect(await known()).toEqual([
    ['a2', 'Agent a2', 'reported'],
    ['a1', 'Desk', 'reported'],
  ])
  expect(asked.filter((path) => path.includes('/versions'))).toEqual(['/api/v1/agents/a2/versions'])
})
