import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { type LabRun, labAgentOfRun, verdictOfCounts } from '../../queries/lab-records'
import { buttonClass } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import { Section } from '../../ui/page'
import { matchesSearch } from '../../ui/search-box'
import { TimeText } from '../../ui/time-text'
import { timeColumn } from '../-shared/columns'
import { type List, ListTable } from '../-shared/list-table'
import { RunBadge, VerdictBadge } from './-lab-badges'
import {
  agentOfRun,
  compareSearch,
  IN_SIGHT,
  type LabPart,
  listOfPart,
  runsOf,
  testedText,
  titleOfRun,
} from './-lab-data'
import { numbersOf, passedText, passRate, percentText } from './-run-numbers'

const listOf = (agents: readonly StoredAgent[]): List<LabRun> => ({
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
      sortValue: titleOfRun,
      opens: true,
    },
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
        return passRate(numbers) !== undefined && <VerdictBadge verdict={verdictOfCounts(numbers)} />
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
      width: 180,
      narrow: 'hide',
      cell: (run) => testedText(run, agentOfRun(run, agents)),
    },
    { ...timeColumn(({ at }) => at), id: 'at', header: 'Requested', width: 120 },
  ],
})

/** The runs, with the way to compare two of them. */
export function RunList({
  runs,
  agent,
  agents,
}: {
  runs: LabPart<LabRun>
  agent: StoredAgent | undefined
  agents: readonly StoredAgent[]
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
      <ListTable
        list={list}
        {...listOfPart(runs, ours)}
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

/** The runs of the agent that was tested last, since a line through several agents means nothing; its name, where there are several. */
function ofOneAgent(runs: readonly LabRun[], agents: readonly StoredAgent[]) {
  const keyOfAgent = (run: LabRun) => agentOfRun(run, agents)?.agentId ?? labAgentOfRun(run)
  const [first] = runs
  const own = first ? runs.filter((run) => keyOfAgent(run) === keyOfAgent(first)) : []
  if (!first || own.length === runs.length) return { runs }
  const labAgentId = labAgentOfRun(first)
  const unnamed = labAgentId === undefined ? 'an agent that is not known here' : `agent ${labAgentId}`
  return { runs: own, agentName: agentOfRun(first, agents)?.name ?? unnamed }
}

/** The plot has room for so many; older ones stand in the list. */
const SHOWN = 20
const WIDTH = 480
const HEIGHT = 120
const EDGE = 8
/** Room for the percentages at the left. */
const SCALE = 40

/** Where the points of these rates stand, from left to right; a rate of 1 is at the top. */
export function plotPoints(rates: readonly number[]): readonly (readonly [x: number, y: number])[] {
  const step = rates.length > 1 ? (WIDTH - SCALE - EDGE) / (rates.length - 1) : 0
  const start = rates.length > 1 ? SCALE : WIDTH / 2
  return rates.map((rate, at) => [start + at * step, EDGE + (1 - rate) * (HEIGHT - 2 * EDGE)])
}

/** How much of each run passed, as a line and as a table with the same numbers. `agentName`: the agent of these runs, where the list has others. */
function PassRate({ runs, agentName }: { runs: readonly LabRun[]; agentName?: string }) {
  const judged = runs
    .flatMap((run) => {
      const rate = passRate(numbersOf(run))
      return rate === undefined || run.at === undefined ? [] : [{ run, rate }]
    })
    .slice(0, SHOWN)
    .toReversed()
  const points = plotPoints(judged.map(({ rate }) => rate))
  const [first, last] = [judged[0], judged.at(-1)]
  if (!first || !last || judged.length < 2) return null
  return (
    <Section
      title="Pass rate over time"
      hint={
        agentName === undefined
          ? 'Runs that have a verdict, from the oldest to the newest.'
          : `Runs of ${agentName} that have a verdict, from the oldest to the newest. Choose an agent above for another.`
      }
    >
      <div className="flex flex-wrap items-start gap-4">
        <svg
          role="img"
          aria-label={`Pass rate of ${countOf(judged.length, 'run')}, from ${percentText(first.rate)} to ${percentText(last.rate)}. The table beside it has the numbers.`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className="h-32 w-full max-w-120 shrink rounded-md border border-line bg-surface-raised text-accent"
        >
          {[0, 0.5, 1].map((rate) => {
            const y = EDGE + (1 - rate) * (HEIGHT - 2 * EDGE)
            return (
              <g key={rate}>
                <line x1={SCALE} x2={WIDTH - EDGE} y1={y} y2={y} className="stroke-line" />
                <text x={SCALE - 6} y={y + 4} textAnchor="end" fontSize={12} className="fill-ink-muted">
                  {percentText(rate)}
                </text>
              </g>
            )
          })}
          <polyline
            points={points.map((point) => point.join(',')).join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
          />
          {points.map(([x, y], at) => (
            <circle key={judged[at]?.run.key} cx={x} cy={y} r={4} fill="currentColor">
              <title>{percentText(judged[at]?.rate ?? 0)}</title>
            </circle>
          ))}
        </svg>
        <div
          className="max-h-32 min-w-60 grow overflow-auto" // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <table className="w-full text-sm">
            <caption className="sr-only">Pass rate by run</caption>
            <thead>
              <tr className="text-left text-ink-muted">
                {['Run', 'When', 'Passed'].map((column) => (
                  <th key={column} scope="col" className="pr-3 font-normal last:pr-0 last:text-right">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {judged.toReversed().map(({ run, rate }) => (
                <tr key={run.key}>
                  <th scope="row" className="pr-3 text-left font-normal">
                    <Link
                      to="/testing-lab/runs/$runId"
                      params={{ runId: run.key }}
                      className="break-words underline underline-offset-2"
                    >
                      {titleOfRun(run)}
                    </Link>
                  </th>
                  <td className="pr-3">{run.at && <TimeText time={run.at} />}</td>
                  <td className="text-right">{percentText(rate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Section>
  )
}
