import { createFileRoute, Link } from '@tanstack/react-router'
import { FlaskConical, Play } from 'lucide-react'
import { listRuns } from '../../contract/runs'
import { listScenarios } from '../../contract/testing-lab'
import { agentQueries } from '../../queries/agents'
import { prefetch } from '../../queries/prefetch'
import { runQueries } from '../../queries/runs'
import { labQueries } from '../../queries/testing-lab'
import { Button, buttonClass } from '../../ui/button'
import { Choice, FilterChips } from '../../ui/filters'
import { Page } from '../../ui/page'
import { late } from '../-shared/late'
import { useReportedAgents } from '../-shared/reported-agents'
import { searchOneOf, searchParams, searchText } from '../-shared/search-text'
import { useUnlisted } from '../-shared/use-offered'
import { isUnread, type LabPart, runsOf, scenariosOf, useRuns, useScenarios } from './-lab-data'
import { RunList } from './-run-list'
import { ScenarioList } from './-scenario-list'

const AddById = late(async () => (await import('./-add-by-id')).AddById)
// Only of an agent that was chosen; its room is kept.
const LabPath = late(
  async () => (await import('./-lab-path')).LabPath,
  <div className="min-h-[2.625rem] max-sm:min-h-[3.75rem]" />,
)
const WriteScenario = late(async () => (await import('./-write-scenario')).WriteScenario)

export const Route = createFileRoute('/testing-lab/')({
  validateSearch: searchParams({
    tab: searchOneOf(['runs']),
    q: searchText,
    tag: searchText,
    agent: searchText,
    sort: searchText,
    scenario: searchText,
    // Which dialog is open.
    add: searchOneOf(['scenario', 'run', 'write']),
    // The conversation that a new scenario is filled from.
    thread: searchText,
    call: searchText,
  }),
  loader: ({ context }) =>
    prefetch(context, [labQueries.stored(), labQueries.scenarios(), runQueries.list(), agentQueries.list()]),
  head: () => ({ meta: [{ title: 'Testing lab · Switchboard' }] }),
  component: TestingLab,
})

const noAgents: readonly never[] = []

const waiting = <T,>(part: LabPart<T>, waits: boolean): LabPart<T> =>
  waits ? { ...part, items: noAgents, isPending: true } : part

/** Absent where nobody knows: none here, and the service does not list them, is not none. */
const knownCount = (part: LabPart<unknown>, rows: readonly unknown[]) =>
  part.isPending || isUnread(part, rows) || (part.listed === false && rows.length === 0)
    ? undefined
    : rows.length

function TestingLab() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { agents = noAgents, agent, pending, awaitsNames } = useReportedAgents(search.agent)
  // An agent of the address narrows the lists, so they wait for it.
  const waits = search.agent !== undefined && pending
  const scenarios = waiting(useScenarios(), waits)
  const runs = waiting(useRuns(), waits)
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const isRuns = search.tab === 'runs'
  const kind = isRuns ? 'run' : 'scenario'
  const tab = `${kind}s` as const
  const isListed = (isRuns ? runs : scenarios).listed
  const unlisted = useUnlisted(
    isRuns ? listRuns : listScenarios,
    tab,
    `${isRuns ? 'run' : 'generated'} or added in`,
    isListed,
  )
  // What the service lists needs no id.
  const isUnlisted = isListed === false
  const beside =
    !isRuns || isUnlisted ? (
      <span className="flex grow flex-wrap justify-end gap-2">
        <Button writes onClick={() => change({ add: isUnlisted ? kind : 'write' })}>
          {isUnlisted ? `Add ${kind} by id` : 'Write a scenario'}
        </Button>
      </span>
    ) : undefined
  const shared = { agent, agents, beside, unlisted }
  return (
    <Page
      title="Testing lab"
      context="Test conversations with a version of an agent."
      fill
      action={
        <>
          <Link to="/testing-lab/run" search={{ agent: search.agent }} className={buttonClass('secondary')}>
            <Play size={16} aria-hidden />
            Run scenarios
          </Link>
          <Link
            to="/testing-lab/generate"
            search={{ agent: search.agent }}
            // The panel of a scenario has a main action of its own.
            className={buttonClass(search.scenario ? 'secondary' : 'primary')}
          >
            <FlaskConical size={16} aria-hidden />
            Generate scenarios
          </Link>
        </>
      }
    >
      {/* Which version is the newest is told by all of them. */}
      {search.agent && (agent || pending) && <LabPath agent={pending ? undefined : agent} />}
      <div className="@container flex min-h-0 grow flex-col gap-4 max-sm:gap-2">
        {/* Where there is room, the head of the list stands beside it. */}
        <div className="flex flex-wrap items-center gap-3 @min-[62rem]:z-1 @min-[62rem]:-mb-12 @min-[62rem]:w-96 @min-[62rem]:[&~*_:has(>search)]:pl-96">
          <FilterChips
            label="What is shown"
            choices={[
              {
                value: 'scenarios',
                label: 'Scenarios',
                count: knownCount(
                  scenarios,
                  agent ? scenariosOf(scenarios.items, agent.testingLabId) : scenarios.items,
                ),
              },
              {
                value: 'runs',
                label: 'Runs',
                count: knownCount(runs, runsOf(runs.items, agent, agents)),
              },
            ]}
            value={tab}
            onChange={(value) =>
              change({ tab: value === 'runs' ? 'runs' : undefined, q: undefined, sort: undefined })
            }
          />
          <Choice
            hideLabel
            label="Agent"
            all="All agents"
            choices={agents.map(({ agentId, name }) => ({ value: agentId, label: name }))}
            value={search.agent}
            onChange={(value) => change({ agent: value })}
          />
        </div>
        {isRuns ? (
          <RunList key={search.agent} runs={runs} {...shared} />
        ) : (
          <div className="contents">
            <ScenarioList key={search.agent} scenarios={scenarios} awaitsNames={awaitsNames} {...shared} />
          </div>
        )}
      </div>
      {/* The dialogs begin with fields of the agent, so they wait for it. */}
      {!pending && (search.add === 'scenario' || search.add === 'run') && (
        <AddById
          kind={search.add}
          labAgentId={agent?.testingLabId}
          onClose={() => change({ add: undefined })}
        />
      )}
      {!pending && search.add === 'write' && (
        <WriteScenario
          agentId={search.agent}
          labAgentId={agent?.testingLabId}
          thread={search.thread}
          call={search.call}
          onClose={() => change({ add: undefined, thread: undefined, call: undefined })}
        />
      )}
    </Page>
  )
}
