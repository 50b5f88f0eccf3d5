import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isWhole, type ListReply } from '../../contract/reply'
import type { StoredAgent } from '../../queries/agents'
import { isNotFound } from '../../queries/extension'
import {
  idFrom,
  type LabRun,
  type LabScenario,
  labAgentOfRun,
  runsFrom,
  type StoredLab,
  scenariosFrom,
  versionOfRun,
} from '../../queries/lab-records'
import { agentOfLab } from '../../queries/run-evidence'
import { runQueries } from '../../queries/runs'
import type { NumberedVersion } from '../../queries/service-versions'
import { labQueries } from '../../queries/testing-lab'
import { countOf } from '../../ui/numbers'
import { exactTime } from '../../ui/time-words'
import type { ListQuery } from '../-shared/list-table'
import { inSentence, versionTitle } from '../-shared/version-name'

/** The scenarios or the runs, from this browser and the service, and how reading them went. */
export interface LabPart<T> extends ListQuery {
  readonly items: readonly T[]
  readonly error: Error | null
  /** Whether the service lists them; `undefined`: not asked yet. */
  readonly listed: boolean | undefined
  readonly cutShort: boolean
  /** The service did not answer once, and is asked again. */
  readonly isSilent: boolean
}

const nothing: readonly never[] = []

/** Nothing of it could be read. `rows`: those of it that are asked for, such as of one agent. */
export const isUnread = ({ error, items }: LabPart<unknown>, rows: readonly unknown[] = items): boolean =>
  error !== null && rows.length === 0

export function useScenarios(): LabPart<LabScenario> {
  return useLabPart(scenariosFrom, useQuery(labQueries.scenarios()))
}

export function useRuns(): LabPart<LabRun> {
  return useLabPart(runsFrom, useQuery(runQueries.list()))
}

/** `begunAt`: when it was asked for, an ISO time. */
type Listing<Listed> = (ListReply<Listed> & { readonly begunAt?: string }) | null

/** When a list was asked for that has all there is. */
export const wholeAt = (list: Listing<unknown> | undefined): string | undefined =>
  list && isWhole(list) ? list.begunAt : undefined

function useLabPart<Listed, T>(
  join: (stored: StoredLab, listed?: readonly Listed[], wholeAt?: string) => readonly T[],
  listing: UseQueryResult<Listing<Listed>>,
): LabPart<T> {
  const stored = useQuery(labQueries.stored())
  const items = useMemo(
    () => (stored.data ? join(stored.data, listing.data?.items, wholeAt(listing.data)) : nothing),
    [join, stored.data, listing.data],
  )
  return {
    items,
    isPending: stored.isPending || (listing.isPending && items.length === 0),
    error: stored.error ?? listing.error,
    listed: listing.data === undefined ? undefined : listing.data !== null,
    cutShort: listing.data?.nextCursor !== undefined,
    isSilent: listing.isPending && listing.failureCount > 0,
    refetch: () => {
      void stored.refetch()
      void listing.refetch()
    },
    isFetching: stored.isFetching || listing.isFetching,
  }
}

/** One run with its conversations. A run that only the service has is read by its number. */
export function useRun(key: string | undefined, runs: readonly LabRun[]) {
  const found = runs.find((run) => key !== undefined && (run.key === key || run.sent?.entryId === key))
  const id = found ? found.id : key !== undefined && /^\d+$/.test(key) ? idFrom(key) : undefined
  const detail = useQuery({ ...runQueries.one(id ?? ''), enabled: id !== undefined })
  const run: LabRun | undefined =
    key !== undefined && (found || detail.data)
      ? { ...(found ?? { key, id }), run: detail.data ?? found?.run }
      : undefined
  // What is listed has no conversations, so nothing can be said of its scenarios.
  const isUnread = Boolean(run && detail.error && !detail.data && !isNotFound(detail.error))
  return { run, detail, pending: id !== undefined && detail.isPending, isUnread }
}

/** The agent of a run, where this browser stores it. */
export function agentOfRun(run: LabRun, agents: readonly StoredAgent[]): StoredAgent | undefined {
  const versionId = versionOfRun(run)
  return (
    agents.find(({ agentId }) => agentId === run.sent?.agentId) ??
    agents.find(({ versions }) => versions.some((version) => version.versionId === versionId)) ??
    agentOfLab(agents, labAgentOfRun(run))
  )
}

/** The runs of one agent; of all where none is given. */
export const runsOf = (
  runs: readonly LabRun[],
  agent: StoredAgent | undefined,
  agents: readonly StoredAgent[],
): readonly LabRun[] => (agent ? runs.filter((run) => agentOfRun(run, agents) === agent) : runs)

/** What a run is called. */
export const nameOfRun = ({ run, sent, note }: LabRun): string | undefined => {
  const asked = sent?.request.name
  return note?.name || run?.name || (typeof asked === 'string' && asked !== '' ? asked : undefined)
}

/** What a run is called, or what stands in for its name: its number, else what was asked for and when. */
export function titleOfRun(run: LabRun): string {
  const name = nameOfRun(run)
  if (name) return name
  if (/^\d+$/.test(run.key)) return `Run ${run.key}`
  const scenarios = run.sent?.request.scenarios
  const of = Array.isArray(scenarios) ? ` of ${countOf(scenarios.length, 'scenario')}` : ''
  return `Run${of}${run.at ? `, ${exactTime(Date.parse(run.at)).split(/:\d\d GMT/)[0]}` : ''}`
}

/** The scenarios of an agent, by its integer id. */
export const scenariosOf = (
  scenarios: readonly LabScenario[],
  testingLabId: number | undefined,
): readonly LabScenario[] =>
  testingLabId === undefined ? [] : scenarios.filter(({ labAgentId }) => labAgentId === testingLabId)

/** The way to two runs beside each other, the older one on the left. */
export const compareSearch = (runs: readonly LabRun[]) => ({
  runs: runs
    .toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
    .map(({ key }) => key)
    .join(','),
})

/** The agent and the version of a run: "Returns desk, version 5". */
export function testedText(run: LabRun, agent: StoredAgent | undefined): string {
  const version = versionText(run, agent) ?? ''
  return agent && version ? `${agent.name}, ${inSentence(version)}` : (agent?.name ?? version)
}

/** What the tested version is called: "Version 5". */
export function versionText(run: LabRun, agent: StoredAgent | undefined): string | undefined {
  const versionId = versionOfRun(run)
  if (versionId === undefined) return undefined
  const version: NumberedVersion | undefined = agent?.versions.find((each) => each.versionId === versionId)
  const number = run.run?.versionNumber ?? version?.number
  return versionTitle({ ...version, versionId, number })
}

/** What a list of the lab shows of how its rows were read. */
export const listOfPart = <Row>(part: LabPart<Row>, rows: readonly Row[]) => ({
  query: part,
  rows: isUnread(part, rows) || (part.isPending && part.items.length === 0) ? undefined : rows,
  note: part.cutShort ? 'The service has more than could be read.' : undefined,
})
