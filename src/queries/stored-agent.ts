import { isWire, type Wire } from '../contract/reply'
import type { StoredAgent } from '../ledger/entry'

/** What a person says of an agent that was made elsewhere. */
export interface EnteredAgent {
  readonly agentId: string
  readonly name?: string
  readonly agentType?: string
  /** The integer id that the testing lab wants (D13). */
  readonly testingLabId?: number
  readonly versionId?: string
  readonly versionLabel?: string
  /** Whether that version is the deployed one. */
  readonly deployed?: boolean
}

interface Circumstances {
  readonly service: string
  /** ISO time. */
  readonly now: string
}

const newlyAdded = ({ agentId, service, now }: Circumstances & { agentId: string }): StoredAgent => ({
  service,
  agentId,
  name: agentId,
  source: 'added',
  addedAt: now,
  versions: [],
})

function withVersion(agent: StoredAgent, versionId: string, label?: string): StoredAgent {
  const known = agent.versions.find((version) => version.versionId === versionId)
  if (!known) return { ...agent, versions: [{ versionId, label }, ...agent.versions] }
  const versions = agent.versions.map((version) =>
    version === known ? { ...version, label: label ?? version.label } : version,
  )
  return { ...agent, versions }
}

/** What is known of an agent after this browser created a further version of it. */
export function withCreatedVersion(
  known: StoredAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string; label?: string; request: unknown },
): StoredAgent {
  const { versionId, label, request, now } = done
  const agent = known ?? newlyAdded(done)
  const versions = agent.versions.filter((version) => version.versionId !== versionId)
  return { ...agent, versions: [{ versionId, label, createdAt: now, request }, ...versions] }
}

/** What is known of an agent after this browser changed fields of a version. A request of which nothing is known stays unknown. */
export function withChangedVersion(
  known: StoredAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string; changes: Wire },
): StoredAgent {
  const agent = withVersion(known ?? newlyAdded(done), done.versionId)
  const versions = agent.versions.map((version) =>
    version.versionId === done.versionId && isWire(version.request)
      ? { ...version, request: { ...version.request, ...done.changes } }
      : version,
  )
  return { ...agent, versions }
}

/** What is known of an agent after this browser deployed a version: at most one is deployed, so this one replaces it. */
export function withDeployed(
  known: StoredAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string },
): StoredAgent {
  return {
    ...withVersion(known ?? newlyAdded(done), done.versionId),
    deployedVersionId: done.versionId,
    deployedAt: done.now,
    deployedKnownFrom: 'deployed here',
  }
}

/** What is known of an agent after a person told of it; what was known before and is not contradicted stays. */
export function withEntered(known: StoredAgent | undefined, told: Circumstances & EnteredAgent): StoredAgent {
  const before = known ?? newlyAdded(told)
  const agent: StoredAgent = {
    ...before,
    name: told.name?.trim() || before.name,
    agentType: told.agentType ?? before.agentType,
    testingLabId: told.testingLabId ?? before.testingLabId,
  }
  if (told.versionId === undefined) return agent
  const versioned = withVersion(agent, told.versionId, told.versionLabel)
  if (!told.deployed || agent.deployedVersionId === told.versionId) return versioned
  // When it was deployed is not known, only that it is.
  return {
    ...versioned,
    deployedVersionId: told.versionId,
    deployedAt: undefined,
    deployedKnownFrom: 'said by hand',
  }
}

/** The agent was forgotten in another tab while its page was open here. */
const forgotten = () => new Error('This browser no longer knows this agent; another tab forgot it.')

/** Name and description, as this browser shows them. */
export function withDetails(
  known: StoredAgent | undefined,
  { name, description }: { name: string; description?: string },
): StoredAgent {
  if (!known) throw forgotten()
  return { ...known, name, description }
}

/** Label and note of one version. */
export function withVersionDetails(
  known: StoredAgent | undefined,
  { versionId, label, note }: { versionId: string; label?: string; note?: string },
): StoredAgent {
  if (!known) throw forgotten()
  const agent = withVersion(known, versionId)
  const versions = agent.versions.map((version) =>
    version.versionId === versionId ? { ...version, label, note } : version,
  )
  return { ...agent, versions }
}
