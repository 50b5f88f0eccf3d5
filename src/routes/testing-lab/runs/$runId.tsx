import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { countRun, type Run } from '../../../contract/run'
import { runScenarios } from '../../../contract/testing-lab'
import { agentQueries } from '../../../queries/agents'
import { evidenceQueries } from '../../../queries/evidence'
import { isNotFound } from '../../../queries/extension'
import type { LabRun } from '../../../queries/lab-records'
import { prefetch } from '../../../queries/prefetch'
import { isRunOpen, verdictOfCounts } from '../../../queries/run-evidence'
import { runQueries } from '../../../queries/runs'
import { labQueries } from '../../../queries/testing-lab'
import { Button, buttonClass } from '../../../ui/button'
import { Choice } from '../../../ui/filters'
import { Notice } from '../../../ui/notice'
import { countOf } from '../../../ui/numbers'
import { Page, Section } from '../../../ui/page'
import { here, mayWrite } from '../../../ui/role'
import { ErrorNotice } from '../../-shared/error-notice'
import { FailedState } from '../../-shared/failure'
import { late } from '../../-shared/late'
import { NotHere } from '../../-shared/not-here'
import { OtherFields } from '../../-shared/other-fields'
import { OutcomeNotice } from '../../-shared/outcome-notice'
import { useReportedAgents } from '../../-shared/reported-agents'
import { searchParams, searchText } from '../../-shared/search-text'
import { ShowRequest } from '../../-shared/show-request'
import { RunBadge, VerdictBadge } from '../-lab-badges'
import { agentOfRun, compareSearch, testedText, titleOfRun, useRun, useRuns } from '../-lab-data'
import { countsText, RunEvidence, RunFacts } from '../-run-facts'
import { hasVerdicts, notPassed, numbersOf, passRate, percentText, resultsOf } from '../-run-numbers'
import { RunResults } from '../-run-results'
import { RunsBeside } from '../-runs-beside'
import { SHOWN, type Shown } from '../-shown'

/** Only a run that is red has it; what stands below it waits for it, as for what it reads (D930, D934). */
const loadMend = () => import('../-mend-run').catch(() => import('../-mend-run'))

const DeployHere = late(async () => (await import('../-deploy-here')).DeployHere)

export const Route = createFileRoute('/testing-lab/runs/$runId')({
  validateSearch: searchParams({
    show: (value: unknown): Shown | undefined => SHOWN.find((shown) => shown === value),
    // The version that is about to be deployed.
    deploy: searchText,
  }),
  loader: ({ context, params: { runId } }) =>
    prefetch(context, [
      labQueries.stored(),
      runQueries.list(),
      agentQueries.list(),
      ...(/^\d+$/.test(runId) ? [runQueries.one(Number(runId))] : []),
    ]),
  head: () => ({ meta: [{ title: 'Run · Switchboard' }] }),
  component: RunPage,
})

