import type { AgentVersion, AgentVersions } from '../../contract/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import {
  believeDeployed,
  type DeployedBelief,
  type Deployment,
  previousVersion,
} from '../../queries/deployments'
import type { TestEvidence } from '../../queries/evidence'
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
  /** A version as the service tells it. */
  readonly told: (versionId: string | undefined) => AgentVersion | undefined
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
    told: (versionId) => (versionId === undefined ? undefined : items.get(versionId)),
    unlisted: (versionId) => Boolean(whole) && !items.has(versionId),
    numbers: Array.isArray(inbound) ? inbound.length : (numbers ?? undefined),
  }
}
