import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  createAgentVersion,
  listAgentVersions,
  updateAgent,
  updateAgentVersion,
} from '../client/agent-versions'
import type { Agent, AgentVersion, AgentVersions } from '../contract/agent-versions'
import type { Wire } from '../contract/reply'
import type { AgentUpdate, VersionChanges, VersionRequest } from '../contract/requests/agents'
import { agentQueries } from './agents'
import { askExtension } from './extension'
import { connectionOf } from './info'
import { keys } from './keys'
import { ledgerOf, recordWrite } from './record-write'
import { recordWriteAnd } from './record-write-and'
import { withChangedVersion, withCreatedVersion } from './stored-agent'

/** A service that goes on handing out cursors is not followed for ever. */
const PAGES_MAX = 50

async function readVersions(agentId: string, signal: AbortSignal): Promise<AgentVersions> {
  const first = await listAgentVersions({ agentId, signal })
  const items = [...first.items]
  const unreadable = [...first.unreadable]
  let cursor = first.nextCursor
  for (let page = 1; cursor !== undefined && page < PAGES_MAX; page++) {
    const next = await listAgentVersions({ agentId, cursor, signal })
    items.push(...next.items)
    unreadable.push(...next.unreadable)
    cursor = next.nextCursor === cursor ? undefined : next.nextCursor
  }
  return { ...first, items: items.toSorted(byAge), unreadable, nextCursor: cursor }
}

/** Newest first, as far as numbers or times tell; else as they came. */
const byAge = (one: AgentVersion, other: AgentVersion) =>
  one.version !== undefined && other.version !== undefined
    ? other.version - one.version
    : (other.createdAt ?? '').localeCompare(one.createdAt ?? '')

/** All versions of an agent, asked for now; `null` where the service does not answer that (D131). */
export const askVersions = (client: QueryClient, agentId: string, signal: AbortSignal) =>
  askExtension(client, {
    operation: 'listAgentVersions',
    namesThing: true,
    ask: () => readVersions(agentId, signal),
  })

/** Creates a further version, which is not deployed, and remembers it with what was sent. */
export async function createVersion(
  client: QueryClient,
  { agentId, body, label }: { agentId: string; body: VersionRequest; label?: string },
): Promise<AgentVersion> {
  const params = { agentId }
  const send = () => createAgentVersion({ agentId, body })
  const write = { operation: 'createAgentVersion', params, body, send } as const
  const { reply: version } = await recordWrite(client, write)
  await rememberVersion(client, { agentId, versionId: version.id, body, label })
  return version
}

/** Remembers a version that this browser asked for. */
export async function rememberVersion(
  client: QueryClient,
  created: { agentId: string; versionId: string; body: Wire | undefined; label?: string },
): Promise<void> {
  const { agentId, versionId, body, label } = created
  const [ledger, { serviceName: service }] = await Promise.all([ledgerOf(client), connectionOf(client)])
  const done = { agentId, versionId, label, request: body, service, now: nowIso() }
  await ledger
    .changeAgent(service, agentId, (known) => withCreatedVersion(known, done))
    // The version exists whether or not this browser can remember it.
    .catch(() => undefined)
}

/** Keeps the integer that the testing lab wants with a known agent that has none, so that every screen knows it (D216). */
async function rememberLabId(client: QueryClient, agentId: string, told: Agent | undefined): Promise<void> {
  const { testingLabId, agentType } = told ?? {}
  if (testingLabId === undefined) return
  const [ledger, { serviceName: service }] = await Promise.all([ledgerOf(client), connectionOf(client)])
  const known = await ledger.agent(service, agentId).catch(() => undefined)
  if (!known || known.testingLabId !== undefined) return
  await ledger
    .changeAgent(service, agentId, (agent = known) => ({
      ...agent,
      testingLabId: agent.testingLabId ?? testingLabId,
      agentType: agent.agentType ?? agentType,
    }))
    // What the service tells can be asked for again.
    .catch(() => undefined)
  for (const { queryKey } of [agentQueries.list(), agentQueries.one(agentId)])
    void client.invalidateQueries({ queryKey })
}

const versionsKey = (agentId: string) => [...keys.agents, 'versions', agentId]

export const agentVersionQueries = {
  /** All versions of an agent as the service tells them, newest first; `null` where it does not answer that (D131). */
  list: (agentId: string) =>
    queryOptions({
      queryKey: versionsKey(agentId),
      queryFn: async ({ client, signal }) => {
        const told = await askVersions(client, agentId, signal)
        await rememberLabId(client, agentId, told?.agent)
        return told
      },
    }),
}

const invalidates = [keys.agents, keys.ledger]

export const agentVersionMutations = {
  /** Changes the name or the description of an agent, here and at the service. */
  updateAgent: () =>
    mutationOptions({
      mutationFn: async ({ agentId, body }: { agentId: string; body: AgentUpdate }, { client }) => {
        const send = () => updateAgent({ agentId, body })
        const write = { operation: 'updateAgent', params: { agentId }, body, send } as const
        return recordWriteAnd(client, write, async (ledger, service) => {
          const { name } = body
          const known = await ledger.agent(service, agentId)
          if (known && name !== undefined)
            await ledger.changeAgent(service, agentId, (agent) => ({ ...(agent ?? known), name }))
        })
      },
      meta: { invalidates },
    }),

  /** Creates a further version, which is not deployed, and remembers it with what was sent. */
  create: () =>
    mutationOptions({
      mutationFn: (wanted: Parameters<typeof createVersion>[1], { client }) => createVersion(client, wanted),
      meta: { invalidates },
    }),

  /** Changes fields of a version in place, each replaced whole. */
  update: () =>
    mutationOptions({
      mutationFn: async (
        { agentId, versionId, body }: { agentId: string; versionId: string; body: VersionChanges },
        { client },
      ) => {
        const params = { agentId, versionId }
        const send = () => updateAgentVersion({ ...params, body })
        const write = { operation: 'updateAgentVersion', params, body, send } as const
        return recordWriteAnd(client, write, (ledger, service) => {
          const done = { ...params, changes: body, service, now: nowIso() }
          return ledger.changeAgent(service, agentId, (known) => withChangedVersion(known, done))
        })
      },
      meta: { invalidates },
    }),
}

const nowIso = () => new Date().toISOString()
