import { queryOptions } from '@tanstack/react-query'
import type { LedgerEntry, StoredAgent, TestEvidence } from '../ledger/entry'
import { evidenceOfVersion, newestRunFirst, type VersionEvidence } from './evidence'
import { keys } from './keys'
import { connectedLedger, recorded } from './ledger'
import { agentsOfService, joinAgents, knownAgent } from './reported-agents'

export type { StoredAgent } from '../ledger/entry'

/** What happened last with each agent, by agent id, as far as this browser recorded it. */
export interface AgentActivity {
  /** ISO times. */
  readonly lastCall: ReadonlyMap<string, string>
  /** Of the version that was tested last. */
  readonly lastTest: ReadonlyMap<string, VersionEvidence>
}

/** `calls`: newest first. A refused one reached nobody and does not count. */
export function activityFrom(
  calls: readonly LedgerEntry[],
  evidence: readonly TestEvidence[],
): AgentActivity {
  const reached = calls.filter(({ params, state }) => params.agentId && state !== 'refused')
  // Of several with one key the last stays in a map.
  return {
    lastCall: new Map(reached.toReversed().map((call) => [call.params.agentId ?? '', call.startedAt])),
    lastTest: new Map(
      [...new Set(evidence.map(({ agentId }) => agentId))].flatMap((agentId) => {
        const all = evidence.filter((each) => each.agentId === agentId)
        const found = evidenceOfVersion(all, all.toSorted(newestRunFirst)[0]?.versionId)
        return found ? [[agentId, found] as const] : []
      }),
    ),
  }
}

const LIST = [...keys.agents, 'known']

export const agentQueries = {
  /** The agents stored in this browser and those that the service lists, newest first (D290). */
  list: () =>
    queryOptions({
      queryKey: LIST,
      queryFn: async ({ client }): Promise<StoredAgent[]> => {
        const { ledger, service } = await connectedLedger(client)
        const asked = agentsOfService(client, () => client.invalidateQueries({ queryKey: LIST }))
        return joinAgents(...(await Promise.all([ledger.agents(service), asked])), service)
      },
    }),

  /** One of them, or `null` when neither this browser nor the service's list has it. */
  one: (agentId: string) =>
    queryOptions({
      queryKey: [...keys.agents, 'one', agentId],
      queryFn: async ({ client, queryKey }): Promise<StoredAgent | null> => {
        const { ledger, service } = await connectedLedger(client)
        const asked = agentsOfService(client, () => client.invalidateQueries({ queryKey }))
        const [stored, listed] = await Promise.all([ledger.agent(service, agentId), asked])
        return (
          knownAgent(
            stored,
            listed.find(({ id }) => id === agentId),
            service,
          ) ?? null
        )
      },
    }),

  /** Last call and last test run of every agent. Below `ledger`, because a call changes it and an agent does not. */
  activity: () =>
    recorded([...keys.ledger, 'agent activity'], async (ledger, service) =>
      activityFrom(
        ...(await Promise.all([ledger.entries(service, 'dispatchCall'), ledger.evidence(service)])),
      ),
    ),
}
