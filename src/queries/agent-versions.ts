import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import type { Agent } from '../contract/agent-list'
import {
  type AgentVersion,
  type AgentVersions,
  createAgentVersion,
  listAgentVersions,
  updateAgent,
} from '../contract/agent-versions'
import type { Wire } from '../contract/reply'
import type { VersionRequest } from '../contract/requests/agents'
import { agentQueries } from './agents'
import { readPages } from './cursor-pages'
import { askExtension } from './extension'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import { readAnew } from './query-client'
import { withCreatedVersion, withDetails } from './stored-agent'
import { type WriteRequest, write } from './write'

async function readVersions(agentId: string, signal: AbortSignal): Promise<AgentVersions> {
  const all = await readPages<AgentVersions>((cursor) =>
    call(listAgentVersions, { params: { agentId }, query: { cursor }, signal }),
  )
  return { ...all, items: all.items.toSorted(byAge) }
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
  await rememberVersion(client, { agentId, versionId: version.id, number: version.version, body, label })
  return version
}

export async function rememberVersion(
  client: QueryClient,
  created: {
    agentId: string
    versionId: string
    number?: number
    body: Wire | undefined
    label?: string
  },
): Promise<void> {
  const { agentId, body, ...version } = created
  const { ledger, service } = await connectedLedger(client)
  const done = { agentId, ...version, request: body, service, now: nowIso() }
  await ledger
    .changeAgent(service, agentId, (stored) => withCreatedVersion(stored, done))
    // The version exists whether or not this browser can remember it.
    .catch(() => undefined)
}

/**
 * Stores what a stored agent lacks and every screen needs: the integer id of the testing lab (D216), and a name where only its id was given.
 */
async function rememberAgent(
  client: QueryClient,
  agentId: string,
  reported: Agent | undefined,
): Promise<void> {
  if (!reported) return
  const { testingLabId, agentType, name } = reported
  const { ledger, service } = await connectedLedger(client)
  const stored = await ledger.agent(service, agentId).catch(() => undefined)
  if (!stored) return
  const lacksId = stored.testingLabId === undefined && testingLabId !== undefined
  const lacksName = stored.name === agentId && Boolean(name) && name !== agentId
  if (!lacksId && !lacksName) return
  await ledger
    .changeAgent(service, agentId, (agent = stored) => ({
      ...agent,
      name: (agent.name === agentId && name) || agent.name,
      testingLabId: agent.testingLabId ?? testingLabId,
      agentType: agent.agentType ?? agentType,
    }))
    // The service can be asked again.
    .catch(() => undefined)
  for (const { queryKey } of [agentQueries.list(), agentQueries.one(agentId)]) void readAnew(client, queryKey)
}

/** What is not given stays as it is. */
interface AgentDetails {
  readonly agentId: string
  readonly name?: string
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
        await rememberAgent(client, agentId, reported?.agent)
        await import('./edited-versions')
          .then(({ markEdited }) => markEdited(client, agentId, reported))
          .catch(() => undefined)
        return reported
      },
    }),
}

export const agentVersionMutations = {
  /** Changes name and description of an agent here and, if wanted, at the service. */
  updateAgent: () =>
    mutationOptions({
      mutationFn: async ({ agentId, atService, ...body }: AgentDetails, { client }): Promise<unknown> => {
        if (Object.keys(body).length === 0) return
        const { ledger, service } = await connectedLedger(client)
        // One that is not stored here is shown as the service reports it.
        const after = () =>
          ledger.changeAgent(service, agentId, (stored) =>
            stored || !atService ? withDetails(stored, { agentId, service, now: nowIso() }, body) : undefined,
          )
        if (!atService) return after()
        return write(client, updateAgent, { params: { agentId }, body, after })
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
}

const nowIso = () => new Date().toISOString()
