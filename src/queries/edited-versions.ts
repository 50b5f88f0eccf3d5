import type { QueryClient } from '@tanstack/react-query'
import type { AgentVersions } from '../contract/agent-versions'
import { type TestEvidence, testBegan } from '../ledger/entry'
import { deploymentQueries, saysDeployed } from './deployments'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import { readAnew } from './query-client'

/** Marks what was known of versions of an agent before they were changed in place. Resolves with whether anything was. */
export async function markChanged(
  client: QueryClient,
  agentId: string,
  isOld: (evidence: TestEvidence) => boolean,
): Promise<boolean> {
  const { ledger, service } = await connectedLedger(client)
  const old = (await ledger.evidence(service, agentId)).filter((each) => !each.changed && isOld(each))
  for (const each of old) await ledger.saveEvidence({ ...each, changed: true })
  return old.length > 0
}

/**
 * Marks evidence about drafts that the service reports as changed after the run began, whoever changed them (D918). What is or was deployed
 * is left out, because a deployment may move the time, too.
 */
export async function markEdited(
  client: QueryClient,
  agentId: string,
  reported: AgentVersions | null,
): Promise<void> {
  const deployed = saysDeployed(reported)
  if (!reported || !deployed) return
  const changedAt = new Map(reported.items.map(({ id, updatedAt = '' }) => [id, Date.parse(updatedAt)]))
  for (const id of deployed) changedAt.delete(id)
  const isOld = (each: TestEvidence) => Number(changedAt.get(each.versionId)) > testBegan(each)
  const { ledger, service } = await connectedLedger(client)
  if (!(await ledger.evidence(service, agentId)).some((each) => !each.changed && isOld(each))) return
  const deployments = await client.query({ ...deploymentQueries.ofAgent(agentId), staleTime: 0 })
  for (const { versionId } of deployments) changedAt.delete(versionId)
  // Evidence is read from the ledger alone.
  if (await markChanged(client, agentId, isOld)) await readAnew(client, keys.evidence)
}
