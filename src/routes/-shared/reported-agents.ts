import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { agentVersionQueries } from '../../queries/agent-versions'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { withService } from '../../queries/service-versions'

/** A known agent with what the service reports of it, where it does: a colleague may have deployed another version (D216). */
export function useReportedAgent(agent: StoredAgent | undefined): StoredAgent | undefined {
  const { data: reported } = useQuery({
    ...agentVersionQueries.list(agent?.agentId ?? ''),
    enabled: agent !== undefined,
  })
  return useMemo(() => agent && withService(agent, reported), [agent, reported])
}

/** The known agents, the one that a screen is about with what the service reports of it (D216). `agentId`: that one, if any. */
export function useReportedAgents(agentId: string | undefined) {
  const known = useQuery(agentQueries.list())
  const isKnown = known.data?.some((each) => each.agentId === agentId) ?? false
  const asked = useQuery({ ...agentVersionQueries.list(agentId ?? ''), enabled: isKnown })
  const agents = useMemo(
    () => known.data?.map((each) => (each.agentId === agentId ? withService(each, asked.data) : each)),
    [known.data, agentId, asked.data],
  )
  const agent = useMemo(() => agents?.find((each) => each.agentId === agentId), [agents, agentId])
  return {
    agents,
    agent,
    reported: asked.data,
    /** A service that is silent is not waited for beyond its first failure. */
    pending: known.isPending || (isKnown && asked.isPending && asked.failureCount === 0),
  }
}
