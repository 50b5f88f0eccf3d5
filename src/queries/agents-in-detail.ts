import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { aFewAtOnce } from './a-few-at-once'
import { agentQueries, type StoredAgent } from './agents'
import { keys } from './keys'
import { askShared } from './query-client'

/** The most agents whose versions are read for one screen. */
const AGENTS_MAX = 50

export interface DetailedAgents {
  readonly agents: readonly StoredAgent[]
  /** How many of them are as the service reports them; 0 where it lists no versions. */
  readonly reported: number
}

/** These agents with what the service reports of the first `max` of them; of the versions an answer so old still counts, in milliseconds. */
export async function inDetail(
  client: QueryClient,
  agents: readonly StoredAgent[],
  { max, staleTime }: { max?: number; staleTime: number },
): Promise<DetailedAgents> {
  const [{ agentVersionQueries }, { withService }] = await Promise.all([
    import('./agent-versions'),
    import('./service-versions'),
  ])
  const detailed = new Map<string, StoredAgent>()
  await aFewAtOnce(agents.slice(0, max), async (agent) => {
    const asked = askShared(client, { ...agentVersionQueries.list(agent.agentId), staleTime })
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
    queryFn: async ({ client }) => {
      // The list waits a second for those of the service (D290); here they are what is asked for, and one that was read without them has none.
      await askShared(client, agentQueries.reported()).catch(() => undefined)
      const agents = await client.query({ ...agentQueries.list(), staleTime: 0 })
      return inDetail(client, agents, { max: AGENTS_MAX, staleTime: 60_000 })
    },
    staleTime: 60_000,
    retry: false,
  })
