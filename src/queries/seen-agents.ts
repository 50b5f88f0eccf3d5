import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import type { Agent } from '../contract/agent-list'
import { listAgentVersions } from '../contract/agent-versions'
import { type CallRecord, listCalls } from '../contract/call-records'
import type { Operation } from '../contract/operation'
import { listThreads } from '../contract/thread-records'
import { aFewAtOnce } from './a-few-at-once'
import { askExtension } from './extension'
import { keys } from './keys'

/** How many agents are asked for their names. */
const NAMES_MAX = 20

type NamesAgent = Pick<CallRecord, 'agentId' | 'agentName'>

/** The agents that the newest calls and threads name: their ids, and what they are called where that is said. What cannot be read names none. */
async function agentsSeen(
  client: QueryClient,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string | undefined>> {
  const newest = (operation: Operation, ask: () => Promise<{ items: readonly NamesAgent[] }>) =>
    askExtension(client, operation, ask).catch(() => null)
  const lists = await Promise.all([
    newest(listCalls, () => call(listCalls, { query: { limit: '100' }, signal })),
    newest(listThreads, () => call(listThreads, { query: { limit: '100' }, signal })),
  ])
  const seen = new Map<string, string | undefined>()
  for (const { agentId, agentName } of lists.flatMap((list) => list?.items ?? []))
    if (agentId !== undefined) seen.set(agentId, seen.get(agentId) ?? agentName)
  return seen
}

/** The agents that calls and threads of the service name, for a service that does not list agents. Names that these do not say come with an agent's versions. */
export const seenAgents = () =>
  queryOptions({
    queryKey: [...keys.extensions, 'seen agents'],
    queryFn: async ({ client, signal }): Promise<readonly Pick<Agent, 'id' | 'name'>[]> => {
      const seen = await agentsSeen(client, signal)
      const named = new Map<string, Agent>()
      const nameless = [...seen].flatMap(([id, name]) => (name ? [] : id))
      await aFewAtOnce(nameless.slice(0, NAMES_MAX), async (agentId) => {
        const ask = () => call(listAgentVersions, { params: { agentId }, signal })
        const versions = await askExtension(client, listAgentVersions, ask, agentId).catch(() => null)
        if (versions?.agent) named.set(agentId, versions.agent)
      })
      return [...seen].map(([id, name]) => ({ name, ...named.get(id), id }))
    },
    staleTime: 300_000,
    retry: false,
  })
