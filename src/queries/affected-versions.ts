import { fieldOf } from '../contract/version-content'
import type { StoredAgent } from '../ledger/entry'

/** A version of an agent that answers from one of these collections. */
export interface AffectedVersion {
  readonly agentId: string
  readonly agentName: string
  readonly versionId: string
  readonly label?: string
  readonly deployed: boolean
  readonly collectionIds: readonly string[]
}

/**
 * The versions of these agents that answer from one of these collections (D12), deployed ones first. Agents that are not known here may use
 * them too; the interface does not say (§4 gaps).
 */
export function affectedVersions(
  agents: readonly StoredAgent[],
  collectionIds: readonly string[],
): readonly AffectedVersion[] {
  return agents
    .flatMap(({ agentId, name, versions, deployedVersionId }) =>
      versions.map(({ versionId, label, request }) => {
        const attached = fieldOf(request, 'knowledgeBaseCollectionIds')
        const used = collectionIds.filter((id) => attached.includes(id))
        const deployed = versionId === deployedVersionId
        return { agentId, agentName: name, versionId, label, deployed, collectionIds: used }
      }),
    )
    .filter((each) => each.collectionIds.length > 0)
    .toSorted((one, other) => Number(other.deployed) - Number(one.deployed))
}
