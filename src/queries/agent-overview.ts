import { queryOptions } from '@tanstack/react-query'
import type { LedgerEntry, TestEvidence } from '../ledger/entry'
import { connectionOf } from './info'
import { keys } from './keys'
import { ledgerOf } from './ledger'

/** What happened last with each agent, as far as this browser knows. */
export interface AgentActivity {
  /** ISO times, by agent id. */
  readonly lastCall: ReadonlyMap<string, string>
  readonly lastTest: ReadonlyMap<string, TestEvidence>
}

/** `calls`: newest first. A refused one reached nobody and does not count. */
export function activityFrom(
  calls: readonly LedgerEntry[],
  evidence: readonly TestEvidence[],
): AgentActivity {
  const lastCall = new Map<string, string>()
  for (const { params, state, startedAt } of calls)
    if (params.agentId && state !== 'refused' && !lastCall.has(params.agentId))
      lastCall.set(params.agentId, startedAt)
  const lastTest = new Map<string, TestEvidence>()
  for (const each of evidence) {
    const before = lastTest.get(each.agentId)
    if (!before || Date.parse(each.run.at) > Date.parse(before.run.at)) lastTest.set(each.agentId, each)
  }
  return { lastCall, lastTest }
}

export const agentOverviewQueries = {
  /** Last call and last test run of every agent. */
  activity: () =>
    queryOptions({
      // Below `ledger`, because a call changes it and an agent does not.
      queryKey: [...keys.ledger, 'agent activity'],
      queryFn: async ({ client }) => {
        const { serviceName } = await connectionOf(client)
        const ledger = await ledgerOf(client)
        const [calls, evidence] = await Promise.all([
          ledger.entries(serviceName, 'dispatchCall'),
          ledger.evidence(serviceName),
        ])
        return activityFrom(calls, evidence)
      },
    }),
}
