import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { TestEvidence } from '../ledger/entry'
import { keys } from './keys'
import { connectedLedger, recorded, recording } from './ledger'

export type { TestEvidence } from '../ledger/entry'

/** Evidence before it is stored: the connected service, an id and the time are added. */
export type NewEvidence = Omit<TestEvidence, 'service' | 'id' | 'recordedAt'>

export const newestRunFirst = (one: TestEvidence, other: TestEvidence) =>
  Date.parse(other.run.at) - Date.parse(one.run.at)

/** The newest evidence of a version by the time of its run. */
export const latestEvidence = (
  all: readonly TestEvidence[] | undefined,
  versionId: string | undefined,
): TestEvidence | undefined => all?.filter((each) => each.versionId === versionId).toSorted(newestRunFirst)[0]

export const evidenceQueries = {
  /** The evidence about all versions, newest first; of one agent, if named. */
  list: (agentId?: string) =>
    recorded([...keys.evidence, agentId ?? 'all'], (ledger, service) => ledger.evidence(service, agentId)),
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
  add: () =>
    mutationOptions({
      mutationFn: (evidence: NewEvidence, { client }) => saveEvidence(client, evidence),
      meta: { invalidates: [keys.evidence, keys.ledger] },
    }),

  /** Removes evidence. Resolves with it, for Undo. */
  remove: () =>
    recording([keys.evidence], async (evidence: TestEvidence, ledger) => {
      await ledger.removeEvidence(evidence.service, evidence.id)
      return evidence
    }),

  restore: () =>
    recording([keys.evidence], (evidence: TestEvidence, ledger) => ledger.saveEvidence(evidence)),
}
