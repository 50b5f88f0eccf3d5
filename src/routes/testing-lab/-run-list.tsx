import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { type KnownRun, labAgentOfRun } from '../../queries/lab-runs'
import { buttonClass } from '../../ui/button'
import { matchesSearch, SearchBox } from '../../ui/search-box'
import { StaleNotice } from '../-shared/stale-notice'
import { runColumns } from './-lab-columns'
import { agentOfRun, type LabPart, nameOfRun, runsOf } from './-lab-data'
import { IN_SIGHT, LabTable } from './-lab-table'
import { words } from './-lab-words'
import { PassRate } from './-pass-rate'
import type { LabSearch } from './index'

const SORTABLE = ['name', 'id', 'state', 'rate', 'at']
const FILTERS = ['q'] as const
const labelOf = (run: KnownRun) => nameOfRun(run) ?? words.unnamedRun(run.key)

/** The runs, with the way to compare two of them. */
export function RunList({
  runs,
  search,
  change,
  agent,
  agents,
  chosen,
  onChosen,
}: {
  runs: LabPart<KnownRun>
  search: LabSearch
  change: (next: LabSearch) => void
  agent: StoredAgent | undefined
  agents: readonly StoredAgent[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}) {
  const { q = '' } = search
  const navigate = useNavigate()
  const columns = useMemo(() => runColumns(agents), [agents])
  const ours = useMemo(() => runsOf(runs.items, agent, agents), [runs.items, agent, agents])
  const shown = useMemo(
    () => ours.filter((run) => matchesSearch(q, [labelOf(run), run.key, ...(run.run?.tags ?? [])])),
    [ours, q],
  )
  const plotted = useMemo(() => ofOneAgent(shown, agents), [shown, agents])
  return (
    <>
      {runs.items.length > 0 && <StaleNotice error={runs.error} title={words.stale} />}
      {ours.length > 0 && (
        <div className="flex">
          <SearchBox
            label={words.searchRuns}
            value={q}
            onChange={(text) => change({ q: text || undefined })}
          />
        </div>
      )}
      <LabTable
        part={runs}
        search={search}
        sortable={SORTABLE}
        change={change}
        filters={FILTERS}
        name={words.runs}
        noun={words.runNoun}
        rows={shown}
        total={ours.length}
        rowLabel={labelOf}
        columns={columns}
        onOpen={({ key }) => void navigate({ to: '/testing-lab/runs/$runId', params: { runId: key } })}
        selection={chosen}
        onSelectionChange={onChosen}
        bulkActions={(keys) =>
          keys.length === 2 ? (
            // The list is newest first unless sorted otherwise, and what came first belongs on the left.
            <Link
              to="/testing-lab/compare"
              search={{ runs: inOrder(shown, keys).join(',') }}
              className={buttonClass('secondary', 'sm')}
            >
              {words.compareChosen}
            </Link>
          ) : (
            <span className="text-sm text-ink-muted">{words.compareHint}</span>
          )
        }
        maxHeight={`min(32rem, ${IN_SIGHT})`}
        nothingYet={{
          ...words.emptyRuns,
          action: (
            <Link to="/testing-lab/run" search={{ agent: agent?.agentId }} className={buttonClass()}>
              {words.run}
            </Link>
          ),
        }}
      />
      <PassRate {...plotted} />
    </>
  )
}

/** The runs of the agent that was tested last, since a line through several agents says nothing; it is named where there are several. */
function ofOneAgent(runs: readonly KnownRun[], agents: readonly StoredAgent[]) {
  const keyOfAgent = (run: KnownRun) => agentOfRun(run, agents)?.agentId ?? labAgentOfRun(run)
  const [first] = runs
  const own = first ? runs.filter((run) => keyOfAgent(run) === keyOfAgent(first)) : []
  if (!first || own.length === runs.length) return { runs }
  return {
    runs: own,
    agentName: agentOfRun(first, agents)?.name ?? words.chart.someAgent(labAgentOfRun(first)),
  }
}

/** The two keys, the older run first. */
const inOrder = (runs: readonly KnownRun[], keys: readonly string[]): readonly string[] =>
  runs
    .filter(({ key }) => keys.includes(key))
    .toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
    .map(({ key }) => key)
