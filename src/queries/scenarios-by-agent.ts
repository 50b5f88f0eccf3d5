import { queryOptions } from '@tanstack/react-query'
import { keys } from './keys'
import { askShared } from './query-client'

/** The ids of all scenarios, as text, by the integer id of their agent: one list for all agents. `null` where nobody knows them all. */
export const scenariosByAgent = () =>
  queryOptions({
    queryKey: [...keys.lab, 'scenarios by agent'],
    queryFn: async ({ client }) => {
      const { labQueries } = await import('./testing-lab')
      const list = await askShared(client, labQueries.scenarios())
      if (!list || list.nextCursor !== undefined) return null
      const ids = new Map<unknown, string[]>()
      for (const { id, agentId } of list.items) ids.set(agentId, [...(ids.get(agentId) ?? []), String(id)])
      return ids
    },
    staleTime: 30_000,
    retry: false,
  })
