import { isPathId } from '../contract/operation'
import { leftOut, redact } from '../contract/redact'
import { isWire } from '../contract/reply'
import {
  type ImportedDeployment,
  isImportedDeployment,
  isStoredAgent,
  isTestEvidence,
  type StoredAgent,
  type StoredVersion,
  type TestEvidence,
} from '../ledger/entry'
import { maskNumbers } from '../ledger/mask-numbers'
import type { Deployment } from './deployments'

export { redact }

/** Marks the file, so that no other JSON file is taken for it. */
const FORMAT = 'switchboard-agents'
/** The present shape. A later one gets a number of its own and a reader for this one. */
const VERSION = 1

type FileAgent = Omit<StoredAgent, 'service' | 'toldDeployments'> & { deployments: ImportedDeployment[] }
type FileEvidence = Omit<TestEvidence, 'service'>

/** What one browser stores of its agents, for another. No secret, no call and no phone number is in it (D157). */
export interface AgentExport {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly service: string
  /** ISO time. */
  readonly exportedAt: string
  readonly agents: readonly FileAgent[]
  readonly evidence: readonly FileEvidence[]
}

/** What this browser stores of the agents of one service; their deployments by agent id. */
export interface StoredAgents {
  readonly agents: readonly StoredAgent[]
  readonly deployments: ReadonlyMap<string, readonly Deployment[]>
  readonly evidence: readonly TestEvidence[]
}

/** A request without secrets; `requestMasked` where something will be missing in the file, so that it is not taken for what was sent. */
function portable({ request, created, requestMasked, ...version }: StoredVersion): StoredVersion {
  const plain = redact(request)
  const changed = JSON.stringify(maskNumbers(plain)) !== JSON.stringify(request)
  return {
    ...version,
    request: plain,
    created: redact(created),
    requestMasked: requestMasked || changed || leftOut(plain).length > 0 || undefined,
  }
}

/** The file of these agents. `now`: ISO time. */
export function toAgentExport(service: string, now: string, stored: StoredAgents): AgentExport {
  const agents = stored.agents.map((agent): FileAgent => {
    const { service: _service, toldDeployments: _told, versions, ...rest } = agent
    const deployments = stored.deployments.get(agent.agentId) ?? []
    return {
      ...rest,
      versions: versions.map(portable),
      deployments: deployments.flatMap(({ id, versionId, at, state, reason, replacedVersionId }) =>
        state === 'sending' ? [] : [{ id, versionId, at, state, reason, replacedVersionId }],
      ),
    }
  })
  const ids = new Set(agents.map(({ agentId }) => agentId))
  const evidence = stored.evidence
    .filter(({ agentId }) => ids.has(agentId))
    .map(({ service: _service, ...rest }): FileEvidence => rest)
  const masked = maskNumbers({ agents, evidence }) as Pick<AgentExport, 'agents' | 'evidence'>
  return { format: FORMAT, version: VERSION, service, exportedAt: now, ...masked }
}

/** The file cannot be imported; the message says why and what would be right. */
export class AgentExportRefused extends Error {
  override readonly name = 'AgentExportRefused'
}

const refuse = (message: string): never => {
  throw new AgentExportRefused(message)
}

/** Whether it is one of the ids that may stand in an address: they will (D5). */
const areIds = (...ids: unknown[]) => ids.every((id) => typeof id === 'string' && isPathId(id))

/** Reads a file as a whole or refuses it as a whole with `AgentExportRefused`: half of it would look like all of it. */
export function readAgentExport(text: string): AgentExport {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return refuse(
      'This file is not JSON, or was cut off. Choose the file that Export on the Agents screen made.',
    )
  }
  if (!isWire(file) || file.format !== FORMAT)
    return refuse(
      'This is not a file of known agents. Choose the file that Export on the Agents screen made; the export in Settings is another one.',
    )
  const { version, service, exportedAt, agents, evidence = [] } = file
  if (typeof version === 'number' && version > VERSION)
    return refuse('This file was made by a newer console. Open it in a console of that version or later.')
  if (version !== VERSION || typeof service !== 'string' || typeof exportedAt !== 'string')
    return refuse('The head of this file is damaged: version, service and time of the export are needed.')
  if (!Array.isArray(agents) || !Array.isArray(evidence))
    return refuse('This file contains no list of agents. It may be damaged; ask for a new one.')
  for (const [index, row] of agents.entries()) {
    const which = `Agent ${index + 1} of ${agents.length} in this file`
    if (!isStoredAgent({ ...row, service }) || !areIds(row.agentId))
      return refuse(`${which} cannot be read: it needs an id, a name, a time and a list of versions.`)
    const { deployedVersionId = row.agentId } = row
    if (!areIds(deployedVersionId, ...row.versions.map(({ versionId }: StoredVersion) => versionId)))
      return refuse(`${which}, ${row.name}, has a version without a usable id.`)
    if (!Array.isArray(row.deployments) || !row.deployments.every(isImportedDeployment))
      return refuse(`The deployments of ${row.name} in this file cannot be read.`)
  }
  for (const [index, row] of evidence.entries())
    if (!isTestEvidence({ ...row, service }) || !areIds(row.agentId, row.versionId))
      return refuse(`Test evidence ${index + 1} of ${evidence.length} in this file cannot be read.`)
  return { format: FORMAT, version: VERSION, service, exportedAt, agents, evidence }
}

