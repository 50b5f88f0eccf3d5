import type { AgentVersions } from '../contract/agent-versions'
import type { StoredAgent } from '../ledger/entry'
import { believeDeployed } from './deployments'

/** A known version, and which of the agent's versions it is, as the service counts. */
export type NumberedVersion = StoredAgent['versions'][number] & { readonly number?: number }

/** The versions that only this browser knows, which somebody just added, then those of the service in its order. */
export function withServiceVersions(agent: StoredAgent, told: AgentVersions | null | undefined): StoredAgent {
  if (!told) return agent
  const known = new Map(agent.versions.map((version) => [version.versionId, version]))
  const listed = told.items.map(({ id, createdAt, version: number }): NumberedVersion => {
    const version = known.get(id)
    return { versionId: id, ...version, createdAt: version?.createdAt ?? createdAt, number }
  })
  const ids = new Set(listed.map(({ versionId }) => versionId))
  return { ...agent, versions: [...agent.versions.filter(({ versionId }) => !ids.has(versionId)), ...listed] }
}

/**
 * A known agent with what the service tells of it, where it does (`null`, `undefined`: it does not): its integer id, its type, its versions with their
 * variables, and which one is deployed. Nothing of it is kept (D216).
 */
export function withService(agent: StoredAgent, told: AgentVersions | null | undefined): StoredAgent {
  if (!told) return agent
  const items = new Map(told.items.map((version) => [version.id, version]))
  return {
    ...agent,
    agentType: told.agent?.agentType ?? agent.agentType,
    testingLabId: told.agent?.testingLabId ?? agent.testingLabId,
    versions: withServiceVersions(agent, told).versions.map((version) => {
      // It may have been changed at the service since it was sent.
      const request = items.get(version.versionId)?.content
      return request ? { ...version, request, requestMasked: undefined } : version
    }),
    deployedVersionId: believeDeployed(agent, [], told).versionId,
  }
}
