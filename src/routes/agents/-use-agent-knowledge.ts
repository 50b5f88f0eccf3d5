import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isWire } from '../../contract/reply'
import { agentVersionQueries } from '../../queries/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import { deploymentQueries } from '../../queries/deployments'
import { evidenceQueries } from '../../queries/evidence'
import { type AgentKnowledge, gatherKnowledge } from './-agent-knowledge'

/** What is known of an agent, and how asking the service for its versions went. */
export function useAgentKnowledge(agent: StoredAgent): {
  knowledge: AgentKnowledge
  /** `null`: the service does not answer that; `undefined`: not yet. */
  answers: boolean | null | undefined
  error: Error | null
  description: string | undefined
  /** The service has more versions than it told. */
  cutShort: boolean
} {
  const { agentId } = agent
  const service = useQuery(agentVersionQueries.list(agentId))
  const { data: deployments } = useQuery(deploymentQueries.ofAgent(agentId))
  const { data: evidence } = useQuery(evidenceQueries.list(agentId))
  const { data: numbers } = useQuery(deploymentQueries.numbersAtCreation(agentId))
  const knowledge = useMemo(
    () =>
      gatherKnowledge({
        agent,
        service: service.data,
        deployments: deployments ?? [],
        evidence: evidence ?? [],
        numbers,
      }),
    [agent, service.data, deployments, evidence, numbers],
  )
  const answers = service.data === null ? null : service.data && true
  const [first] = agent.versions.slice(-1)
  const sent = isWire(first?.request) ? first.request.description : undefined
  const description =
    service.data?.agent?.description ?? agent.description ?? (typeof sent === 'string' ? sent : undefined)
  return {
    knowledge,
    answers,
    error: service.error,
    description: description || undefined,
    cutShort: service.data?.nextCursor !== undefined,
  }
}