/** Fields of the agent itself that are filled in where they are missing here. */
const DETAILS = ['name', 'agentType', 'description', 'testingLabId'] as const

/** What importing one agent of a file would do. */
export interface AgentChange {
  readonly agentId: string
  readonly name: string
  /** What the file calls it, where another name was given here, which stays. */
  readonly otherName?: string
  readonly kind: 'new' | 'more' | 'same'
  readonly filledDetails: readonly (typeof DETAILS)[number][]
  readonly newVersions: number
  /** Versions that are stored here and get a request, a label or a note that they lacked. */
  readonly filledVersions: number
  readonly newDeployments: number
  readonly newEvidence: number
  /** The version that counts as deployed from then on. */
  readonly deployedVersionId?: string
  /** Deployed as the file says, but not as this browser does, whose record is newer or has no time. */
  readonly otherDeployedVersionId?: string
}

/** The fields of both, where both have one the stored one. */
const filled = <T extends object>(stored: T, imported: T): T => ({
  ...stored,
  ...imported,
  ...Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined)),
})

/** A request that was masked must never take the place of the real one. */
function filledVersion(stored: StoredVersion, imported: StoredVersion): StoredVersion {
  const real = stored.request === undefined || stored.requestMasked ? imported : stored
  const { request, created, requestMasked } = real.request === undefined ? stored : real
  return { ...filled(stored, imported), request, created, requestMasked }
}

/**
 * An agent with what a file has of it. Nothing that is stored here is lost or replaced, but for the deployed version, where the file has
 * a later deployment (D156).
 */
export function mergeAgent(
  stored: StoredAgent | undefined,
  { deployments, ...imported }: FileAgent,
  service: string,
): StoredAgent {
  const { deployedVersionId, deployedAt } = imported
  const deployed =
    deployedVersionId === undefined
      ? {}
      : { deployedVersionId, deployedAt, deployedKnownFrom: 'imported' as const }
  if (!stored) return { ...imported, ...deployed, service, source: 'imported', toldDeployments: deployments }
  const ofFile = new Map(imported.versions.map((version) => [version.versionId, version]))
  const versions = stored.versions.map((version) =>
    filledVersion(version, ofFile.get(version.versionId) ?? version),
  )
  for (const { versionId } of versions) ofFile.delete(versionId)
  const reported = stored.toldDeployments ?? []
  const isLater =
    stored.deployedVersionId === undefined ||
    (deployedAt !== undefined && stored.deployedAt !== undefined && deployedAt > stored.deployedAt)
  const isOther = deployedVersionId !== stored.deployedVersionId
  return {
    ...stored,
    name: isUnnamed(stored) ? imported.name : stored.name,
    agentType: stored.agentType ?? imported.agentType,
    description: stored.description ?? imported.description,
    testingLabId: stored.testingLabId ?? imported.testingLabId,
    ...(isOther && isLater && deployed),
    versions: newestFirst(versions, [...ofFile.values()]),
    toldDeployments: [
      ...reported,
      ...deployments.filter(({ id }) => !reported.some((each) => each.id === id)),
    ],
  }
}

/** Added by its id alone, which is then its name. */
const isUnnamed = ({ agentId, name }: StoredAgent) => name === agentId

/** Versions without a time stay where they are; those of the file come before the first one that is older. */
function newestFirst(stored: readonly StoredVersion[], added: readonly StoredVersion[]): StoredVersion[] {
  const all = [...stored]
  for (const version of added) {
    const { createdAt } = version
    const at = all.findIndex((each) => createdAt && each.createdAt && each.createdAt < createdAt)
    all.splice(at < 0 ? all.length : at, 0, version)
  }
  return all
}

/** What importing a file would do, agent by agent. */
export function compareAgentExport(file: AgentExport, stored: StoredAgents): readonly AgentChange[] {
  const evidenceIds = new Set(stored.evidence.map(({ id }) => id))
  return file.agents.map((imported) => {
    const { agentId } = imported
    const here = stored.agents.find((agent) => agent.agentId === agentId)
    const merged = mergeAgent(here, imported, file.service)
    const before = new Map(here?.versions.map((version) => [version.versionId, version]))
    const own = new Set(stored.deployments.get(agentId)?.map(({ id }) => id))
    const gains = {
      filledDetails: DETAILS.filter((field) => here && here[field] !== merged[field]),
      newVersions: merged.versions.filter(({ versionId }) => !before.has(versionId)).length,
      filledVersions: merged.versions.filter((version) => {
        const old = before.get(version.versionId)
        return old && JSON.stringify(filledVersion(old, old)) !== JSON.stringify(version)
      }).length,
      newDeployments: imported.deployments.filter(({ id }) => !own.has(id)).length,
      newEvidence: file.evidence.filter((each) => each.agentId === agentId && !evidenceIds.has(each.id))
        .length,
    }
    const isMoved = merged.deployedVersionId !== here?.deployedVersionId
    const gainsAny =
      isMoved || Object.values(gains).some((gain) => (Array.isArray(gain) ? gain.length : gain))
    return {
      agentId,
      name: merged.name,
      otherName: maskNumbers(merged.name) === maskNumbers(imported.name) ? undefined : imported.name,
      kind: here ? (gainsAny ? 'more' : 'same') : 'new',
      ...gains,
      deployedVersionId: isMoved ? merged.deployedVersionId : undefined,
      otherDeployedVersionId:
        imported.deployedVersionId === merged.deployedVersionId ? undefined : imported.deployedVersionId,
    }
  })
}
