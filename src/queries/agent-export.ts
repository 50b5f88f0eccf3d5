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
import { maskNumbers } from '../ledger/export'
import { redact } from '../ledger/redact'
import type { Deployment } from './deployments'

/** Marks the file, so that another JSON file is told from it. */
const FORMAT = 'switchboard-agents'
/** The present shape. A later one gets a number of its own and a reader for this one. */
const VERSION = 1

type FileAgent = Omit<StoredAgent, 'service' | 'toldDeployments'> & { deployments: ImportedDeployment[] }
type FileEvidence = Omit<TestEvidence, 'service'>

/** What one person knows of agents, for another. No secret, no call and no phone number is in it (D157). */
export interface AgentExport {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly service: string
  /** ISO time. */
  readonly exportedAt: string
  readonly agents: readonly FileAgent[]
  readonly evidence: readonly FileEvidence[]
}

/** A request without secrets and numbers; `requestMasked` where a number was in it, so that nobody takes it for what was sent. */
function portable({ request, requestMasked, ...version }: StoredVersion): StoredVersion {
  if (request === undefined) return version
  const plain = redact(request)
  const masked = maskNumbers(plain)
  const changed = JSON.stringify(masked) !== JSON.stringify(request)
  return { ...version, request: masked, requestMasked: requestMasked || changed || undefined }
}

