import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { type LabRun, labAgentOfRun } from '../../queries/lab-records'
import { verdictOfCounts } from '../../queries/run-evidence'
import { buttonClass } from '../../ui/button'
import { matchesSearch } from '../../ui/search-box'
import { NEWEST_FIRST, timeColumn } from '../-shared/columns'
import { late } from '../-shared/late'
import { type List, ListTable } from '../-shared/list-table'
import { RunOutcome } from './-lab-badges'
import {
  agentOfRun,
  compareSearch,
  type LabPart,
  listOfPart,
  runsOf,
  testedText,
  titleOfRun,
} from './-lab-data'
import { numbersOf, passedText, passRate } from './-run-numbers'

// Below the list.
const PassRate = late(async () => (await import('./-pass-rate')).PassRate)

const listOf = (agents: readonly StoredAgent[]): List<LabRun> => ({
  name: 'Runs',
  noun: ['run', 'runs'],
  keyOf: ({ key }) => key,
  labelOf: titleOfRun,
  textsOf: (run) => [titleOfRun(run), run.key, ...(run.run?.tags ?? [])],
  recorded: true,
  empty: {
    title: 'No runs yet',
    text: 'A run plays scenarios with one version of an agent and judges it.',
  },
  defaultSort: NEWEST_FIRST,
  columns: [
    {
      id: 'name',
      header: 'Run',
      sortValue: titleOfRun,
      opens: true,
    },
    {
      id: 'state',
      header: 'Result',
      width: 120,
      narrow: 'keep',
      cell: (run) => <RunOutcome run={run} />,
      sortValue: (run) => {
        const numbers = numbersOf(run)
        return passRate(numbers) === undefined
          ? (run.run?.status ?? run.sent?.state)
          : verdictOfCounts(numbers)
      },
    },
    {
      id: 'rate',
      header: 'Passed',
      width: 110,
      align: 'end',
      cell: (run) => {
        const numbers = numbersOf(run)
        return passRate(numbers) !== undefined && passedText(numbers)
      },
      sortValue: (run) => passRate(numbersOf(run)),
      sortFirst: 'desc',
    },
    {
      id: 'version',
      header: 'Version',
      width: 210,
      late: true,
      cell: (run) => testedText(run, agentOfRun(run, agents)),
    },
    { ...timeColumn(({ at }) => at), header: 'Requested', width: 120 },
    {
      id: 'id',
      header: 'Id',
      width: 84,
      align: 'end',
      narrow: 'hide',
      cell: ({ id }) => id !== undefined && <code>{id}</code>,
      sortValue: ({ id }) => id,
      sortFirst: 'desc',
    },
  ],
})

/** The runs, with the way to compare two of them. */
export function RunList({
  runs,
  agent,
  agents,
  ...rest
}: {
  runs: LabPart<LabRun>
  agent: StoredAgent | undefined
  agents: readonly StoredAgent[]
  beside: ReactNode
  unlisted: string | undefined
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
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
      {/* In a high window it leaves room for the pass rate alone, if there is one. Its foot, whose place follows from that, comes with the rows. */}
      <div
        className={
          plotted.runs.length > 1
            ? 'flex h-[max(20rem,min(34rem,100dvh-12rem),100dvh-27rem)] shrink-0 flex-col gap-4'
            : 'contents [&:has([aria-busy])_div:has(>[role=status])]:invisible'
        }
      >
        <ListTable
          list={list}
          {...listOfPart(runs, ours)}
          {...rest}
          onOpen={({ key }) => void navigate({ to: '/testing-lab/runs/$runId', params: { runId: key } })}
          selection={chosen}
          onSelectionChange={setChosen}
          bulkActions={(keys) =>
            keys.length === 2 ? (
              <Link
                to="/testing-lab/compare"
                search={compareSearch(ours.filter(({ key }) => keys.includes(key)))}
                className={buttonClass('secondary', 'sm')}
              >
                Compare the two
              </Link>
            ) : (
              <span className="text-sm text-ink-muted">Choose two runs to compare them.</span>
            )
          }
          firstAction={
            <Link to="/testing-lab/run" search={{ agent: agent?.agentId }} className={buttonClass()}>
              Run scenarios
            </Link>
          }
        />
      </div>
      {plotted.runs.length > 1 && <PassRate {...plotted} />}
    </>
  )
}

/** Those with a verdict of the agent that was tested last, since a line through several agents means nothing; its name, where there are several. */
function ofOneAgent(runs: readonly LabRun[], agents: readonly StoredAgent[]) {
  const keyOfAgent = (run: LabRun) => agentOfRun(run, agents)?.agentId ?? labAgentOfRun(run)
  const [first] = runs
  const all = first ? runs.filter((run) => keyOfAgent(run) === keyOfAgent(first)) : []
  const own = all.filter((run) => run.at !== undefined && passRate(numbersOf(run)) !== undefined)
  if (!first || all.length === runs.length) return { runs: own }
  const labAgentId = labAgentOfRun(first)
  const unnamed = labAgentId === undefined ? 'an agent that is not known here' : `agent ${labAgentId}`
  return { runs: own, agentName: agentOfRun(first, agents)?.name ?? unnamed }
}
