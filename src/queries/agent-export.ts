import { isPathId } from '../contract/operation'
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
import { maskNumbers, redact } from '../ledger/redact'
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

/** A request without secrets and numbers; `requestMasked` where something was taken out, so that it is not taken for what was sent. */
function portable({ request, requestMasked, ...version }: StoredVersion): StoredVersion {
  if (request === undefined) return version
  const plain = redact(request)
  const masked = maskNumbers(plain)
  const changed = JSON.stringify(masked) !== JSON.stringify(request)
  return { ...version, request: masked, requestMasked: requestMasked || changed || undefined }
}

/** The file of these agents. */
export function toAgentExport(stored: {
  service: string
  now: string
  agents: readonly { readonly agent: StoredAgent; readonly deployments: readonly Deployment[] }[]
  evidence: readonly TestEvidence[]
}): AgentExport {
  const agents = stored.agents.map(({ agent, deployments }): FileAgent => {
    const { service: _service, toldDeployments: _told, versions, ...rest } = agent
    return {
      ...(maskNumbers(rest) as typeof rest),
      versions: versions.map((version) => maskNumbers(portable(version)) as StoredVersion),
      deployments: deployments.flatMap(({ id, versionId, at, state, reason, replacedVersionId }) =>
        state === 'sending'
          ? []
          : [maskNumbers({ id, versionId, at, state, reason, replacedVersionId }) as ImportedDeployment],
      ),
    }
  })
  const ids = new Set(agents.map(({ agentId }) => agentId))
  const evidence = stored.evidence
    .filter(({ agentId }) => ids.has(agentId))
    .map(({ service: _service, ...rest }) => maskNumbers(rest) as FileEvidence)
  return {
    format: FORMAT,
    version: VERSION,
    service: stored.service,
    exportedAt: stored.now,
    agents,
    evidence,
  }
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
      'This is not a file of known agents. Choose the file that Export on the Agents screen made; the export under Overview is another one.',
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
    if (!row.versions.every(({ versionId }: StoredVersion) => areIds(versionId)))
      return refuse(`${which}, ${row.name}, has a version without a usable id.`)
    if (row.deployedVersionId !== undefined && !areIds(row.deployedVersionId))
      return refuse(`${which}, ${row.name}, says that something without a usable id is deployed.`)
    if (!Array.isArray(row.deployments) || !row.deployments.every(isImportedDeployment))
      return refuse(`The deployments of ${row.name} in this file cannot be read.`)
  }
  for (const [index, row] of evidence.entries())
    if (!isTestEvidence({ ...row, service }) || !areIds(row.agentId, row.versionId))
      return refuse(`Test evidence ${index + 1} of ${evidence.length} in this file cannot be read.`)
  return { format: FORMAT, version: VERSION, service, exportedAt, agents, evidence }
}