/** The file that says what this browser knows of these agents. */
export function toAgentExport(known: {
  service: string
  now: string
  agents: readonly { readonly agent: StoredAgent; readonly deployments: readonly Deployment[] }[]
  evidence: readonly TestEvidence[]
}): AgentExport {
  const agents = known.agents.map(({ agent, deployments }): FileAgent => {
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
  const evidence = known.evidence
    .filter(({ agentId }) => ids.has(agentId))
    .map(({ service: _service, ...rest }) => maskNumbers(rest) as FileEvidence)
  return { format: FORMAT, version: VERSION, service: known.service, exportedAt: known.now, agents, evidence }
}

/** The file cannot be taken in; the message says why and what would be right. */
export class AgentExportRefused extends Error {
  override readonly name = 'AgentExportRefused'
}

const refuse = (message: string): never => {
  throw new AgentExportRefused(message)
}

/** Whether it is one of the ids that may stand in an address: they will (D5). */
const areIds = (...ids: unknown[]) => ids.every((id) => typeof id === 'string' && isPathId(id))

/** Reads a file as a whole or refuses it as a whole with `AgentExportRefused`: half of what somebody knew would look like all of it. */
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
    return refuse('This file holds no list of agents. It may be damaged; ask for a new one.')
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

/** What taking in one agent of a file would do. */
export interface AgentChange {
  readonly agentId: string
  readonly name: string
  readonly kind: 'new' | 'more' | 'same'
  readonly newVersions: number
  /** Versions that are known here and get a request, a label or a note that they lacked. */
  readonly filledVersions: number
  readonly newDeployments: number
  readonly newEvidence: number
  /** What would be taken for deployed from then on. */
  readonly deployedVersionId?: string
  /** The file says so and it is not believed, because what is known here is newer or has no time. */
  readonly otherDeployedVersionId?: string
}

const filled = (known: StoredVersion, told: StoredVersion): StoredVersion => {
  // A request that was masked must never take the place of the real one.
  const { request, requestMasked } = known.request === undefined || known.requestMasked ? told : known
  return {
    ...told,
    ...withoutUndefined(known),
    request: request ?? known.request,
    requestMasked: request === undefined ? known.requestMasked : requestMasked,
  }
}

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>

/** Whether the file's word about what is deployed is newer than what is known here. */
const isNewer = (told: FileAgent, known: StoredAgent) =>
  known.deployedVersionId === undefined ||
  (told.deployedAt !== undefined && known.deployedAt !== undefined && told.deployedAt > known.deployedAt)

/**
 * What is known of an agent after a file told of it. Nothing that is known here is lost or replaced, but for the deployed version, where the file
 * knows of a later deployment (D156).
 */
export function mergeAgent(known: StoredAgent | undefined, told: FileAgent, service: string): StoredAgent {
  const { deployments, ...rest } = told
  if (!known)
    return {
      ...rest,
      service,
      source: 'imported',
      deployedKnownFrom: told.deployedVersionId === undefined ? undefined : 'imported',
      toldDeployments: deployments,
    }
  const ofFile = new Map(told.versions.map((version) => [version.versionId, version]))
  const versions = known.versions.map((version) => {
    const other = ofFile.get(version.versionId)
    return other ? filled(version, other) : version
  })
  const here = new Set(known.versions.map(({ versionId }) => versionId))
  const added = told.versions.filter(({ versionId }) => !here.has(versionId))
  const toldIds = new Set(known.toldDeployments?.map(({ id }) => id))
  const believed =
    told.deployedVersionId !== undefined &&
    told.deployedVersionId !== known.deployedVersionId &&
    isNewer(told, known)
  return {
    ...known,
    agentType: known.agentType ?? told.agentType,
    description: known.description ?? told.description,
    testingLabId: known.testingLabId ?? told.testingLabId,
    versions: newestFirst(versions, added),
    ...(believed && {
      deployedVersionId: told.deployedVersionId,
      deployedAt: told.deployedAt,
      deployedKnownFrom: 'imported' as const,
    }),
    toldDeployments: [...(known.toldDeployments ?? []), ...deployments.filter(({ id }) => !toldIds.has(id))],
  }
}

/** Versions without a time stay where they are; those of the file come before the first one that is older. */
function newestFirst(known: readonly StoredVersion[], added: readonly StoredVersion[]): StoredVersion[] {
  const all = [...known]
  for (const version of added) {
    const { createdAt } = version
    const at = all.findIndex((each) => createdAt && each.createdAt && each.createdAt < createdAt)
    if (at < 0) all.push(version)
    else all.splice(at, 0, version)
  }
  return all
}

/** What taking in a file would do, agent by agent, before anything is done. */
export function compareAgentExport(
  file: AgentExport,
  known: {
    agents: readonly StoredAgent[]
    deployments: ReadonlyMap<string, readonly Deployment[]>
    evidence: readonly TestEvidence[]
  },
): readonly AgentChange[] {
  const evidenceIds = new Set(known.evidence.map(({ id }) => id))
  return file.agents.map((told) => {
    const here = known.agents.find(({ agentId }) => agentId === told.agentId)
    const merged = mergeAgent(here, told, file.service)
    const before = new Map(here?.versions.map((version) => [version.versionId, version]))
    const own = new Set(known.deployments.get(told.agentId)?.map(({ id }) => id))
    const change = {
      newVersions: merged.versions.filter(({ versionId }) => !before.has(versionId)).length,
      filledVersions: merged.versions.filter((version) => {
        const old = before.get(version.versionId)
        return old && JSON.stringify(filled(old, old)) !== JSON.stringify(filled(version, version))
      }).length,
      newDeployments: told.deployments.filter(({ id }) => !own.has(id)).length,
      newEvidence: file.evidence.filter(({ agentId, id }) => agentId === told.agentId && !evidenceIds.has(id))
        .length,
      deployedVersionId:
        merged.deployedVersionId === here?.deployedVersionId ? undefined : merged.deployedVersionId,
      otherDeployedVersionId:
        told.deployedVersionId === merged.deployedVersionId ? undefined : told.deployedVersionId,
    }
    const more = Object.entries(change).some(
      ([name, value]) => name !== 'otherDeployedVersionId' && value !== 0 && value !== undefined,
    )
    const kind = here ? (more ? 'more' : 'same') : 'new'
    return { agentId: told.agentId, name: here?.name ?? told.name, kind, ...change }
  })
}
