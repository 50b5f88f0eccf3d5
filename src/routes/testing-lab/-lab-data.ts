import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { type KnownRun, labAgentOfRun, runsFrom, versionOfRun } from '../../queries/lab-runs'
import { type KnownScenario, scenariosFrom } from '../../queries/lab-scenarios'
import { labQueries } from '../../queries/testing-lab'
import { shortenId } from '../../ui/short-id'

/** What is known of scenarios and of runs, and how asking the service went. */
export interface LabPart<T> {
  readonly items: readonly T[]
  /** Nothing can be said yet. */
  readonly pending: boolean
  readonly error: Error | null
  /** Whether the service lists them; `undefined`: not known yet. */
  readonly listed: boolean | undefined
  readonly cutShort: boolean
  readonly retry: () => void
  readonly retrying: boolean
}

const nothing: readonly never[] = []

/** The scenarios that this browser and the service know. */
export function useScenarios(): LabPart<KnownScenario> {
  const kept = useQuery(labQueries.kept())
  const told = useQuery(labQueries.scenarios())
  const items = useMemo(
    () => (kept.data ? scenariosFrom(kept.data, told.data?.items) : nothing),
    [kept.data, told.data],
  )
  return partOf(items, kept, told)
}

/** The runs that this browser and the service know. */
export function useRuns(): LabPart<KnownRun> {
  const kept = useQuery(labQueries.kept())
  const told = useQuery(labQueries.runs())
  const items = useMemo(
    () => (kept.data ? runsFrom(kept.data, told.data?.items) : nothing),
    [kept.data, told.data],
  )
  return partOf(items, kept, told)
}

interface Asked {
  readonly data?: { readonly cutShort: boolean } | object | null
  readonly error: Error | null
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

const partOf = <T>(items: readonly T[], kept: Asked, told: Asked): LabPart<T> => ({
  items,
  pending: kept.isPending || (told.isPending && items.length === 0),
  error: kept.error ?? told.error,
  listed: told.data === undefined ? undefined : told.data !== null,
  cutShort: Boolean(told.data && 'cutShort' in told.data && told.data.cutShort),
  retry: () => {
    void kept.refetch()
    void told.refetch()
  },
  retrying: kept.isFetching || told.isFetching,
})

/** The agent of a run, where this browser knows it. */
export function agentOfRun(run: KnownRun, agents: readonly StoredAgent[]): StoredAgent | undefined {
  const labId = labAgentOfRun(run)
  const versionId = run.run?.versionId ?? run.sent?.versionId
  return (
    agents.find(({ agentId }) => agentId === run.sent?.agentId) ??
    agents.find(({ versions }) => versions.some((version) => version.versionId === versionId)) ??
    agents.find(({ testingLabId }) => testingLabId !== undefined && testingLabId === labId)
  )
}

/** The runs of one agent; of all where none is said. */
export const runsOf = (
  runs: readonly KnownRun[],
  agent: StoredAgent | undefined,
  agents: readonly StoredAgent[],
): readonly KnownRun[] => (agent ? runs.filter((run) => agentOfRun(run, agents) === agent) : runs)

/** What a run is called. */
export const nameOfRun = ({ run, sent, note }: KnownRun): string | undefined => {
  const asked = sent?.request.name
  return note?.name || run?.name || (typeof asked === 'string' && asked !== '' ? asked : undefined)
}

/** What a run is called, or what stands in for its name. */
export const titleOfRun = (run: KnownRun): string =>
  nameOfRun(run) ?? (/^\d+$/.test(run.key) ? `Run ${run.key}` : 'Run without an id')

/** The scenarios that are known to be made for an agent, by its integer id. */
export const scenariosOf = (
  scenarios: readonly KnownScenario[],
  testingLabId: number | undefined,
): readonly KnownScenario[] =>
  testingLabId === undefined ? [] : scenarios.filter(({ labAgentId }) => labAgentId === testingLabId)

/** What a version is called on these screens: its label, else the number that the service gave it, else its id. */
export function versionText(run: KnownRun, agent: StoredAgent | undefined): string | undefined {
  const versionId = versionOfRun(run)
  if (versionId === undefined) return undefined
  const label = agent?.versions.find((each) => each.versionId === versionId)?.label
  const number = run.run?.versionNumber
  return label ?? (number === undefined ? shortenId(versionId) : `no. ${number}`)
}

/** What stands above a list of the lab is left out of the window's height, so that the bar of a selection is in sight. */
export const IN_SIGHT = 'max(20rem, calc(100dvh - 20.5rem))'

/** What a list of the lab says of how its rows were read; of several lists in one, `rows` are those that it shows. */
export const listOfPart = <Row>(part: LabPart<Row>, rows: readonly Row[]) => ({
  query: { error: part.error, isPending: part.pending, isFetching: part.retrying, refetch: part.retry },
  rows: part.error && part.items.length === 0 ? undefined : rows,
  note:
    part.listed === false
      ? 'Generated, run or added in this browser.'
      : part.cutShort
        ? 'The service has more than could be read.'
        : undefined,
})
