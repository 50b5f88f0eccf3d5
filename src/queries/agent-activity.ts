import { queryOptions } from '@tanstack/react-query'
import type { LedgerEntry, TestEvidence } from '../ledger/entry'
import { evidenceOfVersion, newestRunFirst, type VersionEvidence } from './evidence'
import { keys } from './keys'
import { recorded } from './ledger'

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

/** Last call and last test run of every agent. Below `ledger`, because a call changes it and an agent does not. */
export const agentActivity = () =>
  recorded([...keys.ledger, 'agent activity'], async (ledger, service) =>
    activityFrom(...(await Promise.all([ledger.entries(service, 'dispatchCall'), ledger.evidence(service)]))),
  )

/** Reads the runs that the service lists, which makes them evidence (D193). What shows evidence asks for it, also in a browser that ran nothing. */
export const reportedEvidence = () =>
  queryOptions({
    queryKey: [...keys.lab, 'reported evidence'],
    queryFn: async ({ client }) => {
      const { runQueries } = await import('./runs')
      return (await client.query(runQueries.list())) !== null
    },
    staleTime: 30_000,
    retry: false,
  })
