import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AgentVersions } from '../contract/agent-versions'
import { agentVersionQueries } from '../queries/agent-versions'
import type { KnownAgent } from '../queries/agents'
import { believeDeployed } from '../queries/deployments'
import { withToldVersions } from './agents/-agent-knowledge'
import { toldContent } from './agents/-version-content'

/** A known agent with the versions of the service, what they hold, and the one that is deployed as the service says (D213). */
export function withTold(agent: KnownAgent, told: AgentVersions): KnownAgent {
  const items = new Map(told.items.map((version) => [version.id, version]))
  const whole = withToldVersions(agent, told)
  return {
    ...whole,
    versions: whole.versions.map((version) => ({
      ...version,
      request: version.request ?? toldContent(items.get(version.versionId))?.wire,
    })),
    deployedVersionId: believeDeployed(agent, [], told).versionId,
  }
}

/** What is known here of an agent, and of its versions what the service tells where it does: a colleague may have deployed another one. */
export function useToldAgent(agent: KnownAgent | undefined): KnownAgent | undefined {
  const { data: told } = useQuery({
    ...agentVersionQueries.list(agent?.agentId ?? ''),
    enabled: agent !== undefined,
  })
  return useMemo(() => (agent && told ? withTold(agent, told) : agent), [agent, told])
}
