import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { TestEvidence } from '../ledger/entry'
import { keys } from './keys'
import { connectedLedger, ledgerOf } from './ledger'

export type { TestEvidence } from '../ledger/entry'

/** Evidence before it is stored: the connected service, an id and the time are added. */
export type NewEvidence = Omit<TestEvidence, 'service' | 'id' | 'recordedAt'>

/** The newest evidence of a version by the time of its run. */
export function latestEvidence(
  all: readonly TestEvidence[] | undefined,
  versionId: string | undefined,
): TestEvidence | undefined {
  return all
    ?.filter((each) => each.versionId === versionId)
    .reduce<TestEvidence | undefined>(
      (latest, each) => (latest && Date.parse(latest.run.at) >= Date.parse(each.run.at) ? latest : each),
      undefined,
    )
}

export const evidenceQueries = {
  /** The evidence about all versions, newest first; of one agent, if named. */
  list: (agentId?: string) =>
    queryOptions({
      queryKey: [...keys.evidence, agentId ?? 'all'],
      queryFn: async ({ client }) => {
        const { ledger, service } = await connectedLedger(client)
        return ledger.evidence(service, agentId)
      },
    }),
}

/** Stores evidence. The service's own report of a run replaces its earlier one, so reading a run again adds nothing (D150). */
export async function saveEvidence(client: QueryClient, evidence: NewEvidence): Promise<TestEvidence> {
  const { ledger, service } = await connectedLedger(client)
  const recordedAt = new Date().toISOString()
  const { knownFrom, run, versionId } = evidence
  const id =
    knownFrom === 'service' && run.id !== undefined
      ? `run ${run.id} ${versionId}`
      : `${recordedAt} ${Math.random().toString(36).slice(2)}`
  const stored: TestEvidence = { ...evidence, service, recordedAt, id }
  await ledger.saveEvidence(stored)
  return stored
}

export const evidenceMutations = {
  /** Stores evidence about a version. Nothing is sent. */
  add: () =>
    mutationOptions({
      mutationFn: (evidence: NewEvidence, { client }) => saveEvidence(client, evidence),
      meta: { invalidates: [keys.evidence, keys.ledger] },
    }),

  /** Removes evidence. Resolves with it, for Undo. */
  remove: () =>
    mutationOptions({
      mutationFn: async (evidence: TestEvidence, { client }) => {
        await (await ledgerOf(client)).removeEvidence(evidence.service, evidence.id)
        return evidence
      },
      meta: { invalidates: [keys.evidence, keys.ledger] },
    }),

  /** Puts evidence back as it was. */
  restore: () =>
    mutationOptions({
      mutationFn: async (evidence: TestEvidence, { client }) =>
        (await ledgerOf(client)).saveEvidence(evidence),
      meta: { invalidates: [keys.evidence, keys.ledger] },
    }),
}
