import type { AgentVersion } from '../../contract/agent-versions'
import { isWire, type Wire } from '../../contract/reply'
import type { StoredAgent } from '../../queries/agents'
import { fromRequest, type ReadRequest } from './-from-request'

/** What a new agent or version starts from. */
export interface VersionSource extends ReadRequest {
  readonly versionId: string
  readonly label?: string
  /** Fields of it that the form does not have, but that belong to what a version does. */
  readonly further: Wire
}

/** What a version is, not what it does: made by the service, and never sent. */
const OWN =
  /^(_?id|.*Id|version|versions|versionNumber|deployed|isDeployed|isActive|status|agent|organization|createdAt|updatedAt|created_at|updated_at|createdBy|updatedBy)$/

/** What every version is that says nothing else. */
const isUsual = (name: string, value: unknown) =>
  value === undefined || value === null || (name === 'mode' && value === 'PROMPT')

const belongs = ([name, value]: [string, unknown]) => !isUsual(name, value) && !OWN.test(name)

/** What is known of a version of an agent: as the service tells it, else as this browser sent it. Of the newest when none is named. */
export function versionSource({
  agent,
  told = [],
  versionId,
}: {
  agent: StoredAgent | null
  told?: readonly AgentVersion[]
  versionId?: string | undefined
}): VersionSource | undefined {
  const known = agent?.versions ?? []
  const wanted =
    versionId ??
    told.find(({ prompt }) => prompt)?.id ??
    known.find(({ request }) => isWire(request))?.versionId
  const version = told.find(({ id, prompt }) => id === wanted && prompt !== undefined)
  const kept = known.find((each) => each.versionId === wanted)
  const request = version ? asRequest(version) : kept?.request
  if (wanted === undefined || !isWire(request)) return undefined
  const read = fromRequest(request)
  const names = read.unknown.filter((name) => !name.includes('.'))
  const further = Object.fromEntries(
    Object.entries(request)
      .filter(([name]) => names.includes(name))
      .filter(belongs),
  )
  const label = kept?.label ?? (version?.version === undefined ? undefined : String(version.version))
  return { ...read, versionId: wanted, label, further }
}

/** A version as the request that would make it. */
function asRequest({ other, prompt, ...fields }: AgentVersion): Wire {
  return {
    ...other,
    ...fields,
    prompt: prompt && {
      system: prompt.system,
      variables: prompt.variables.map(({ name, required = false, defaultValue = '' }) => ({
        name,
        required,
        defaultValue,
      })),
      tools: prompt.tools,
      preBuiltTools: prompt.preBuiltTools,
    },
  }
}
