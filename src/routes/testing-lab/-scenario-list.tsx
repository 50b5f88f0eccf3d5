import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { type LabScenario, nameOfScenario } from '../../queries/lab-records'
import { agentOfLab } from '../../queries/run-evidence'
import { buttonClass } from '../../ui/button'
import { countOf, isolated } from '../../ui/numbers'
import type { Column } from '../../ui/table-columns'
import { late } from '../-shared/late'
import { type List, ListTable } from '../-shared/list-table'
import { type LabPart, listOfPart, scenariosOf } from './-lab-data'

const ScenarioPanel = late(async () => (await import('./-scenario-panel')).ScenarioPanel)

/** What a run request of ours takes, and what an address has room for. */
const RUN_MAX = 500

/** `agents` names those that the scenarios are for; `awaitsNames`: a number would soon give way to one; `ofOne`: all are for the same. */
function listOf(agents: readonly StoredAgent[], awaitsNames: boolean, ofOne: boolean): List<LabScenario> {
  const agentOf = ({ labAgentId }: LabScenario) =>
    agentOfLab(agents, labAgentId)?.name ?? (awaitsNames ? undefined : labAgentId?.toString())
  return {
    name: 'Scenarios',
    noun: ['scenario', 'scenarios'],
    keyOf: ({ key }) => key,
    labelOf: nameOfScenario,
    textsOf: (each) => [
      nameOfScenario(each),
      each.key,
      each.reported?.instructions,
      each.reported?.expectedOutcome,
      each.note?.note,
      ...each.tags,
    ],
    recorded: true,
    empty: {
      title: 'No scenarios yet',
      text: 'A scenario says what a simulated customer wants and what the agent must do.',
      how: 'Generate some, then add your own edge cases.',
    },
    filters: [
      {
        param: 'tag',
        label: 'Tag',
        all: 'All tags',
        look: 'choice',
        of: ({ tags }) => tags,
      },
    ],
    columns: [
      {
        id: 'name',
        header: 'Scenario',
        sortValue: nameOfScenario,
        opens: true,
      },
      {
        id: 'tags',
        header: 'Tags',
        cell: ({ tags }) => tags.map(isolated).join(', '),
      },
      ...(ofOne
        ? []
        : [
            {
              id: 'agent',
              header: 'Agent',
              width: 160,
              sortValue: agentOf,
            } satisfies Column<LabScenario>,
          ]),
      {
        id: 'expected',
        header: 'Expected outcome',
        // With less it takes from the names and says nothing itself.
        width: 280,
        narrow: 'hide',
        cell: ({ reported }) => reported?.expectedOutcome,
      },
      {
        id: 'id',
        header: 'Id',
        width: 84,
        align: 'end',
        narrow: 'hide',
        cell: ({ key }) => <code>{key}</code>,
        sortValue: ({ key }) => Number(key),
        sortFirst: 'desc',
      },
    ],
  }
}

/** The scenarios, with the way to run some of them. */
export function ScenarioList({
  scenarios,
  agent,
  agents,
  awaitsNames,
  ...rest
}: {
  scenarios: LabPart<LabScenario>
  agent: StoredAgent | undefined
  agents: readonly StoredAgent[]
  awaitsNames: boolean
  beside: ReactNode
  unlisted: string | undefined
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ofOne = useSearch({ from: '/testing-lab/' }).agent !== undefined
  const list = useMemo(() => listOf(agents, awaitsNames, ofOne), [agents, awaitsNames, ofOne])
  const ours = useMemo(
    () => (agent ? scenariosOf(scenarios.items, agent.testingLabId) : scenarios.items),
    [scenarios.items, agent],
  )
  return (
    <ListTable
      list={list}
      {...listOfPart(scenarios, ours)}
      {...rest}
      selection={chosen}
      onSelectionChange={setChosen}
      bulkActions={(keys) =>
        keys.length > RUN_MAX ? (
          <span className="text-sm text-ink-muted">{`A run takes at most ${countOf(RUN_MAX, 'scenario')}; choose fewer, or run by tag.`}</span>
        ) : (
          <Link
            to="/testing-lab/run"
            search={{ agent: agent?.agentId, scenarios: keys.join(',') }}
            className={buttonClass('secondary', 'sm')}
          >
            {`Run ${countOf(keys.length, 'scenario')}`}
          </Link>
        )
      }
      firstAction={
        <Link to="/testing-lab/generate" search={{ agent: agent?.agentId }} className={buttonClass()}>
          Generate scenarios
        </Link>
      }
      panel={{
        param: 'scenario',
        show: ({ id, row, close }) => (
          <ScenarioPanel
            key={id}
            scenario={row ?? scenarios.items.find(({ key }) => key === id)}
            pending={scenarios.isPending}
            agents={agents}
            canWrite={scenarios.listed === true}
            onClose={close}
          />
        ),
      }}
    />
  )
}
