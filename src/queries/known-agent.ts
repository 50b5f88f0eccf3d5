import { isWire, type Wire } from '../contract/reply'
import type { KnownAgent } from '../ledger/entry'

/** What a person says of an agent that was made elsewhere. */
export interface ToldAgent {
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

const newlyAdded = ({ agentId, service, now }: Circumstances & { agentId: string }): KnownAgent => ({
  service,
  agentId,
  name: agentId,
  source: 'added',
  addedAt: now,
  versions: [],
})

function withVersion(agent: KnownAgent, versionId: string, label?: string): KnownAgent {
  const known = agent.versions.find((version) => version.versionId === versionId)
  if (!known) return { ...agent, versions: [{ versionId, label }, ...agent.versions] }
  const versions = agent.versions.map((version) =>
    version === known ? { ...version, label: label ?? version.label } : version,
  )
  return { ...agent, versions }
}

/** What is known of an agent after this browser created a further version of it. */
export function withCreatedVersion(
  known: KnownAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string; label?: string; request: unknown },
): KnownAgent {
  const { versionId, label, request, now } = done
  const agent = known ?? newlyAdded(done)
  const versions = agent.versions.filter((version) => version.versionId !== versionId)
  return { ...agent, versions: [{ versionId, label, createdAt: now, request }, ...versions] }
}

/** What is known of an agent after this browser changed fields of a version. A request of which nothing is known stays unknown. */
export function withChangedVersion(
  known: KnownAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string; changes: Wire },
): KnownAgent {
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
  known: KnownAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string },
): KnownAgent {
  return {
    ...withVersion(known ?? newlyAdded(done), done.versionId),
    deployedVersionId: done.versionId,
    deployedAt: done.now,
    deployedKnownFrom: 'deployed here',
  }
}

/** What is known of an agent after a person told of it; what was known before and is not contradicted stays. */
export function withTold(known: KnownAgent | undefined, told: Circumstances & ToldAgent): KnownAgent {
  const before = known ?? newlyAdded(told)
  const agent: KnownAgent = {
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
