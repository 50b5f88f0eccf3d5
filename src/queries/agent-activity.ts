import { queryOptions } from '@tanstack/react-query'
import type { CallRecord } from '../contract/call-records'
import type { LedgerEntry, TestEvidence } from '../ledger/entry'
import { agentQueries, type StoredAgent } from './agents'
import { evidenceOfVersion, newestRunFirst, newestTested, type VersionEvidence } from './evidence'
import { keys } from './keys'
import { recorded } from './ledger'

/** ISO times by agent id. */
type LastCalls = ReadonlyMap<string, string>

/** Calls in any order; of several of one agent the last. */
const lastOf = (calls: readonly (readonly [agentId?: string, at?: string])[]): LastCalls => {
  const last = new Map<string, string>()
  for (const [agentId, at] of calls)
    if (agentId && at && Date.parse(at) > Date.parse(last.get(agentId) ?? '1970')) last.set(agentId, at)
  return last
}

/** A refused call reached nobody and does not count. */
export const lastPlaced = (calls: readonly LedgerEntry[]): LastCalls =>
  lastOf(
    calls.flatMap(({ params, state, startedAt }) =>
      state === 'refused' ? [] : [[params.agentId, startedAt]],
    ),
  )

export const lastListed = (
  calls: readonly Pick<CallRecord, 'agentId' | 'createdAt' | 'callStartedAt'>[],
): LastCalls =>
  lastOf(calls.map(({ agentId, createdAt, callStartedAt }) => [agentId, createdAt ?? callStartedAt]))

/** The later of what both know. */
export const laterOf = (one: LastCalls | undefined, other: LastCalls | undefined): LastCalls =>
  lastOf([...(one ?? []), ...(other ?? [])])

/** What is known of the deployed version of each agent; of one without, of its newest version that was tested. */
export const lastTests = (
  evidence: readonly TestEvidence[],
  agents: readonly Pick<StoredAgent, 'agentId' | 'deployedVersionId' | 'versions'>[],
): ReadonlyMap<string, VersionEvidence> =>
  new Map(
    [...new Set(evidence.map(({ agentId }) => agentId))].flatMap((agentId) => {
      const all = evidence.filter((each) => each.agentId === agentId)
      const agent = agents.find((each) => each.agentId === agentId)
      const tested = all.toSorted(newestRunFirst).map(({ versionId }) => versionId)
      // Of a deployed one that was not tested another version's result would be read as its own.
      const found = evidenceOfVersion(all, agent?.deployedVersionId ?? newestTested(tested, agent?.versions))
      return found ? [[agentId, found] as const] : []
    }),
  )

export const agentActivity = {
  /** Last calls that this browser placed. Below `ledger`, because a call changes them and an agent does not. */
  placed: () =>
    recorded([...keys.ledger, 'last calls'], async (ledger, service) =>
      lastPlaced(await ledger.entries(service, 'dispatchCall')),
    ),

  /** Last calls among the newest that the service lists, asked for once for all agents; `null` where it lists none. `more`: there are older ones. */
  listed: () =>
    queryOptions({
      queryKey: [...keys.calls, 'last of agents'],
      queryFn: async ({ client }) => {
        const { callRecordQueries } = await import('./call-records')
        const [page] = (await client.fetchInfiniteQuery(callRecordQueries.pages())).pages
        return page ? { last: lastListed(page.items), more: page.nextCursor !== undefined } : null
      },
      retry: false,
    }),

  tested: () =>
    queryOptions({
      ...recorded([...keys.evidence, 'last tests'], async (ledger, service, client) => {
        const agents = client.query(agentQueries.list()).catch(() => [])
        return lastTests(await ledger.evidence(service), await agents)
      }),
      // Deploying a version changes it, too.
      staleTime: 0,
    }),
}
