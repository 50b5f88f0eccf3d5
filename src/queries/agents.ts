import type { LedgerEntry, TestEvidence } from '../ledger/entry'
import { keys } from './keys'
import { recorded } from './ledger'

export type { StoredAgent } from '../ledger/entry'

/** What happened last with each agent, by agent id, as far as this browser recorded it. */
export interface AgentActivity {
  /** ISO times. */
  readonly lastCall: ReadonlyMap<string, string>
  readonly lastTest: ReadonlyMap<string, TestEvidence>
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
      evidence
        .toReversed()
        .toSorted((one, other) => Date.parse(one.run.at) - Date.parse(other.run.at))
        .map((each) => [each.agentId, each]),
    ),
  }
}

export const agentQueries = {
  /** The agents that this browser created or that were added to it, newest first; the interface lists none. */
  list: () => recorded([...keys.agents, 'known'], (ledger, service) => ledger.agents(service)),

  /** One of them, or `null` when this browser does not have it. */
  one: (agentId: string) =>
    recorded(
      [...keys.agents, 'one', agentId],
      async (ledger, service) => (await ledger.agent(service, agentId)) ?? null,
    ),

  /** Last call and last test run of every agent. Below `ledger`, because a call changes it and an agent does not. */
  activity: () =>
    recorded([...keys.ledger, 'agent activity'], async (ledger, service) =>
      activityFrom(
        ...(await Promise.all([ledger.entries(service, 'dispatchCall'), ledger.evidence(service)])),
      ),
    ),
}
