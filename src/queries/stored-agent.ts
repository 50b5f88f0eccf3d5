import { isWire, type Wire } from '../contract/reply'
import type { StoredAgent } from '../ledger/entry'

/** What a person enters of an agent that was made elsewhere. */
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
  const stored = agent.versions.find((version) => version.versionId === versionId)
  if (!stored) return { ...agent, versions: [{ versionId, label }, ...agent.versions] }
  const versions = agent.versions.map((version) =>
    version === stored ? { ...version, label: label ?? version.label } : version,
  )
  return { ...agent, versions }
}

/** An agent after this browser created a further version of it. */
export function withCreatedVersion(
  stored: StoredAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string; label?: string; request: unknown },
): StoredAgent {
  const { versionId, label, request, now } = done
  const agent = stored ?? newlyAdded(done)
  const versions = agent.versions.filter((version) => version.versionId !== versionId)
  return { ...agent, versions: [{ versionId, label, createdAt: now, request }, ...versions] }
}

/** An agent after this browser changed fields of a version. Without a stored request there is none after it. */
export function withChangedVersion(
  stored: StoredAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string; changes: Wire },
): StoredAgent {
  const agent = withVersion(stored ?? newlyAdded(done), done.versionId)
  const versions = agent.versions.map((version) =>
    version.versionId === done.versionId && isWire(version.request)
      ? { ...version, request: { ...version.request, ...done.changes } }
      : version,
  )
  return { ...agent, versions }
}

/** An agent after this browser deployed a version, in place of the one before: at most one is deployed. */
export function withDeployed(
  stored: StoredAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string },
): StoredAgent {
  return {
    ...withVersion(stored ?? newlyAdded(done), done.versionId),
    deployedVersionId: done.versionId,
    deployedAt: done.now,
    deployedKnownFrom: 'deployed here',
  }
}

/** An agent after a person entered it by hand; what was stored before and is not contradicted stays. */
export function withEntered(
  stored: StoredAgent | undefined,
  entered: Circumstances & EnteredAgent,
): StoredAgent {
  const before = stored ?? newlyAdded(entered)
  const agent: StoredAgent = {
    ...before,
    name: entered.name?.trim() || before.name,
    agentType: entered.agentType ?? before.agentType,
    testingLabId: entered.testingLabId ?? before.testingLabId,
  }
  if (entered.versionId === undefined) return agent
  const versioned = withVersion(agent, entered.versionId, entered.versionLabel)
  if (!entered.deployed || agent.deployedVersionId === entered.versionId) return versioned
  // Nobody said when.
  return {
    ...versioned,
    deployedVersionId: entered.versionId,
    deployedAt: undefined,
    deployedKnownFrom: 'said by hand',
  }
}

/** Another tab removed this agent while its page was open. */
const forgotten = () => new Error('This browser no longer knows this agent; another tab forgot it.')

/** Name and description, as this browser shows them. */
export function withDetails(
  stored: StoredAgent | undefined,
  { name, description }: { name: string; description?: string },
): StoredAgent {
  if (!stored) throw forgotten()
  return { ...stored, name, description }
}

/** Label and note of one version. */
export function withVersionDetails(
  stored: StoredAgent | undefined,
  { versionId, label, note }: { versionId: string; label?: string; note?: string },
): StoredAgent {
  if (!stored) throw forgotten()
  const agent = withVersion(stored, versionId)
  const versions = agent.versions.map((version) =>
    version.versionId === versionId ? { ...version, label, note } : version,
  )
  return { ...agent, versions }
}
