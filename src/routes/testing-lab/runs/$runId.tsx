import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { countRun, type RunCounts } from '../../../contract/run'
import { runScenarios } from '../../../contract/testing-lab'
import { agentQueries, type StoredAgent } from '../../../queries/agents'
import { isRunOpen, type LabRun } from '../../../queries/lab-records'
import { prefetch } from '../../../queries/prefetch'
import { labQueries } from '../../../queries/testing-lab'
import { Button, buttonClass } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Choice } from '../../../ui/filters'
import { IdText } from '../../../ui/id-text'
import { Notice } from '../../../ui/notice'
import { countOf } from '../../../ui/numbers'
import { OtherFields } from '../../../ui/other-fields'
import { Page, Section } from '../../../ui/page'
import { ErrorNotice } from '../../-shared/error-notice'
import { FailedState } from '../../-shared/failure'
import { OutcomeNotice } from '../../-shared/outcome-notice'
import { ShowRequest } from '../../-shared/show-request'
import { RunBadge } from '../-lab-badges'
import { agentOfRun, compareSearch, titleOfRun, useRun, useRuns } from '../-lab-data'
import { LabPath } from '../-lab-path'
import { RunEvidence, RunFacts } from '../-run-facts'
import { hasVerdicts, notPassed, numbersOf, passRate, percentText, resultsOf } from '../-run-numbers'
import { RunResults } from '../-run-results'
import { SHOWN, type Shown } from '../-shown'

export const Route = createFileRoute('/testing-lab/runs/$runId')({
  validateSearch: (search: Record<string, unknown>): { show?: Shown } => ({
    show: SHOWN.find((shown) => shown === search.show),
  }),
  loader: ({ context: { queryClient }, params }) => {
    prefetch(queryClient, labQueries.stored())
    prefetch(queryClient, agentQueries.list())
    if (/^\d+$/.test(params.runId)) prefetch(queryClient, labQueries.run(Number(params.runId)))
  },
  head: () => ({ meta: [{ title: 'Run · Switchboard' }] }),
  component: RunPage,
})

function RunPage() {
  const { runId } = Route.useParams()
  const { show } = Route.useSearch()
  const navigate = Route.useNavigate()
  const runs = useRuns()
  const { data: agents = [] } = useQuery(agentQueries.list())
  const { run: labRun, detail, pending } = useRun(runId, runs.items)
  const back = (
    <Link to="/testing-lab" search={{ tab: 'runs' }}>
      Testing lab
    </Link>
  )
  if (!labRun) {
    const waits = runs.isPending || pending
    const error = detail.error ?? runs.error
    return (
      <Page title="Unknown run" back={back}>
        {error ? (
          <FailedState query={detail} />
        ) : (
          !waits && (
            <EmptyState
              kind="nothing-yet"
              title="Unknown run"
              text="Neither this browser nor the service knows this run. It may have been asked for in another browser; add it by its id to keep it here."
            />
          )
        )}
      </Page>
    )
  }
  const agent = agentOfRun(labRun, agents)
  const results = resultsOf(labRun)
  const bad = notPassed(results)
  const others = runs.items.filter(({ key }) => key !== labRun.key)
  return (
    <Page
      title={titleOfRun(labRun)}
      context={labRun.id === undefined ? undefined : <IdText id={String(labRun.id)} name="run id" whole />}
      back={back}
      action={
        <>
          {bad.length > 0 && !isUnfinished(labRun) && (
            <Link
              to="/testing-lab/run"
              search={{ from: labRun.key, only: 'failed' }}
              title="Those that failed, were unclear or broke off."
              className={buttonClass('primary')}
            >
              Run only the failed ones
            </Link>
          )}
          <Link to="/testing-lab/run" search={{ from: labRun.key }} className={buttonClass()}>
            <RotateCcw size={16} aria-hidden />
            Run again
          </Link>
        </>
      }
    >
      {agent && <LabPath agent={agent} />}
      {labRun.sent?.state === 'sending' && <Notice title="The run is being sent." />}
      {labRun.sent && (
        <OutcomeNotice
          of={labRun.sent}
          refused="The service refused the run"
          unknown="It is not known whether the run was started"
          next="No answer arrived. Check in the service before you start it again; nothing was sent twice."
        />
      )}
      <ErrorNotice error={detail.error} />
      <Result labRun={labRun} agent={agent} detail={detail} />
      {others.length > 0 && (
        <Choice
          label="Compare with"
          all="Choose a run"
          choices={others.slice(0, 100).map((run) => ({
            value: run.key,
            label: [titleOfRun(run), run.id].filter(Boolean).join(', '),
          }))}
          value={undefined}
          onChange={(key) =>
            void navigate({
              to: '/testing-lab/compare',
              search: compareSearch([labRun, ...others.filter((other) => other.key === key)]),
            })
          }
        />
      )}
      {results.length > 0 && (
        <RunResults
          results={results}
          judgedAs={hasVerdicts(labRun.run) || labRun.sent?.state === 'refused' ? undefined : labRun.key}
          shown={show}
          onShow={(next) => void navigate({ search: { show: next }, replace: true })}
        />
      )}
      <RunFacts labRun={labRun} agent={agent} />
      {labRun.run && <OtherFields fields={labRun.run.other} />}
      {!labRun.run && <OtherFields fields={labRun.sent?.reply} title="The answer as it came" />}
      {labRun.sent && (
        <>
          <OtherFields fields={labRun.sent.request} title="What was sent" />
          <div>
            <ShowRequest operation={runScenarios} request={() => ({ body: labRun.sent?.request })} />
          </div>
        </>
      )}
    </Page>
  )
}

