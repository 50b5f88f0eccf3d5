import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldOf } from '../contract/version-content'
import { agentQueries } from './agents'
import { agentsInDetail } from './agents-in-detail'
import { infoOf } from './console-info.fixture'
import { createQueryClient } from './query-client'

const AGENTS = 60

let service: 'local' | 'hosted'
let asked: string[]
let late: Promise<void> | undefined
let open = 0
let most = 0
let counter = 0

beforeEach(() => {
  asked = []
  most = 0
  late = undefined
  counter += 1
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/console/info') return Response.json(infoOf(`detail-${counter}`, service))
    // What every service has: else nothing is learnt of the rest (D900).
    if (path.endsWith('/collections')) return Response.json([])
    asked.push(path)
    if (path.startsWith('/api/v1/agents?')) await late
    if (path.startsWith('/api/v1/agents?'))
      return Response.json({ agents: Array.from({ length: AGENTS }, (_, at) => ({ id: `a${at}` })) })
    const [, id] = /^\/api\/v1\/agents\/(\w+)\/versions/.exec(path) ?? []
    if (service === 'hosted' || id === 'a3') return Response.json({ message: 'No.' }, { status: 404 })
    open += 1
    most = Math.max(most, open)
    await new Promise((resolve) => setTimeout(resolve))
    open -= 1
    return Response.json({ agent: { id, versions: [{ id: `v-${id}`, prompt: { tools: ['find-order'] } }] } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const versionsAsked = () => asked.filter((path) => path.includes('/versions'))
const hasTool = (request: unknown) => fieldOf(request, 'prompt.tools').includes('find-order')

it('reads the versions of the newest agents, a few at a time, each once', async () => {
  service = 'local'
  const client = createQueryClient()
  const { agents, reported } = await client.query(agentsInDetail())
  expect(agents).toHaveLength(AGENTS)
  expect(reported).toBe(49)
  expect(agents.filter(({ versions }) => versions.some(({ request }) => hasTool(request)))).toHaveLength(49)
  expect(versionsAsked()).toHaveLength(50)
  expect(most).toBe(4)
  await client.query(agentsInDetail())
  expect(versionsAsked()).toHaveLength(50)
})

it('waits for the agents of the service, however late, since none would be said to use anything', async () => {
  service = 'local'
  let come = () => {}
  late = new Promise((resolve) => {
    come = resolve
  })
  const client = createQueryClient()
  const detailed = client.query(agentsInDetail())
  // A list that was shown meanwhile has none of them.
  expect(await client.query(agentQueries.list())).toEqual([])
  come()
  expect((await detailed).agents).toHaveLength(AGENTS)
})

it('asks a service that lists no versions only until that is learnt', async () => {
  service = 'hosted'
  const { reported } = await createQueryClient().query(agentsInDetail())
  expect(reported).toBe(0)
  expect(versionsAsked().length).toBeLessThanOrEqual(3)
})
