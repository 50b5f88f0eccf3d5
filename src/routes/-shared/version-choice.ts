import type { StoredAgent } from '../../queries/agents'
import type { NumberedVersion } from '../../queries/service-versions'
import type { Suggestion } from '../../ui/fields/suggestions'
import { shortenId } from '../../ui/short-id'

/** Which version a form chooses by itself: the deployed one, else the `newest`; the `deployed` one alone; or `none`, as the service chooses. */
export type Usual = 'newest' | 'deployed' | 'none'

/** The version that a form begins with. Empty: there is none. */
export const usualVersion = (agent: StoredAgent | undefined, usual: Usual = 'newest'): string =>
  agent?.deployedVersionId ?? (usual === 'newest' ? agent?.versions[0]?.versionId : undefined) ?? ''

/** A version of these agents by its id. */
export function findVersion(agents: readonly (StoredAgent | undefined)[], versionId: string) {
  for (const agent of agents) {
    const version = agent?.versions.find((each) => each.versionId === versionId)
    if (agent && version) return { agent, version }
  }
  return undefined
}

/** Whether a version is known to be of an agent other than this one. */
function isOfAnother(agents: readonly StoredAgent[], agentId: string, versionId: string): boolean {
  const others = agents.filter((each) => each.agentId !== agentId)
  return (
    findVersion(others, versionId) !== undefined ||
    others.some(({ deployedVersionId }) => deployedVersionId === versionId)
  )
}

/**
 * The version to choose once an agent was chosen, or the service has reported its versions; `undefined`: what was chosen stays. An id that no
 * agent here has stays, because somebody typed it.
 * - `stored`: the agent as this browser stored it; what was deployed then may be old news, and so may the newest where none was
 * - `isTyped`: a person named the version
 */
export function versionAfter(
  chosen: string,
  {
    agent,
    stored,
    agents,
    isTyped,
    usual,
  }: {
    agent: StoredAgent
    stored: StoredAgent | undefined
    agents: readonly StoredAgent[]
    isTyped: boolean
    usual?: Usual
  },
): string | undefined {
  const isAnothers = isOfAnother(agents, agent.agentId, chosen)
  if (usual === 'none') return isAnothers ? '' : undefined
  const isOld = !isTyped && chosen === usualVersion(stored, usual)
  return chosen === '' || isAnothers || isOld ? usualVersion(agent, usual) : undefined
}

/**
 * The same while nobody knows the agent: a version goes with the agent that it is of. One that a person named goes only with an agent that was
 * chosen in this form `before`.
 */
export const versionLeft = (
  chosen: string,
  agentId: string,
  {
    agents,
    before,
    isTyped,
  }: { agents: readonly StoredAgent[]; before: readonly StoredAgent[]; isTyped: boolean },
): string | undefined => (isOfAnother(isTyped ? before : agents, agentId, chosen) ? '' : undefined)

/**
 * The versions that a field offers: of the one agent that was chosen in its order; where none was, of all, agents of type `first` first, then
 * deployed versions. A version says whose it is unless its agent was chosen, also where there is but one agent, and by its id where two have one name.
 */
export function versionSuggestions(
  agents: readonly StoredAgent[],
  chosen: StoredAgent | undefined,
  first?: StoredAgent['agentType'],
): Suggestion[] {
  const isOne = chosen !== undefined
  return (chosen ? [chosen] : agents)
    .flatMap((agent) => {
      const hasNamesake = !isOne && agents.some((each) => each !== agent && each.name === agent.name)
      return agent.versions.map((version: NumberedVersion) => ({
        version,
        agent,
        hasNamesake,
        isDeployed: version.versionId === agent.deployedVersionId,
        isFirst: agent.agentType === first,
      }))
    })
    .toSorted((one, other) =>
      isOne
        ? 0
        : Number(other.isFirst) - Number(one.isFirst) || Number(other.isDeployed) - Number(one.isDeployed),
    )
    .map(({ version: { versionId: id, label, number }, agent, hasNamesake, isDeployed }) => {
      const name = calledAs({ label, number })
      const notes = [
        !isOne && agent.agentType,
        hasNamesake && `agent ${shortenId(agent.agentId)}`,
        isDeployed && 'deployed',
      ]
      return {
        id,
        label: isOne ? (name ?? agent.name) : [agent.name, name].filter(Boolean).join(', '),
        note: notes.filter(Boolean).join(', ') || undefined,
      }
    })
}

/** What a version is called among those of its agent: its label, else "Version 4". */
export const calledAs = ({ label, number }: Partial<NumberedVersion> = {}): string | undefined =>
  label ?? (number === undefined ? undefined : `Version ${number}`)

/** A version in words, by its id where it is called nothing. */
export const versionWords = (agent: StoredAgent | undefined, versionId: string): string =>
  calledAs(findVersion([agent], versionId)?.version) ?? shortenId(versionId)

/** What to know about a version before it is used. Empty: it is deployed. */
export function deployedDoubt(agent: StoredAgent | undefined, versionId: string): string {
  if (versionId === '' || agent?.deployedVersionId === versionId) return ''
  return agent?.deployedVersionId
    ? 'Another version of this agent is deployed.'
    : 'Deployment unconfirmed. Only a deployed version handles live traffic.'
}