/** Whether conversations are still to come, as the service reports; not once a person has judged. */
const isUnfinished = (labRun: LabRun) =>
  (labRun.run?.state === 'pending' || labRun.run?.state === 'running') && !numbersOf(labRun).byHand

/** How the run ended, or how far it is. */
function Result({
  labRun,
  agent,
  detail,
}: {
  labRun: LabRun
  agent: StoredAgent | undefined
  detail: ReturnType<typeof useRun>['detail']
}) {
  const { id, run, sent } = labRun
  // Whether the service reports its runs.
  const answered = detail.data !== null && id !== undefined
  const numbers = numbersOf(labRun)
  const rate = passRate(numbers)
  const open = run !== undefined && isRunOpen(run)
  const total = run && countRun(run).total
  const done = run?.conversations?.filter(({ state }) => state === 'completed' || state === 'failed').length
  return (
    <Section title="Result">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RunBadge run={labRun} />
        {open && answered && total !== undefined && (
          <span>{`${done ?? 0} of ${countOf(total, 'conversation')} ended`}</span>
        )}
        {rate !== undefined && (
          <>
            {!isUnfinished(labRun) && <span className="font-semibold">{percentText(rate)} passed</span>}
            <span>
              {countsText(numbers)}{' '}
              {isUnfinished(labRun)
                ? 'so far'
                : numbers.byHand
                  ? `of ${countOf(numbers.total ?? 0, 'scenario')}, judged by hand`
                  : `of ${countOf(numbers.total ?? 0, 'conversation')}`}
            </span>
          </>
        )}
        {open && answered && (
          <Button size="sm" pending={detail.isFetching} onClick={() => void detail.refetch()}>
            Look again
          </Button>
        )}
      </div>
      {run?.reason && <p className="break-words whitespace-pre-wrap">{run.reason}</p>}
      {sent?.state !== 'refused' && !answered && (
        <p className="text-ink-muted">
          This service does not report its runs. Check there, then enter each scenario&apos;s result below.
        </p>
      )}
      {answered && !open && !run?.reason && !hasVerdicts(run) && rate === undefined && (
        <p className="text-ink-muted">
          The service reports no verdict. Enter each scenario's result; it stays in this browser.
        </p>
      )}
      <RunEvidence labRun={labRun} agent={agent} />
    </Section>
  )
}

/** "4 passed, 1 failed" */
const countsText = ({ passed, failed, unclear, broken }: RunCounts) =>
  [
    passed !== undefined && `${passed} passed`,
    failed !== undefined && `${failed} failed`,
    unclear ? `${unclear} unclear` : false,
    broken ? `${broken} broke off` : false,
  ]
    .filter(Boolean)
    .join(', ')
