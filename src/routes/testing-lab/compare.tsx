import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowLeftRight, Equal } from 'lucide-react'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { isNotFound } from '../../queries/extension'
import type { LabRun } from '../../queries/lab-records'
import { prefetch } from '../../queries/prefetch'
import { labQueries } from '../../queries/testing-lab'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import { Page } from '../../ui/page'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { TimeText } from '../../ui/time-text'
import { FailedState } from '../-shared/failure'
import { late } from '../-shared/late'
import { searchParams, searchText } from '../-shared/search-text'
import { VerdictBadge } from './-lab-badges'
import { agentOfRun, titleOfRun, useRun, useRuns, versionText } from './-lab-data'
import {
  type ComparedScenario,
  compareRuns,
  numbersOf,
  passRate,
  percentText,
  resultsOf,
  type ScenarioResult,
  scenarioTitle,
} from './-run-numbers'

const NotHere = late(async () => (await import('../-shared/not-here')).NotHere)

export const Route = createFileRoute('/testing-lab/compare')({
  validateSearch: searchParams({ runs: searchText }),
  loader: ({ context }) => prefetch(context, [labQueries.stored(), agentQueries.list()]),
  head: () => ({ meta: [{ title: 'Compare runs · Switchboard' }] }),
  component: Compare,
})

function Compare() {
  const { runs: pair } = Route.useSearch()
  const navigate = Route.useNavigate()
  const runs = useRuns()
  const { data: agents = [], isPending } = useQuery(agentQueries.list())
  const [first, second] = pair?.split(',') ?? []
  const before = useRun(first, runs.items)
  const after = useRun(second, runs.items)
  const failed = [before, after].map(({ detail }) => detail).find(({ error }) => error && !isNotFound(error))
  // Names of versions make the heads higher, and reasons the rows.
  const isRead = !(before.pending || after.pending || isPending)
  const waits = runs.isPending || !isRead
  const missing =
    waits || failed || !first || !second
      ? []
      : [!before.run && first, !after.run && second].filter((key) => key !== false)
  const back = (
    <Link to="/testing-lab" search={{ tab: 'runs' }}>
      Testing lab
    </Link>
  )
  if (!first || !second || missing.length > 0)
    return (
      <NotHere
        what="run"
        only={runs.listed ? undefined : 'here'}
        words={
          missing.length > 0
            ? { title: `There is no ${missing.map((key) => `run ${key}`).join(' and no ')}` }
            : { title: 'No runs are chosen', context: 'Choose two in the list of runs.' }
        }
        back={back}
        to="/testing-lab"
        search={{ tab: 'runs' }}
        label="Show all runs"
      />
    )
  return (
    <Page
      title="Compare runs"
      context="The same scenarios in two runs, what changed first."
      back={back}
      action={
        <Button
          icon={ArrowLeftRight}
          onClick={() => void navigate({ search: { runs: `${second},${first}` }, replace: true })}
        >
          Swap sides
        </Button>
      }
    >
      {failed && <FailedState query={failed} />}
      {isRead && before.run && after.run && !before.isUnread && !after.isUnread && (
        <Comparison before={before.run} after={after.run} agents={agents} />
      )}
      {waits && !(isRead && before.run && after.run) && (
        <table className="w-full">
          <tbody>
            <SkeletonRows columns={4} height={36} />
          </tbody>
        </table>
      )}
    </Page>
  )
}

const CHANGES = { better: 'Better', worse: 'Worse', same: 'No change', unknown: 'Not comparable' }
const CHANGE_TONES = { better: 'good', worse: 'bad', same: 'unknown', unknown: 'unknown' } as const

function Comparison({
  before,
  after,
  agents,
}: {
  before: LabRun
  after: LabRun
  agents: readonly StoredAgent[]
}) {
  const rows = compareRuns(resultsOf(before), resultsOf(after))
  const changed = (change: string) => rows.filter((row) => row.change === change).length
  return (
    <>
      <p role="status">
        {changed('unknown') === rows.length
          ? 'No scenario was judged in both runs.'
          : `${countOf(changed('better'), 'scenario')} better, ${changed('worse')} worse, ${changed('same')} with no change.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="overflow-x-auto rounded-md border border-line bg-surface-raised">
        <table aria-label="Comparison" className="w-full table-fixed text-sm">
          <thead>
            <tr className="border-b border-line text-left align-top">
              <th scope="col" className="px-3 py-2 max-rail:px-2">
                Scenario
              </th>
              {[before, after].map((run) => (
                <th key={run.key} scope="col" className="px-3 py-2 font-normal max-rail:px-2">
                  <RunHead run={run} agent={agentOfRun(run, agents)} />
                </th>
              ))}
              <th scope="col" className="w-40 px-3 py-2 max-rail:hidden">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className="border-b border-line align-top last:border-0">
                <th scope="row" className="px-3 py-2 text-left font-normal break-words max-rail:px-2">
                  {scenarioTitle(row.name, row.key)}
                  {/* The two sides say by themselves that there is nothing to compare. */}
                  {row.change !== 'unknown' && (
                    <span className="block pt-1 rail:hidden">
                      <ChangeBadge change={row.change} />
                    </span>
                  )}
                </th>
                <td className="px-3 py-2 max-rail:px-2">
                  <Side result={row.before} />
                </td>
                <td className="px-3 py-2 max-rail:px-2">
                  <Side result={row.after} />
                </td>
                <td className="px-3 py-2 max-rail:hidden">
                  <ChangeBadge change={row.change} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function ChangeBadge({ change }: { change: ComparedScenario['change'] }) {
  return (
    <StatusBadge tone={CHANGE_TONES[change]} icon={change === 'same' ? Equal : undefined}>
      {CHANGES[change]}
    </StatusBadge>
  )
}

function RunHead({ run, agent }: { run: LabRun; agent: StoredAgent | undefined }) {
  const rate = passRate(numbersOf(run))
  return (
    <span className="flex flex-col gap-0.5">
      <Link
        to="/testing-lab/runs/$runId"
        params={{ runId: run.key }}
        className="font-semibold break-words underline underline-offset-2"
      >
        {titleOfRun(run)}
      </Link>
      {/* A line each from the beginning: agent, version and time come a moment later. */}
      {[agent?.name, versionText(run, agent)].map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: always these two
        <span key={at} className="min-h-lh truncate text-ink-muted" title={name}>
          {name}
        </span>
      ))}
      <span className="min-h-lh">{run.at && <TimeText time={run.at} />}</span>
      {rate !== undefined && <span>{percentText(rate)} passed</span>}
    </span>
  )
}

/** How the scenario fared in one of the runs, and the first reason that the service reports. */
function Side({ result }: { result: ScenarioResult | undefined }) {
  if (!result) return <span className="text-ink-muted">not in this run</span>
  const { verdict, hand, passed, conversations } = result
  if (!verdict) return <span className="text-ink-muted">no verdict</span>
  const reason = hand?.note ?? conversations.find((each) => each.verdict && each.verdict !== 'passed')?.reason
  return (
    <span className="flex flex-col items-start gap-1">
      <VerdictBadge verdict={verdict} />
      {!hand && conversations.length > 1 && <span>{`${passed} of ${conversations.length} passed`}</span>}
      {hand && <span className="text-ink-muted">judged by hand</span>}
      {reason && <span className="break-words whitespace-pre-wrap">{reason}</span>}
    </span>
  )
}
