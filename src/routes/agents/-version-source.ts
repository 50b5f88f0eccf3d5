import { isWire } from '../../contract/reply'
import type { KnownAgent } from '../../queries/agents'
import { fromRequest, type ReadRequest } from './-from-request'

/** What a new agent or version starts from. */
export type VersionSource = ReadRequest & { readonly versionId: string; readonly label?: string }

/** What is known of a version of an agent, as form values; of the newest that anything is known of when none is named. */
export function sourceOf(agent: KnownAgent, versionId?: string): VersionSource | undefined {
  const found = agent.versions.find((each) =>
    versionId === undefined ? isWire(each.request) : each.versionId === versionId,
  )
  if (!found || !isWire(found.request)) return undefined
  return { ...fromRequest(found.request), versionId: found.versionId, label: found.label }
}
