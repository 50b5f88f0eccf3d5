import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { TestEvidence } from '../ledger/entry'
import { keys } from './keys'
import { connectedLedger, ledgerOf } from './ledger'

export type { TestEvidence } from '../ledger/entry'

/** What is told of a test of one version; the connected service, an id and the time are added. */
export type NewEvidence = Omit<TestEvidence, 'service' | 'id' | 'recordedAt'>

/**
 * What the service tells of a run replaces what it told of that run before; what a person enters stands beside it. So reading a run again adds
 * nothing (D150).
 */
const idOf = ({ knownFrom, run, versionId }: NewEvidence, random: string) =>
  knownFrom === 'service' && run.id !== undefined ? `run ${run.id} ${versionId}` : random

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
  /** What is known of tests of all versions, newest first; of one agent, if named. */
  list: (agentId?: string) =>
    queryOptions({
      queryKey: [...keys.evidence, agentId ?? 'all'],
      queryFn: async ({ client }) => {
        const { ledger, service } = await connectedLedger(client)
        return ledger.evidence(service, agentId)
      },
    }),
}

/** Keeps evidence about a version of the connected service. */
export async function keepEvidence(client: QueryClient, told: NewEvidence): Promise<TestEvidence> {
  const { ledger, service } = await connectedLedger(client)
  const recordedAt = new Date().toISOString()
  const random = `${recordedAt} ${Math.random().toString(36).slice(2)}`
  const evidence: TestEvidence = { ...told, service, recordedAt, id: idOf(told, random) }
  await ledger.saveEvidence(evidence)
  return evidence
}

export const evidenceMutations = {
  /** Keeps evidence about a version. Nothing is sent. */
  add: () =>
    mutationOptions({
      mutationFn: (told: NewEvidence, { client }) => keepEvidence(client, told),
      meta: { invalidates: [keys.evidence, keys.ledger] },
    }),

  /** Takes evidence away. Resolves with it, for Undo. */
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
