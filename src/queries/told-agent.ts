import type { AgentVersion, AgentVersions } from '../contract/agent-versions'
import { versionContent } from '../contract/version-content'
import type { KnownAgent } from '../ledger/entry'

/** A version as the ledger keeps one: what the service tells of its content counts more than what was once sent. */
function versionFrom(told: AgentVersion, known: KnownAgent['versions'][number] | undefined) {
  const content = versionContent(told)
  const variables = told.prompt?.variables.map(({ name, required = false, defaultValue = '' }) => ({
    name,
    required,
    defaultValue,
  }))
  return {
    ...known,
    versionId: told.id,
    createdAt: known?.createdAt ?? told.createdAt,
    request: content ? { ...content, prompt: { ...told.prompt, variables } } : known?.request,
  }
}

/**
 * A known agent with what the service tells of it, where it does (`null`, `undefined`: it does not): its integer id, its type, its versions with their
 * variables, and which one is deployed. Nothing of it is kept (D216).
 */
export function withService(agent: KnownAgent, told: AgentVersions | null | undefined): KnownAgent {
  if (!told) return agent
  const known = new Map(agent.versions.map((version) => [version.versionId, version]))
  const ids = new Set(told.items.map(({ id }) => id))
  const saysAll = told.items.length > 0 && told.items.every(({ deployed }) => deployed !== undefined)
  const deployed = told.agent?.deployedVersionId ?? told.items.find((version) => version.deployed)?.id
  return {
    ...agent,
    agentType: told.agent?.agentType ?? agent.agentType,
    testingLabId: told.agent?.testingLabId ?? agent.testingLabId,
    versions: [
      ...told.items.map((version) => versionFrom(version, known.get(version.id))),
      ...agent.versions.filter(({ versionId }) => !ids.has(versionId)),
    ],
    deployedVersionId: deployed ?? (saysAll ? undefined : agent.deployedVersionId),
  }
}
