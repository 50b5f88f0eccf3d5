import type { AgentVersions } from '../contract/agent-versions'
import { isWhole, isWire, textOf } from '../contract/reply'
import { type LedgerEntry, type StoredAgent, VERDICTS, type Verdict } from '../ledger/entry'
import { keys } from './keys'
import { recorded } from './ledger'

/** What speaks against deploying a version without a second thought; a person may do so with a reason. */
const LACKS = [
  'no evidence',
  'changed',
  'verdict',
  'not run',
  'lint',
  'tools',
  'tools not read',
  'files',
  'no collection',
  'not read',
] as const
export type Lack = (typeof LACKS)[number]

/** What is written down with a deployment, before it is sent. */
export interface DeployNote {
  readonly reason?: string
  /** What was deployed before, if anybody recorded it. */
  readonly replacedVersionId?: string
  /** Verdict of the last test run of the version. */
  readonly verdict?: Verdict
  readonly lacking?: readonly Lack[]
}

/** One attempt to deploy a version of an agent. */
export interface Deployment extends DeployNote {
  readonly id: string
  readonly versionId: string
  /** ISO time. */
  readonly at: string
  readonly state: LedgerEntry['state']
  readonly error?: LedgerEntry['error']
  /** Sent by another browser; from an imported file. */
  readonly imported: boolean
  /** Who sent it, where people sign in. */
  readonly who?: string
}

/** Reads what was noted with a deployment; a note of a newer console is read as far as it can be. */
export function readNote(note: unknown): DeployNote {
  if (!isWire(note)) return {}
  const { lacking } = note
  return {
    reason: textOf(note.reason),
    replacedVersionId: textOf(note.replacedVersionId),
    verdict: VERDICTS.find((each) => each === note.verdict),
    lacking: Array.isArray(lacking) ? LACKS.filter((each) => lacking.includes(each)) : undefined,
  }
}

/** The deployments of an agent, newest first: those that this browser sent, and those of imported files. */
export function deploymentsOf(
  entries: readonly LedgerEntry[],
  agent: Pick<StoredAgent, 'agentId' | 'toldDeployments'>,
): readonly Deployment[] {
  const own = entries
    .filter(({ operation, params }) => operation === 'deployVersion' && params.agentId === agent.agentId)
    .map(
      ({ id, params, startedAt, state, error, note, who }): Deployment => ({
        ...readNote(note),
        id,
        versionId: params.versionId ?? '',
        at: startedAt,
        state,
        error,
        imported: false,
        ...(who !== undefined && { who }),
      }),
    )
  const here = new Set(own.map(({ id }) => id))
  const imported = (agent.toldDeployments ?? []).filter(({ id }) => !here.has(id))
  return [...own, ...imported.map((each) => ({ ...each, imported: true }))].toSorted((one, other) =>
    other.at.localeCompare(one.at),
  )
}

/** What speaks against the belief that a version is deployed. */
export type Doubt =
  | { readonly kind: 'attempt unknown'; readonly versionId: string; readonly at: string }
  | { readonly kind: 'service differs'; readonly versionId: string; readonly at?: string }
  | { readonly kind: 'deployed here before'; readonly versionId: string; readonly at: string }
  | { readonly kind: 'service says several'; readonly versionIds: readonly string[] }

/** Which version is deployed, who says so, and what contradicts it. */
export interface DeployedBelief {
  readonly versionId?: string
  readonly from?: 'service' | NonNullable<StoredAgent['deployedKnownFrom']>
  /** ISO time. */
  readonly at?: string
  /** The service says that no version is deployed. */
  readonly none?: boolean
  readonly doubts: readonly Doubt[]
}

/**
 * The service's report counts first, then what this browser did, what was imported or entered by hand. What contradicts it is not hidden (D151).
 * `service`: agent and versions as the service lists them, if it does; `listedVersionId`: what its list of agents says is deployed.
 */
export function believeDeployed(
  agent: StoredAgent & { readonly listedVersionId?: string },
  deployments: readonly Deployment[],
  service?: AgentVersions | null,
): DeployedBelief {
  const { deployedVersionId: here, deployedAt: at, deployedKnownFrom: from, listedVersionId } = agent
  const doubts: Doubt[] = []
  const said = saysDeployed(service) ?? (listedVersionId ? [listedVersionId] : undefined)
  if (said && said.length > 1) doubts.push({ kind: 'service says several', versionIds: said })
  if (said && here !== undefined && !said.includes(here))
    doubts.push({ kind: 'service differs', versionId: here, at })

  if (said) {
    const [versionId] = said
    if (versionId === undefined) return { none: true, from: 'service', doubts }
    const last = deployments.find((each) => each.state === 'accepted' && each.versionId === versionId)
    return { versionId, from: 'service', at: last?.at, doubts }
  }

  const last = deployments.find(({ state }) => state !== 'refused')
  if (last && (last.state === 'unknown' || last.state === 'sending') && !(at !== undefined && at > last.at))
    doubts.push({ kind: 'attempt unknown', versionId: last.versionId, at: last.at })
  const accepted = deployments.find(({ state }) => state === 'accepted')
  if (accepted && from === 'said by hand' && accepted.versionId !== here)
    doubts.push({ kind: 'deployed here before', versionId: accepted.versionId, at: accepted.at })
  return here === undefined ? { doubts } : { versionId: here, from: from ?? 'said by hand', at, doubts }
}

/** The versions that the service says are deployed; `undefined` where it does not say. Of a list that was cut short nothing is concluded. */
export function saysDeployed(service: AgentVersions | null | undefined): readonly string[] | undefined {
  if (!service) return undefined
  const { agent, items } = service
  const deployed = items.filter((each) => each.deployed).map(({ id }) => id)
  if (deployed.length > 0) return deployed
  if (agent?.deployedVersionId !== undefined) return [agent.deployedVersionId]
  const whole = items.length > 0 && isWhole(service)
  return whole && items.every((each) => each.deployed === false) ? [] : undefined
}

export const deploymentQueries = {
  ofAgent: (agentId: string) =>
    recorded([...keys.agents, 'deployments', agentId], async (ledger, service) => {
      const [entries, agent] = await Promise.all([
        ledger.entries(service, 'deployVersion'),
        ledger.agent(service, agentId),
      ])
      return deploymentsOf(entries, agent ?? { agentId })
    }),

  /** How many numbers the agent answered as the service said when it was created here; `null` where it did not say. */
  numbersAtCreation: (agentId: string) =>
    recorded([...keys.agents, 'numbers', agentId], async (ledger, service) => {
      const entries = await ledger.entries(service, 'createAgent')
      const agents = entries.map(({ reply }) => (isWire(reply) ? reply.agent : undefined)).filter(isWire)
      const numbers = agents.find(({ id }) => id === agentId)?.inboundPhoneNumbers
      return Array.isArray(numbers) ? numbers.length : null
    }),
}
