import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { aFewAtOnce } from './a-few-at-once'
import { agentQueries, type StoredAgent } from './agents'
import { keys } from './keys'

/** The most agents whose versions are read for one screen. */
const AGENTS_MAX = 50

export interface DetailedAgents {
  readonly agents: readonly StoredAgent[]
  /** How many of them are as the service reports them; 0 where it lists no versions. */
  readonly reported: number
}

async function readDetails(client: QueryClient): Promise<DetailedAgents> {
  const [agents, { agentVersionQueries }, { withService }] = await Promise.all([
    client.query(agentQueries.list()),
    import('./agent-versions'),
    import('./service-versions'),
  ])
  const detailed = new Map<string, StoredAgent>()
  await aFewAtOnce(agents.slice(0, AGENTS_MAX), async (agent) => {
    const asked = client.query({ ...agentVersionQueries.list(agent.agentId), staleTime: 60_000 })
    // One that cannot be read stays as it is stored.
    const versions = await asked.catch(() => undefined)
    if (versions) detailed.set(agent.agentId, withService(agent, versions))
  })
  return { agents: agents.map((agent) => detailed.get(agent.agentId) ?? agent), reported: detailed.size }
}

/** The known agents, the newest of them with what the service reports of their versions. */
export const agentsInDetail = () =>
  queryOptions({
    queryKey: [...keys.agents, 'in detail'],
    queryFn: ({ client }) => readDetails(client),
    staleTime: 60_000,
    retry: false,
  })
