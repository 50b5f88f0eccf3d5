import type { UseQueryResult } from '@tanstack/react-query'
import { keys } from './keys'
import { recorded } from './ledger'
import { agentsOfService, joinAgents, type ListedAgent, listedAgent, reportedAgents } from './reported-agents'

export type { StoredAgent } from '../ledger/entry'
export type { ListedAgent } from './reported-agents'

const LIST = [...keys.agents, 'known']

export const agentQueries = {
  /** The agents stored in this browser and those that the service lists, newest first (D290). */
  list: () =>
    recorded(LIST, async (ledger, service, client): Promise<ListedAgent[]> => {
      const asked = agentsOfService(client, () => client.invalidateQueries({ queryKey: LIST }))
      return joinAgents(...(await Promise.all([ledger.agents(service), asked])), service)
    }),

  /** Those of the service alone: they tell why a list has none of them. */
  reported: reportedAgents,

  /** One of them, or `null` when neither this browser nor the service's list has it. */
  one: (agentId: string) => {
    const queryKey = [...keys.agents, 'one', agentId]
    return recorded(queryKey, async (ledger, service, client): Promise<ListedAgent | null> => {
      const asked = agentsOfService(client, () => client.invalidateQueries({ queryKey }))
      const [stored, listed] = await Promise.all([ledger.agent(service, agentId), asked])
      const reported = listed.find(({ id }) => id === agentId)
      return listedAgent(stored, reported, service) ?? null
    })
  },
}

type Read = Pick<UseQueryResult<readonly unknown[]>, 'data' | 'isPending' | 'isFetching' | 'failureCount'>

/** Whether agents of the service (`late`) are yet to come, or to be in the list, which does not wait for them long (D290). */
export const areToCome = (list: Read, late: Read): boolean =>
  (late.isPending && late.failureCount === 0) ||
  (list.isFetching && (late.data?.length ?? 0) > (list.data?.length ?? 0))
