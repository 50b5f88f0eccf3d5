import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { type Agent, listAgents } from '../contract/agent-list'
import type { StoredAgent } from '../ledger/entry'
import { readSizedPages } from './cursor-pages'
import { askExtension } from './extension'
import { keys } from './keys'
import { askShared } from './query-client'

/** An agent that the service names, as far as a list tells of it. */
export type ReportedAgent = Omit<Agent, 'other' | 'updatedAt'>

/** An agent with what the list of the service tells of its versions; none of that is stored. */
export interface ListedAgent extends StoredAgent {
  /** The deployed version, and its running number. */
  readonly listedVersionId?: string
  readonly deployedNumber?: number
  /** A service that counts versions also says which one is deployed. */
  readonly versionCount?: number
  /** As the service says. */
  readonly createdAt?: string
}

/** A stored agent with what the service says of it: its name above all. What is deployed is told apart (D151). */
const named = (stored: StoredAgent, reported: ReportedAgent): ListedAgent => ({
  ...stored,
  listedVersionId: reported.deployedVersionId,
  deployedNumber: reported.deployedNumber,
  versionCount: reported.versionCount,
  createdAt: reported.createdAt,
  name: reported.name || stored.name,
  agentType: reported.agentType ?? stored.agentType,
  testingLabId: reported.testingLabId ?? stored.testingLabId,
})

/** An agent that only the service knows. */
export const asReported = (reported: ReportedAgent, service: string): ListedAgent =>
  named(
    {
      service,
      agentId: reported.id,
      name: reported.id,
      source: 'reported',
      description: reported.description,
      addedAt: reported.createdAt ?? '',
      versions: [],
      deployedVersionId: reported.deployedVersionId,
    },
    reported,
  )

/** One agent as it is known here: stored, reported, or both. */
export function listedAgent(
  stored: StoredAgent | undefined,
  reported: ReportedAgent | undefined,
  service: string,
): ListedAgent | undefined {
  if (!stored) return reported && asReported(reported, service)
  return reported ? named(stored, reported) : stored
}

/**
 * The stored agents and those of the service, each once; the service's word on what is deployed counts. The newest made come first, not those that
 * were stored here last; then, by name, those of which nobody says when they were made (D821).
 */
export function joinAgents(
  stored: readonly StoredAgent[],
  reported: readonly ReportedAgent[],
  service: string,
): ListedAgent[] {
  const rest = new Map(reported.map((agent) => [agent.id, agent]))
  const here = stored.map((agent): ListedAgent => {
    const said = rest.get(agent.agentId)
    rest.delete(agent.agentId)
    if (!said) return agent
    const { deployedVersionId = agent.deployedVersionId } = said
    const isOld = deployedVersionId !== agent.deployedVersionId
    return {
      ...named(agent, said),
      ...(isOld && { deployedVersionId, deployedAt: undefined, deployedKnownFrom: undefined }),
    }
  })
  return [...here, ...[...rest.values()].map((agent) => asReported(agent, service))].toSorted(
    (one, other) => madeAt(other).localeCompare(madeAt(one)) || one.name.localeCompare(other.name),
  )
}

const madeAt = ({ createdAt, source, addedAt }: ListedAgent) =>
  createdAt ?? (source === 'created' ? addedAt : '')

const PAGE_SIZE = 100

/** The agents that the service lists. */
export const reportedAgents = () =>
  queryOptions({
    queryKey: [...keys.agents, 'reported'],
    queryFn: async ({ client, signal }): Promise<readonly ReportedAgent[]> => {
      const listed = await askExtension(client, listAgents, () =>
        readSizedPages(PAGE_SIZE, (query) => call(listAgents, { query, signal })),
      )
      return listed?.items ?? askShared(client, (await import('./seen-agents')).seenAgents())
    },
    retry: false,
    staleTime: 30_000,
  })

/** How long a screen waits for the service before it shows what this browser stored, in milliseconds. */
const WAIT_MS = 1_000

const NONE: readonly ReportedAgent[] = []

/** The agents that the service reports; while it is late, or where it does not answer, as it said last (D964). `onLate` is called when others have come. */
export async function agentsOfService(
  client: QueryClient,
  onLate: () => unknown,
): Promise<readonly ReportedAgent[]> {
  const before = () => client.getQueryData(reportedAgents().queryKey) ?? NONE
  const asked = askShared(client, reportedAgents()).catch(before)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), WAIT_MS)
  })
  const soon = await Promise.race([asked, late])
  clearTimeout(timer)
  if (soon) return soon
  const shown = before()
  void asked.then(() => before() !== shown && onLate())
  return shown
}
