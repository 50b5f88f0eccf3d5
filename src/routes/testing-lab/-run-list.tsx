import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { type KnownRun, labAgentOfRun, verdictOfCounts } from '../../queries/lab-runs'
import { buttonClass } from '../../ui/button'
import { matchesSearch } from '../../ui/search-box'
import { TimeText } from '../../ui/time-text'
import { type List, ListTable } from '../-shared/list-table'
import { RunBadge, VerdictBadge } from './-lab-badges'
import { agentOfRun, IN_SIGHT, type LabPart, listOfPart, runsOf, titleOfRun, versionText } from './-lab-data'
import { PassRate } from './-pass-rate'
import { numbersOf, passedText, passRate } from './-run-numbers'

const none = <span className="text-ink-muted">–</span>

const listOf = (agents: readonly StoredAgent[]): List<KnownRun> => ({
  name: 'Runs',
  noun: ['run', 'runs'],
  keyOf: ({ key }) => key,
  labelOf: titleOfRun,
  textsOf: (run) => [titleOfRun(run), run.key, ...(run.run?.tags ?? [])],
  recorded: true,
  empty: {
    title: 'No runs yet',
    text: 'A run holds each chosen scenario as a conversation with one version of an agent and judges what came of it.',
  },
  columns: [
    {
      id: 'name',
      header: 'Run',
      cell: titleOfRun,
      sortValue: titleOfRun,
      opens: true,
    },
    {
      id: 'id',
      header: 'Id',
      width: 84,
      align: 'end',
      narrow: 'hide',
      cell: ({ id }) => (id === undefined ? none : <code>{id}</code>),
      sortValue: ({ id }) => id,
      sortFirst: 'desc',
    },
    {
      id: 'state',
      header: 'State',
      width: 150,
      narrow: 'keep',
      cell: (run) => <RunBadge run={run} />,
      sortValue: ({ run, sent }) => run?.status ?? sent?.state,
    },
    {
      id: 'verdict',
      header: 'Verdict',
      width: 110,
      narrow: 'hide',
      cell: (run) => {
        const numbers = numbersOf(run)
        return passRate(numbers) === undefined ? none : <VerdictBadge verdict={verdictOfCounts(numbers)} />
      },
    },
    {
      id: 'rate',
      header: 'Passed',
      width: 110,
      align: 'end',
      cell: (run) => {
        const numbers = numbersOf(run)
        return passRate(numbers) === undefined ? none : passedText(numbers)
      },
      sortValue: (run) => passRate(numbersOf(run)),
      sortFirst: 'desc',
    },
    {
      id: 'version',
      header: 'Version',
      width: 180,
      narrow: 'hide',
      cell: (run) => {
        const agent = agentOfRun(run, agents)
        return [agent?.name, versionText(run, agent)].filter(Boolean).join(', ') || none
      },
    },
    {
      id: 'at',
      header: 'Requested',
      width: 120,
      cell: ({ at }) => (at ? <TimeText time={at} /> : none),
      sortValue: ({ at }) => at,
      sortFirst: 'desc',
    },
  ],
})

/** The runs, with the way to compare two of them. */
export function RunList({
  runs,
  agent,
  agents,
  chosen,
  onChosen,
}: {
  runs: LabPart<KnownRun>
  agent: StoredAgent | undefined
  agents: readonly StoredAgent[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}) {
  const { q } = useSearch({ from: '/testing-lab/' })
  const navigate = useNavigate()
  const list = useMemo(() => listOf(agents), [agents])
  const ours = useMemo(() => runsOf(runs.items, agent, agents), [runs.items, agent, agents])
  const plotted = useMemo(() => {
    const found = q ? ours.filter((run) => matchesSearch(q, list.textsOf(run))) : ours
    return ofOneAgent(found, agents)
  }, [ours, agents, q, list])
  return (
    <>
      <ListTable
        list={list}
        {...listOfPart(runs, ours)}
        onOpen={({ key }) => void navigate({ to: '/testing-lab/runs/$runId', params: { runId: key } })}
        selection={chosen}
        onSelectionChange={onChosen}
        bulkActions={(keys) =>
          keys.length === 2 ? (
            // The list is newest first unless sorted otherwise, and what came first belongs on the left.
            <Link
              to="/testing-lab/compare"
              search={{ runs: inOrder(ours, keys).join(',') }}
              className={buttonClass('secondary', 'sm')}
            >
              Compare the two
            </Link>
          ) : (
            <span className="text-sm text-ink-muted">Choose two runs to compare them.</span>
          )
        }
        maxHeight={`min(32rem, ${IN_SIGHT})`}
        firstAction={
          <Link to="/testing-lab/run" search={{ agent: agent?.agentId }} className={buttonClass()}>
            Run scenarios
          </Link>
        }
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
  const labAgentId = labAgentOfRun(first)
  const unnamed = labAgentId === undefined ? 'an agent that is not known here' : `agent ${labAgentId}`
  return { runs: own, agentName: agentOfRun(first, agents)?.name ?? unnamed }
}

/** The two keys, the older run first. */
const inOrder = (runs: readonly KnownRun[], keys: readonly string[]): readonly string[] =>
  runs
    .filter(({ key }) => keys.includes(key))
    .toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
    .map(({ key }) => key)
