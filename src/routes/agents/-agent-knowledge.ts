import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AgentVersion, AgentVersions } from '../../contract/agent-versions'
import { isWire } from '../../contract/reply'
import { agentVersionQueries } from '../../queries/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import {
  believeDeployed,
  type DeployedBelief,
  type Deployment,
  deploymentQueries,
  previousVersion,
} from '../../queries/deployments'
import { evidenceQueries, type TestEvidence } from '../../queries/evidence'
import { withServiceVersions } from '../../queries/service-versions'

/** All that the page of an agent knows: from this browser, and from the service where it answers. */
export interface AgentKnowledge {
  /** With the versions that only the service tells of. */
  readonly agent: StoredAgent
  readonly belief: DeployedBelief
  /** What was deployed before what is. */
  readonly previousId?: string
  readonly deployments: readonly Deployment[]
  readonly evidence: readonly TestEvidence[]
  /** A version as the service reports it. */
  readonly reported: (versionId: string | undefined) => AgentVersion | undefined
  /** The service lists all its versions, and this one is not among them. */
  readonly unlisted: (versionId: string) => boolean
  /** How many numbers the agent answers. */
  readonly numbers?: number
}

export function gatherKnowledge({
  agent,
  service,
  deployments,
  evidence,
  numbers,
}: {
  agent: StoredAgent
  service: AgentVersions | null | undefined
  deployments: readonly Deployment[]
  evidence: readonly TestEvidence[]
  numbers: number | null | undefined
}): AgentKnowledge {
  const belief = believeDeployed(agent, deployments, service)
  const items = new Map(service?.items.map((version) => [version.id, version]))
  const whole = service && service.nextCursor === undefined && service.unreadable.length === 0
  const inbound = service?.agent?.other.inboundPhoneNumbers
  return {
    agent: withServiceVersions(agent, service),
    belief,
    previousId: previousVersion(belief, deployments),
    deployments,
    evidence,
    reported: (versionId) => (versionId === undefined ? undefined : items.get(versionId)),
    unlisted: (versionId) => Boolean(whole) && !items.has(versionId),
    numbers: Array.isArray(inbound) ? inbound.length : (numbers ?? undefined),
  }
}

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