function RunPage() {
  const { runId } = Route.useParams()
  const { show, deploy } = Route.useSearch()
  const navigate = Route.useNavigate()
  const runs = useRuns()
  const agents = useQuery(agentQueries.list())
  const { run: labRun, detail, pending, isUnread } = useRun(runId, runs.items)
  const agentId = labRun && agentOfRun(labRun, agents.data ?? [])?.agentId
  const { agent, pending: agentPending } = useReportedAgents(agentId)
  const evidence = useQuery(evidenceQueries.list(agentId))
  const back = (
    <Link to="/testing-lab" search={{ tab: 'runs' }}>
      Testing lab
    </Link>
  )
  const results = labRun ? resultsOf(labRun) : []
  const isRed = labRun && notPassed(results).length > 0 && !isUnfinished(labRun)
  const mayMend = isRed && runs.listed === true
  const [whole, setWhole] = useState<string>()
  const [mend, setMend] = useState<Awaited<ReturnType<typeof loadMend>> | null>()
  useEffect(() => {
    if (mayMend) loadMend().then(setMend, () => setMend(null))
  }, [mayMend])
  if (runs.isPending || pending || agents.isPending)
    return <Page title={labRun ? titleOfRun(labRun) : 'Run'} context="Loading" back={back} />
  const isFailed = !isNotFound(detail.error) && Boolean(detail.error ?? runs.error)
  if (!labRun && isFailed)
    return (
      <Page title="Run" back={back}>
        <FailedState query={detail} />
      </Page>
    )
  if (!labRun) {
    // A service that lists its runs has no others.
    const mayAdd = !runs.listed && mayWrite()
    return (
      <NotHere
        what="run"
        only={runs.listed ? undefined : 'here'}
        back={back}
        to="/testing-lab"
        search={{ tab: 'runs', add: mayAdd ? 'run' : undefined }}
        label={mayAdd ? 'Add run by id' : 'Show all runs'}
      />
    )
  }
  const change = (next: ReturnType<typeof Route.useSearch>) =>
    void navigate({ search: { show, ...next }, replace: true, resetScroll: false })
  const onDeploy = (versionId: string) => change({ deploy: versionId })
  const mends = mayMend && agent !== undefined
  // How it ended is known at once; all below comes together, so that nothing moves, and stays.
  const isReady = !agentPending && !evidence.isPending && (!mends || mend !== undefined)
  const isWhole = whole === runId
  if (isReady && !isWhole) setWhole(runId)
  const others = runs.items.filter(({ key }) => key !== labRun.key)
  return (
    <Page
      title={titleOfRun(labRun)}
      context={testedText(labRun, agent)}
      back={back}
      action={
        <>
          <Link to="/testing-lab/run" search={{ from: labRun.key }} className={buttonClass()}>
            <RotateCcw size={16} aria-hidden />
            Run again
          </Link>
          {isRed && isWhole && !mends && (
            <Link
              to="/testing-lab/run"
              search={{ from: labRun.key, only: 'failed' }}
              title="The scenarios that failed, were unclear or broke off."
              className={buttonClass('primary')}
            >
              Run the failed ones
            </Link>
          )}
        </>
      }
    >
      <RunsBeside runs={runs.items} shown={labRun.key}>
        {labRun.sent?.state === 'sending' && <Notice title="The run is being sent." />}
        {labRun.sent && (
          <OutcomeNotice
            of={labRun.sent}
            refused="The run was not started"
            unknown="We don't know if the run was started"
            next="No answer arrived; nothing was sent twice. Check the list or the service before you start it again."
          />
        )}
        {isUnread ? <FailedState query={detail} /> : <ErrorNotice error={detail.error} />}
        <Result labRun={labRun} detail={detail} isUnread={isUnread}>
          {isWhole && (
            <RunEvidence
              // What is chosen belongs to the run.
              key={labRun.key}
              labRun={labRun}
              agent={agent}
              evidence={evidence.data ?? []}
              onDeploy={mends ? undefined : onDeploy}
            />
          )}
        </Result>
        {!isWhole && <p role="status">Loading</p>}
        {isWhole && mends && mend && mayWrite() && (
          <mend.MendRun
            // What is typed belongs to the run.
            key={labRun.key}
            labRun={labRun}
            agent={agent}
            results={results}
            runs={runs.items}
            evidence={evidence.data ?? []}
            onDeploy={onDeploy}
          />
        )}
        {isWhole && !isUnread && results.length > 0 && (
          <RunResults
            results={results}
            judgedAs={
              // While the service says that it goes on, its own verdicts may come.
              hasVerdicts(labRun.run) || isRunGoing(detail.data) || labRun.sent?.state === 'refused'
                ? undefined
                : labRun.key
            }
            isGoing={isRunGoing(detail.data)}
            shown={show}
            onShow={(next) => change({ show: next })}
          />
        )}
        {isWhole && others.length > 0 && (
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
        {isWhole && (
          <RunFacts labRun={labRun} agent={agent}>
            {labRun.run && <OtherFields fields={labRun.run.other} />}
            {!labRun.run && <OtherFields fields={labRun.sent?.reply} title="The answer as it came" />}
            {labRun.sent && <OtherFields fields={labRun.sent.request} title="What was sent" />}
          </RunFacts>
        )}
        {isWhole && labRun.sent && (
          <div>
            <ShowRequest operation={runScenarios} request={() => ({ body: labRun.sent?.request })} />
          </div>
        )}
      </RunsBeside>
      {deploy && agent && (
        <DeployHere
          agent={agent}
          versionId={deploy}
          onChoose={onDeploy}
          onClose={() => change({ deploy: undefined })}
        />
      )}
    </Page>
  )
}

/** Whether conversations are still to come, as the service reports; not once a person has judged. */
const isUnfinished = (labRun: LabRun) => isRunGoing(labRun.run) && !numbersOf(labRun).byHand

/** How the run ended, or how far it is. */
function Result({
  labRun,
  detail,
  isUnread,
  children,
}: Pick<ReturnType<typeof useRun>, 'detail' | 'isUnread'> & {
  labRun: LabRun
  children: ReactNode
}) {
  const { id, run, sent } = labRun
  // Whether the service reports its runs.
  const answered = detail.data !== null && id !== undefined
  const numbers = numbersOf(labRun)
  const rate = passRate(numbers)
  const open = run !== undefined && isRunOpen(run)
  const total = run && countRun(run).total
  const done = run?.conversations?.filter(({ state }) => state === 'completed' || state === 'failed').length
  const isOver = rate !== undefined && !isUnfinished(labRun)
  return (
    <Section title="Result">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isOver ? <VerdictBadge verdict={verdictOfCounts(numbers)} /> : <RunBadge run={labRun} />}
        {open && answered && total !== undefined && (
          <span>{`${done ?? 0} of ${countOf(total, 'conversation')} ended`}</span>
        )}
        {rate !== undefined && (
          <>
            {isOver && <span className="font-semibold">{percentText(rate)} passed</span>}
            <span>
              {countsText(numbers)}{' '}
              {!isOver
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
      {sent?.state !== 'refused' && !answered && !hasVerdicts(run) && (
        <p className="text-ink-muted">
          This service does not report its runs. Check there, then enter each scenario&apos;s result below.
        </p>
      )}
      {answered && !isUnread && !open && !run?.reason && !hasVerdicts(run) && rate === undefined && (
        <p className="text-ink-muted">
          {`The service reports no verdict. Enter each scenario's result; it stays in ${here()}.`}
        </p>
      )}
      {children}
    </Section>
  )
}

/** Of a word that nobody knows it is not sure, and a person may judge. */
const isRunGoing = (run: Run | null | undefined) => run?.state === 'pending' || run?.state === 'running'
