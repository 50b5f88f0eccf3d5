import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import {
  type Agent,
  type AgentVersion,
  type AgentVersions,
  createAgentVersion,
  listAgentVersions,
  updateAgent,
  updateAgentVersion,
} from '../contract/agent-versions'
import type { Wire } from '../contract/reply'
import type { VersionRequest } from '../contract/requests/agents'
import { agentQueries } from './agents'
import { askExtension } from './extension'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import { readAnew } from './query-client'
import { withChangedVersion, withCreatedVersion, withDetails } from './stored-agent'
import { sending, type WriteRequest, write } from './write'

/** A service that goes on handing out cursors is not followed for ever. */
const PAGES_MAX = 50

async function readVersions(agentId: string, signal: AbortSignal): Promise<AgentVersions> {
  const first = await call(listAgentVersions, { params: { agentId }, signal })
  const items = [...first.items]
  const unreadable = [...first.unreadable]
  let cursor = first.nextCursor
  for (let page = 1; cursor !== undefined && page < PAGES_MAX; page++) {
    const next = await call(listAgentVersions, { params: { agentId }, query: { cursor }, signal })
    items.push(...next.items)
    unreadable.push(...next.unreadable)
    cursor = next.nextCursor === cursor ? undefined : next.nextCursor
  }
  return { ...first, items: items.toSorted(byAge), unreadable, nextCursor: cursor }
}

/** Newest first by number or time; else as they came. */
const byAge = (one: AgentVersion, other: AgentVersion) =>
  one.version !== undefined && other.version !== undefined
    ? other.version - one.version
    : (other.createdAt ?? '').localeCompare(one.createdAt ?? '')

/** All versions of an agent, asked for now; `null` where the service does not answer that (D131). */
export const askVersions = (client: QueryClient, agentId: string, signal: AbortSignal) =>
  askExtension(client, listAgentVersions, () => readVersions(agentId, signal), agentId)

/** Creates a further version, which is not deployed, and remembers it with what was sent. */
export async function createVersion(
  client: QueryClient,
  { agentId, body, label }: { agentId: string; body: VersionRequest; label?: string },
): Promise<AgentVersion> {
  const version = await write(client, createAgentVersion, { params: { agentId }, body })
  await rememberVersion(client, { agentId, versionId: version.id, body, label })
  return version
}

export async function rememberVersion(
  client: QueryClient,
  created: { agentId: string; versionId: string; body: Wire | undefined; label?: string },
): Promise<void> {
  const { agentId, versionId, body, label } = created
  const { ledger, service } = await connectedLedger(client)
  const done = { agentId, versionId, label, request: body, service, now: nowIso() }
  await ledger
    .changeAgent(service, agentId, (stored) => withCreatedVersion(stored, done))
    // The version exists whether or not this browser can remember it.
    .catch(() => undefined)
}

/** Stores the integer id of the testing lab with an agent that lacks it, so that every screen has it (D216). */
async function rememberLabId(
  client: QueryClient,
  agentId: string,
  reported: Agent | undefined,
): Promise<void> {
  const { testingLabId, agentType } = reported ?? {}
  if (testingLabId === undefined) return
  const { ledger, service } = await connectedLedger(client)
  const stored = await ledger.agent(service, agentId).catch(() => undefined)
  if (!stored || stored.testingLabId !== undefined) return
  await ledger
    .changeAgent(service, agentId, (agent = stored) => ({
      ...agent,
      testingLabId: agent.testingLabId ?? testingLabId,
      agentType: agent.agentType ?? agentType,
    }))
    // The service can be asked again.
    .catch(() => undefined)
  for (const { queryKey } of [agentQueries.list(), agentQueries.one(agentId)]) void readAnew(client, queryKey)
}

interface AgentDetails {
  readonly agentId: string
  readonly name: string
  readonly description?: string
  readonly atService: boolean
}

export const agentVersionQueries = {
  /** All versions of an agent as the service reports them, newest first; `null` where it does not answer that (D131). */
  list: (agentId: string) =>
    queryOptions({
      queryKey: [...keys.agents, 'versions', agentId],
      queryFn: async ({ client, signal }) => {
        const reported = await askVersions(client, agentId, signal)
        await rememberLabId(client, agentId, reported?.agent)
        return reported
      },
    }),
}

export const agentVersionMutations = {
  /** Changes name and description of an agent here and, if wanted, at the service. */
  updateAgent: () =>
    mutationOptions({
      mutationFn: async ({ agentId, atService, ...body }: AgentDetails, { client }): Promise<unknown> => {
        const { ledger, service } = await connectedLedger(client)
        const after = () => ledger.changeAgent(service, agentId, (stored) => withDetails(stored, body))
        return atService ? write(client, updateAgent, { params: { agentId }, body, after }) : after()
      },
      meta: { writes: [updateAgent] },
    }),

  create: () =>
    mutationOptions({
      mutationFn: (
        { params, body, label }: WriteRequest<typeof createAgentVersion> & { label?: string },
        { client },
      ) => createVersion(client, { ...params, body, label }),
      meta: { writes: [createAgentVersion] },
    }),

  /** Changes fields of a version in place, each replaced whole. */
  update: () =>
    sending(updateAgentVersion, ({ params, body }, { ledger, service }) => {
      const done = { ...params, changes: body, service, now: nowIso() }
      return ledger.changeAgent(service, params.agentId, (stored) => withChangedVersion(stored, done))
    }),
}

const nowIso = () => new Date().toISOString()