/** What importing one agent of a file would do. */
export interface AgentChange {
  readonly agentId: string
  readonly name: string
  readonly kind: 'new' | 'more' | 'same'
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

const filled = (stored: StoredVersion, imported: StoredVersion): StoredVersion => {
  // A request that was masked must never take the place of the real one.
  const { request, requestMasked } = stored.request === undefined || stored.requestMasked ? imported : stored
  return {
    ...imported,
    ...withoutUndefined(stored),
    request: request ?? stored.request,
    requestMasked: request === undefined ? stored.requestMasked : requestMasked,
  }
}

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>

/** Whether the file's record of what is deployed is newer than the one here. */
const isNewer = (imported: FileAgent, stored: StoredAgent) =>
  stored.deployedVersionId === undefined ||
  (imported.deployedAt !== undefined &&
    stored.deployedAt !== undefined &&
    imported.deployedAt > stored.deployedAt)

/**
 * An agent with what a file has of it. Nothing that is stored here is lost or replaced, but for the deployed version, where the file has
 * a later deployment (D156).
 */
export function mergeAgent(
  stored: StoredAgent | undefined,
  imported: FileAgent,
  service: string,
): StoredAgent {
  const { deployments, ...rest } = imported
  if (!stored)
    return {
      ...rest,
      service,
      source: 'imported',
      deployedKnownFrom: imported.deployedVersionId === undefined ? undefined : 'imported',
      toldDeployments: deployments,
    }
  const ofFile = new Map(imported.versions.map((version) => [version.versionId, version]))
  const versions = stored.versions.map((version) => {
    const other = ofFile.get(version.versionId)
    return other ? filled(version, other) : version
  })
  const here = new Set(stored.versions.map(({ versionId }) => versionId))
  const added = imported.versions.filter(({ versionId }) => !here.has(versionId))
  const importedIds = new Set(stored.toldDeployments?.map(({ id }) => id))
  const believed =
    imported.deployedVersionId !== undefined &&
    imported.deployedVersionId !== stored.deployedVersionId &&
    isNewer(imported, stored)
  return {
    ...stored,
    agentType: stored.agentType ?? imported.agentType,
    description: stored.description ?? imported.description,
    testingLabId: stored.testingLabId ?? imported.testingLabId,
    versions: newestFirst(versions, added),
    ...(believed && {
      deployedVersionId: imported.deployedVersionId,
      deployedAt: imported.deployedAt,
      deployedKnownFrom: 'imported' as const,
    }),
    toldDeployments: [
      ...(stored.toldDeployments ?? []),
      ...deployments.filter(({ id }) => !importedIds.has(id)),
    ],
  }
}

/** Versions without a time stay where they are; those of the file come before the first one that is older. */
function newestFirst(stored: readonly StoredVersion[], added: readonly StoredVersion[]): StoredVersion[] {
  const all = [...stored]
  for (const version of added) {
    const { createdAt } = version
    const at = all.findIndex((each) => createdAt && each.createdAt && each.createdAt < createdAt)
    if (at < 0) all.push(version)
    else all.splice(at, 0, version)
  }
  return all
}

/** What importing a file would do, agent by agent. */
export function compareAgentExport(
  file: AgentExport,
  stored: {
    agents: readonly StoredAgent[]
    deployments: ReadonlyMap<string, readonly Deployment[]>
    evidence: readonly TestEvidence[]
  },
): readonly AgentChange[] {
  const evidenceIds = new Set(stored.evidence.map(({ id }) => id))
  return file.agents.map((imported) => {
    const here = stored.agents.find(({ agentId }) => agentId === imported.agentId)
    const merged = mergeAgent(here, imported, file.service)
    const before = new Map(here?.versions.map((version) => [version.versionId, version]))
    const own = new Set(stored.deployments.get(imported.agentId)?.map(({ id }) => id))
    const change = {
      newVersions: merged.versions.filter(({ versionId }) => !before.has(versionId)).length,
      filledVersions: merged.versions.filter((version) => {
        const old = before.get(version.versionId)
        return old && JSON.stringify(filled(old, old)) !== JSON.stringify(filled(version, version))
      }).length,
      newDeployments: imported.deployments.filter(({ id }) => !own.has(id)).length,
      newEvidence: file.evidence.filter(
        ({ agentId, id }) => agentId === imported.agentId && !evidenceIds.has(id),
      ).length,
      deployedVersionId:
        merged.deployedVersionId === here?.deployedVersionId ? undefined : merged.deployedVersionId,
      otherDeployedVersionId:
        imported.deployedVersionId === merged.deployedVersionId ? undefined : imported.deployedVersionId,
    }
    const more = Object.entries(change).some(
      ([name, value]) => name !== 'otherDeployedVersionId' && value !== 0 && value !== undefined,
    )
    const kind = here ? (more ? 'more' : 'same') : 'new'
    return { agentId: imported.agentId, name: here?.name ?? imported.name, kind, ...change }
  })
}
