import type { AgentVersion } from './agent-versions'
import type { Wire } from './reply'

/**
 * What a version is made of, by wire names, as the service tells it: without its id, number, times and whether it is deployed.
 * `undefined` where the service only names the version.
 */
export function versionContent(version: AgentVersion): Wire | undefined {
  if (!version.prompt) return undefined
  const {
    id: _id,
    agentId: _agent,
    version: _number,
    deployed: _deployed,
    createdAt: _created,
    updatedAt: _updated,
    prompt,
    other,
    ...fields
  } = version
  const variables = prompt.variables.map(({ other: more, ...variable }) => ({ ...variable, ...more }))
  const content = { ...fields, prompt: { ...prompt, ...prompt.other, variables, other: undefined }, ...other }
  // Fields that the service does not tell are absent, not `undefined`.
  return JSON.parse(JSON.stringify(content))
}
