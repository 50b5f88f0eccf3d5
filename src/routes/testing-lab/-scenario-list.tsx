import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { type KnownScenario, nameOfScenario } from '../../queries/lab-scenarios'
import { buttonClass } from '../../ui/button'
import { Choice } from '../../ui/filters'
import { matchesSearch, SearchBox } from '../../ui/search-box'
import { StaleNotice } from '../-shared/stale-notice'
import { scenarioColumns } from './-lab-columns'
import { type LabPart, scenariosOf } from './-lab-data'
import { IN_SIGHT, LabTable } from './-lab-table'
import { words } from './-lab-words'
import type { LabSearch } from './index'

const ScenarioPanel = lazy(async () => ({ default: (await import('./-scenario-panel')).ScenarioPanel }))

/** What a run request of ours takes, and what an address has room for. */
const RUN_MAX = 500

const SORTABLE = ['name', 'id', 'agent']
const FILTERS = ['q', 'tag'] as const

/** The scenarios, with the way to run some of them. */
export function ScenarioList({
  scenarios,
  search,
  change,
  agent,
  agents,
  chosen,
  onChosen,
}: {
  scenarios: LabPart<KnownScenario>
  search: LabSearch
  change: (next: LabSearch) => void
  agent: StoredAgent | undefined
  agents: readonly StoredAgent[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}) {
  const { q = '', tag, scenario: openId } = search
  const columns = useMemo(() => scenarioColumns(agents, agent !== undefined), [agents, agent])
  const ours = useMemo(
    () => (agent ? scenariosOf(scenarios.items, agent.testingLabId) : scenarios.items),
    [scenarios.items, agent],
  )
  const tags = useMemo(() => [...new Set(ours.flatMap((each) => each.tags))].toSorted(), [ours])
  const shown = useMemo(
    () =>
      ours.filter(
        (each) =>
          (!tag || each.tags.includes(tag)) &&
          matchesSearch(q, [
            nameOfScenario(each),
            each.key,
            each.told?.instructions,
            each.told?.expectedOutcome,
            each.note?.note,
            ...each.tags,
          ]),
      ),
    [ours, q, tag],
  )
  return (
    <>
      {scenarios.items.length > 0 && <StaleNotice error={scenarios.error} title={words.stale} />}
      {ours.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox label={words.search} value={q} onChange={(text) => change({ q: text || undefined })} />
          {tags.length > 0 && (
            <Choice
              label={words.tag}
              all={words.allTags}
              choices={tags.map((each) => ({ value: each, label: each }))}
              value={tag}
              onChange={(value) => change({ tag: value })}
            />
          )}
        </div>
      )}
      <LabTable
        part={scenarios}
        search={search}
        sortable={SORTABLE}
        change={change}
        filters={FILTERS}
        name={words.scenarios}
        noun={words.scenarioNoun}
        rows={shown}
        total={ours.length}
        rowLabel={nameOfScenario}
        columns={columns}
        onOpen={({ key }) => change({ scenario: key })}
        openKey={openId}
        selection={chosen}
        onSelectionChange={onChosen}
        bulkActions={(keys) =>
          keys.length > RUN_MAX ? (
            <span className="text-sm text-ink-muted">{words.tooMany(RUN_MAX)}</span>
          ) : (
            <Link
              to="/testing-lab/run"
              search={{ agent: agent?.agentId, scenarios: keys.join(',') }}
              className={buttonClass('secondary', 'sm')}
            >
              {words.runChosen(keys.length)}
            </Link>
          )
        }
        maxHeight={IN_SIGHT}
        nothingYet={{
          ...words.emptyScenarios,
          action: (
            <Link to="/testing-lab/generate" search={{ agent: agent?.agentId }} className={buttonClass()}>
              {words.generate}
            </Link>
          ),
        }}
      />
      {openId && (
        <Suspense>
          <ScenarioPanel
            key={openId}
            id={openId}
            scenario={scenarios.items.find(({ key }) => key === openId)}
            pending={scenarios.pending}
            agents={agents}
            canWrite={scenarios.listed === true}
            onClose={() => change({ scenario: undefined })}
          />
        </Suspense>
      )}
    </>
  )
}
