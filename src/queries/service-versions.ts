import type { AgentVersions } from '../contract/agent-versions'
import { isWire } from '../contract/reply'
import { readContent } from '../contract/version-content'
import type { StoredAgent } from '../ledger/entry'
import { believeDeployed } from './deployments'

/** A version with the running number that the service gave it, where it told that. */
export type NumberedVersion = StoredAgent['versions'][number]

/** Versions added in this browser first, then the service's versions in its order. */
export function withServiceVersions(
  agent: StoredAgent,
  reported: AgentVersions | null | undefined,
): StoredAgent {
  if (!reported) return agent
  const stored = new Map(agent.versions.map((version) => [version.versionId, version]))
  const listed = reported.items.map(({ id, createdAt, version: told }): NumberedVersion => {
    const version = stored.get(id)
    const number = told ?? version?.number
    return { versionId: id, ...version, createdAt: version?.createdAt ?? createdAt, number }
  })
  const ids = new Set(listed.map(({ versionId }) => versionId))
  return { ...agent, versions: [...agent.versions.filter(({ versionId }) => !ids.has(versionId)), ...listed] }
}

/**
 * A stored agent with what the service reports of it (`null`, `undefined`: nothing): its integer id, its type, its versions with their
 * content, and which one is deployed. Nothing of it is stored (D216).
 */
export function withService(agent: StoredAgent, reported: AgentVersions | null | undefined): StoredAgent {
  if (!reported) return agent
  const items = new Map(reported.items.map((version) => [version.id, version]))
  return {
    ...agent,
    name: (agent.name === agent.agentId && reported.agent?.name) || agent.name,
    agentType: reported.agent?.agentType ?? agent.agentType,
    testingLabId: reported.agent?.testingLabId ?? agent.testingLabId,
    versions: withServiceVersions(agent, reported).versions.map((version) => {
      // It may have been changed at the service since it was sent.
      const content = items.get(version.versionId)?.content
      if (isWire(content?.prompt)) return { ...version, request: content, requestMasked: undefined }
      // A part alone does not tell which variables the version has.
      if (!content || !version.request) return version
      return { ...version, request: { ...readContent(version.request), ...content } }
    }),
    deployedVersionId: believeDeployed(agent, [], reported).versionId,
  }
}
