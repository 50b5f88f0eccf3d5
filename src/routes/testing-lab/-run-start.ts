import type { AgentVersions } from '../../contract/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import type { KnownRun } from '../../queries/lab-runs'
import type { KnownScenario } from '../../queries/lab-scenarios'
import { agentOfRun } from './-lab-data'
import { emptyRun, fromRun, type RunValues } from './-run-form'
import { notPassed, resultsOf } from './-run-numbers'
import { words } from './-run-words'
import type { RunSearch } from './run'

/** What the form of a run begins from. */
export interface RunStart {
  readonly agents: readonly StoredAgent[]
  readonly scenarios: readonly KnownScenario[]
  /** The run that the form begins from. */
  readonly from: KnownRun | undefined
  readonly search: RunSearch
  /** The version that wants testing before it is deployed (§4), where it can be named to the service. */
  readonly candidate: string | undefined
}

/** What the form begins with: an earlier run, or what the address names. */
export function firstValues({ agents, scenarios, from, search, candidate }: RunStart): RunValues {
  if (from) {
    const results = resultsOf(from)
    const keys =
      search.only === 'failed'
        ? notPassed(results).map(String)
        : results.map(({ key }) => key).filter(Boolean)
    return fromRun(from, agentOfRun(from, agents)?.agentId, keys)
  }
  const ids = search.scenarios?.split(',').filter(Boolean) ?? []
  const [first] = ids
  const labId = scenarios.find(({ key }) => key === first)?.labAgentId
  const agent =
    agents.find(({ agentId }) => agentId === search.agent) ??
    agents.find(({ testingLabId }) => testingLabId !== undefined && testingLabId === labId)
  return {
    ...emptyRun,
    agent: agent?.agentId ?? '',
    agent_id: agent?.testingLabId ?? labId ?? null,
    choice: ids.length > 0 ? 'selection' : search.tag ? 'tag' : 'all',
    tag: search.tag ?? '',
    scenarios: ids,
    version: search.version ?? candidate ?? '',
  }
}

/** The versions of an agent, newest first: as the service tells them, else as this browser knows them. */
export function offeredVersions(agent: StoredAgent | undefined, told: AgentVersions | null | undefined) {
  const known = agent?.versions ?? []
  const labelOf = (id: string) => known.find(({ versionId }) => versionId === id)?.label
  const note = (isDeployed: boolean | undefined) => (isDeployed ? words.deployedNote : undefined)
  if (told)
    return told.items.map(({ id, version, deployed }) => ({
      id,
      label: labelOf(id) ?? (version === undefined ? id : words.versionNumber(version)),
      note: note(deployed),
    }))
  return known.map(({ versionId: id, label }) => ({
    id,
    label: label ?? agent?.name ?? id,
    note: note(id === agent?.deployedVersionId),
  }))
}
