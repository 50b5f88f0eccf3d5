import { useQuery } from '@tanstack/react-query'
import type { AgentVersion } from '../../contract/agent-versions'
import { leftOut } from '../../contract/redact'
import { isWire, type Wire } from '../../contract/reply'
import { isMakeable, readContent } from '../../contract/version-content'
import { type FieldPath, fieldAt, versionFields } from '../../contract/version-fields'
import { agentVersionQueries } from '../../queries/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import { hasChanges } from '../-shared/changed-fields'
import { useAgent } from '../-shared/reported-agents'
import { fromRequest, type ReadRequest } from './-agent-form'

/** What a new agent or version starts from. */
export interface VersionSource extends ReadRequest {
  readonly versionId: string
  /** Fields of it, and of its prompt, that the form does not have, but that belong to what a version does. */
  readonly further: Wire
  /** Secrets of it that were not stored (D446), by path: those of the form have to be entered again, others do not go along. */
  readonly secrets: readonly string[]
}

/** Undeclared fields that the service makes: never sent. */
const OWN = /^(.*Id|versions|status|agent|organization|createdBy|updatedBy)$/

/** Whether a field that the form does not have goes along: it is set, and no service made it. */
function belongs([name, value]: [string, unknown]): boolean {
  if (value === undefined || value === null) return false
  if (!Object.hasOwn(versionFields, name)) return !OWN.test(name)
  return value !== fieldAt(name as FieldPath).unset
}

/** What a version of an agent holds: as the service reports it, else as this browser sent it. The newest when none is named. */
export function versionSource({
  agent,
  reported = [],
  versionId,
}: {
  agent: StoredAgent | null
  reported?: readonly AgentVersion[]
  versionId?: string | undefined
}): VersionSource | undefined {
  const stored = agent?.versions ?? []
  const wanted =
    versionId ??
    reported.find(({ content }) => isMakeable(content))?.id ??
    stored.find(({ request }) => isWire(request))?.versionId
  const version = reported.find(({ id, content }) => id === wanted && isMakeable(content))
  const content = version?.content ?? readContent(stored.find((each) => each.versionId === wanted)?.request)
  if (wanted === undefined || !content) return undefined
  const read = fromRequest(content)
  const furtherOf = (wire: unknown, prefix = '') =>
    Object.entries(isWire(wire) ? wire : {}).filter(
      (each) => read.unknown.includes(prefix + each[0]) && belongs(each) && leftOut(each[1]).length === 0,
    )
  const prompt = Object.fromEntries(furtherOf(content.prompt, 'prompt.'))
  return {
    ...read,
    versionId: wanted,
    further: { ...Object.fromEntries(furtherOf(content)), ...(hasChanges(prompt) && { prompt }) },
    secrets: leftOut(content),
  }
}

/** What a form can start from, read from this browser and from the service. */
export function useVersionSource(agentId: string, versionId: string | undefined) {
  const { agent, isPending } = useAgent(agentId)
  const service = useQuery(agentVersionQueries.list(agentId))
  return {
    agent,
    service,
    source: versionSource({ agent: agent ?? null, reported: service.data?.items, versionId }),
    isPending: isPending || service.isPending,
  }
}
