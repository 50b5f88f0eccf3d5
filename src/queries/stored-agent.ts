import { isWire, type Wire } from '../contract/reply'
import type { StoredAgent, StoredVersion } from '../ledger/entry'

export interface EnteredAgent {
  readonly agentId: string
  readonly name?: string
  readonly agentType?: string
  /** The integer id that the testing lab wants (D13). */
  readonly testingLabId?: number
  readonly versionId?: string
  readonly versionLabel?: string
  readonly deployed?: boolean
}

interface Circumstances {
  readonly service: string
  /** ISO time. */
  readonly now: string
}

/** The stored agent; one that was not stored begins as this. */
const orAdded = (
  stored: StoredAgent | undefined,
  { agentId, service, now }: Circumstances & { agentId: string },
): StoredAgent => stored ?? { service, agentId, name: agentId, source: 'added', addedAt: now, versions: [] }

/** An agent with a version, whose fields `change` may set; one that it lacked comes first. */
function withVersion(
  agent: StoredAgent,
  versionId: string,
  change: (version: StoredVersion) => StoredVersion = (version) => version,
): StoredAgent {
  const has = agent.versions.some((version) => version.versionId === versionId)
  const versions = has ? agent.versions : [{ versionId }, ...agent.versions]
  return { ...agent, versions: versions.map((each) => (each.versionId === versionId ? change(each) : each)) }
}

/** An agent after this browser created a further version of it. */
export function withCreatedVersion(
  stored: StoredAgent | undefined,
  done: Circumstances & {
    agentId: string
    versionId: string
    number?: number
    label?: string
    request: unknown
  },
): StoredAgent {
  const { versionId, number, label, request, now } = done
  const agent = orAdded(stored, done)
  const versions = agent.versions.filter((version) => version.versionId !== versionId)
  return { ...agent, versions: [{ versionId, number, label, createdAt: now, request }, ...versions] }
}

/** An agent after this browser changed fields of a version. Without a stored request there is none after it. */
export const withChangedVersion = (
  stored: StoredAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string; changes: Wire },
): StoredAgent =>
  withVersion(orAdded(stored, done), done.versionId, (version) =>
    isWire(version.request)
      ? {
          ...version,
          request: { ...version.request, ...done.changes },
          created: version.created ?? version.request,
        }
      : version,
  )

/** An agent after this browser deployed a version, in place of the one before: at most one is deployed. `told`: by the reply, perhaps of something else. */
export const withDeployed = (
  stored: StoredAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string; told?: { id: string; version?: number } },
): StoredAgent => ({
  ...withVersion(orAdded(stored, done), done.versionId, (version) => ({
    ...version,
    number: (done.told?.id === done.versionId && done.told.version) || version.number,
  })),
  deployedVersionId: done.versionId,
  deployedAt: done.now,
  deployedKnownFrom: 'deployed here',
})

/** An agent after a person entered it by hand; what was stored before and is not contradicted stays. */
export function withEntered(
  stored: StoredAgent | undefined,
  entered: Circumstances & EnteredAgent,
): StoredAgent {
  const before = orAdded(stored, entered)
  const agent: StoredAgent = {
    ...before,
    name: entered.name?.trim() || before.name,
    agentType: entered.agentType ?? before.agentType,
    testingLabId: entered.testingLabId ?? before.testingLabId,
  }
  const { versionId, versionLabel, deployed } = entered
  if (versionId === undefined) return agent
  const versioned = withVersion(agent, versionId, (version) => ({
    ...version,
    label: versionLabel ?? version.label,
  }))
  if (!deployed || agent.deployedVersionId === versionId) return versioned
  // Nobody said when.
  return {
    ...versioned,
    deployedVersionId: versionId,
    deployedAt: undefined,
    deployedKnownFrom: 'said by hand',
  }
}

/** Name and description, as this browser shows them; what is not given stays. */
export const withDetails = (
  stored: StoredAgent | undefined,
  done: Circumstances & { agentId: string },
  changes: { readonly name?: string; readonly description?: string },
): StoredAgent => ({ ...orAdded(stored, done), ...changes })

/** Label and note of a version; what is not given stays. */
export const withVersionDetails = (
  stored: StoredAgent | undefined,
  done: Circumstances & { agentId: string; versionId: string },
  changes: { readonly label?: string; readonly note?: string },
): StoredAgent =>
  withVersion(orAdded(stored, done), done.versionId, (version) => ({ ...version, ...changes }))
