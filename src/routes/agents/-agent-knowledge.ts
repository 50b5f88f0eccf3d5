import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AgentVersion } from '../../contract/agent-versions'
import { isWhole, isWire, textOf } from '../../contract/reply'
import { agentVersionQueries } from '../../queries/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import {
  believeDeployed,
  type DeployedBelief,
  type Deployment,
  deploymentQueries,
} from '../../queries/deployments'
import { evidenceQueries, type TestEvidence } from '../../queries/evidence'
import { isNotFound } from '../../queries/extension'
import { reportedEvidence } from '../../queries/reported-evidence'
import { type NumberedVersion, withServiceVersions } from '../../queries/service-versions'

const nothing: readonly never[] = []

/** What the page of an agent shows: as stored in this browser, and as reported by the service where it answers. */
export interface AgentKnowledge {
  /** With the versions that only the service reports. */
  readonly agent: StoredAgent
  readonly belief: DeployedBelief
  /** What was deployed before what is. */
  readonly previousId?: string
  readonly deployments: readonly Deployment[]
  readonly evidence: readonly TestEvidence[]
  /** A version by its id, as far as it is known. */
  readonly versionOf: (versionId: string | undefined) => NumberedVersion | undefined
  /** A version as the service reports it. */
  readonly reported: (versionId: string | undefined) => AgentVersion | undefined
  /** The service lists all its versions, and this one is not among them. */
  readonly unlisted: (versionId: string) => boolean
  /** How many numbers the agent answers. */
  readonly numbers?: number
  readonly description?: string
  /** The service, which answers for other agents, says that there is no such agent (D831). */
  readonly isUnknown: boolean
  /** Whether the service answered the question for its versions, and how that failed. */
  readonly answers: boolean
  readonly error: Error | null
  /** The service was asked for its versions and has not answered yet. */
  readonly isReading: boolean
  /** The service has more versions than could be read. */
  readonly cutShort: boolean
}

/** The version that was deployed before the one that is, for the way back. */
export function previousVersion(
  belief: DeployedBelief,
  deployments: readonly Deployment[],
): string | undefined {
  return deployments.find(
    ({ state, versionId, replacedVersionId }) =>
      // The service says that an attempt without an answer went through.
      (state === 'accepted' || (state === 'unknown' && belief.from === 'service')) &&
      versionId === belief.versionId &&
      ![undefined, versionId].includes(replacedVersionId),
  )?.replacedVersionId
}

export function useAgentKnowledge(agent: StoredAgent): AgentKnowledge {
  const { agentId } = agent
  const { data: service, error, isLoading: isReading } = useQuery(agentVersionQueries.list(agentId))
  const { data: deployments = nothing } = useQuery(deploymentQueries.ofAgent(agentId))
  useQuery(reportedEvidence())
  const { data: evidence = nothing } = useQuery(evidenceQueries.list(agentId))
  const { data: numbers } = useQuery(deploymentQueries.numbersAtCreation(agentId))
  return useMemo(() => {
    const request = agent.versions.at(-1)?.request
    const sent = isWire(request) ? textOf(request.description) : undefined
    const isUnknown = isNotFound(error)
    // What is not there answers nobody, whatever was recorded.
    const belief: DeployedBelief = isUnknown
      ? { none: true, from: 'service', doubts: nothing }
      : believeDeployed(agent, deployments, service)
    const items = new Map(service?.items.map((version) => [version.id, version]))
    const whole = service && isWhole(service)
    const known = withServiceVersions(agent, service)
    const inbound = service?.agent?.other.inboundPhoneNumbers
    return {
      agent: { ...known, testingLabId: service?.agent?.testingLabId ?? agent.testingLabId },
      versionOf: (versionId) => known.versions.find((each) => each.versionId === versionId),
      belief,
      previousId: previousVersion(belief, deployments),
      deployments,
      evidence,
      reported: (versionId) => (versionId === undefined ? undefined : items.get(versionId)),
      unlisted: (versionId) => Boolean(whole) && !items.has(versionId),
      numbers: Array.isArray(inbound) ? inbound.length : (numbers ?? undefined),
      description: (service?.agent?.description ?? agent.description ?? sent) || undefined,
      isUnknown,
      answers: Boolean(service),
      error,
      isReading,
      cutShort: service?.nextCursor !== undefined,
    }
  }, [agent, service, deployments, evidence, numbers, error, isReading])
}
