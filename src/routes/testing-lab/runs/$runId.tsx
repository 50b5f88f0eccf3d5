import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { isWire } from '../../../contract/reply'
import { countRun, type RunCounts } from '../../../contract/run'
import { runScenarios } from '../../../contract/testing-lab'
import { agentQueries, type StoredAgent } from '../../../queries/agents'
import { idFrom, isRunOpen, type LabRun } from '../../../queries/lab-records'
import { prefetch } from '../../../queries/prefetch'
import { labQueries } from '../../../queries/testing-lab'
import { Button, buttonClass } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { IdText } from '../../../ui/id-text'
import { Notice } from '../../../ui/notice'
import { countOf } from '../../../ui/numbers'
import { OtherFields } from '../../../ui/other-fields'
import { Page, Section } from '../../../ui/page'
import { ErrorNotice } from '../../-shared/error-notice'
import { FailedState } from '../../-shared/failure'
import { ShowRequest } from '../../-shared/show-request'
import { RunBadge } from '../-lab-badges'
import { agentOfRun, titleOfRun, useRuns } from '../-lab-data'
import { LabPath } from '../-lab-path'
import { RunEvidence, RunFacts } from '../-run-facts'
import { notPassed, numbersOf, passRate, percentText, resultsOf, tellsVerdicts } from '../-run-numbers'
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
  const kept = runs.items.find(({ key, sent }) => key === runId || sent?.entryId === runId)
  // A run that nobody here knows can still be asked for by its number.
  const id = kept ? kept.id : /^\d+$/.test(runId) ? idFrom(runId) : undefined
  const detail = useQuery({ ...labQueries.run(id ?? ''), enabled: id !== undefined })
  const known: LabRun | undefined =
    kept || detail.data ? { ...(kept ?? { key: runId, id }), run: detail.data ?? kept?.run } : undefined
  const back = (
    <Link to="/testing-lab" search={{ tab: 'runs' }}>
      Testing lab
    </Link>
  )
  if (!known) {
    const waits = runs.pending || (id !== undefined && detail.isPending)
    const error = detail.error ?? runs.error
    return (
      <Page title="Unknown run" back={back}>
        {error ? (
          <FailedState error={error} onRetry={() => void detail.refetch()} retrying={detail.isFetching} />
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
  const agent = agentOfRun(known, agents)
  const results = resultsOf(known)
  const bad = notPassed(results)
  // A newer answer may stand in what was read than in what is kept.
  const others = runs.items.filter(({ key }) => key !== known.key)
  return (
    <Page
      title={titleOfRun(known)}
      context={known.id === undefined ? undefined : <IdText id={String(known.id)} name="run id" whole />}
      back={back}
      action={
        <>
          {bad.length > 0 && !goesOn(known) && (
            <Link
              to="/testing-lab/run"
              search={{ from: known.key, only: 'failed' }}
              title="Those that failed, were unclear or broke off."
              className={buttonClass('primary')}
            >
              Run only the failed ones
            </Link>
          )}
          <Link to="/testing-lab/run" search={{ from: known.key }} className={buttonClass()}>
            <RotateCcw size={16} aria-hidden />
            Run again
          </Link>
        </>
      }
    >
      {agent && <LabPath agent={agent} />}
      <Sent known={known} />
      <ErrorNotice error={detail.error} />
      <Result
        known={known}
        agent={agent}
        answered={detail.data !== null && known.id !== undefined}
        looking={detail.isFetching}
        onLook={() => void detail.refetch()}
      />
      {others.length > 0 && <CompareWith known={known} others={others} />}
      {results.length > 0 && (
        <RunResults
          results={results}
          labId={known.key}
          byHand={!tellsVerdicts(known.run) && known.sent?.state !== 'refused'}
          shown={show}
          onShow={(next) => void navigate({ search: { show: next }, replace: true })}
        />
      )}
      <RunFacts known={known} agent={agent} />
      {known.run && <OtherFields fields={known.run.other} />}
      {!known.run && known.sent?.reply !== undefined && (
        <OtherFields
          fields={isWire(known.sent.reply) ? known.sent.reply : { 'The answer as it came': known.sent.reply }}
          title="The answer as it came"
        />
      )}
      {known.sent && (
        <>
          <OtherFields fields={known.sent.request} title="What was sent" />
          <div>
            <ShowRequest operation={runScenarios} request={() => ({ body: known.sent?.request })} />
          </div>
        </>
      )}
    </Page>
  )
}

/** Whether conversations are still to come, as the service says it; not where it went silent and a person judged. */
const goesOn = (known: LabRun) =>
  (known.run?.state === 'pending' || known.run?.state === 'running') && !numbersOf(known).byHand

/** What became of asking for the run, where that is not plainly "accepted". */
function Sent({ known: { sent } }: { known: LabRun }) {
  if (!sent || sent.state === 'accepted') return null
  if (sent.state === 'sending') return <Notice title="The run is being sent." />
  return sent.state === 'refused' ? (
    <Notice tone="error" title="The service refused the run" message={sent.error?.message} />
  ) : (
    <Notice
      tone="warn"
      title="It is not known whether the run was started"
      message={[
        sent.error?.message,
        'No answer arrived. Check in the service before you start it again; nothing was sent twice.',
      ]
        .filter(Boolean)
        .join('\n')}
    />
  )
}

/** How the run ended, or how far it is. */
function Result({
  known,
  agent,
  answered,
  looking,
  onLook,
}: {
  known: LabRun
  agent: StoredAgent | undefined
  /** Whether the service tells how its runs go. */
  answered: boolean
  looking: boolean
  onLook: () => void
}) {
  const { run, sent } = known
  const numbers = numbersOf(known)
  const rate = passRate(numbers)
  const open = run !== undefined && isRunOpen(run)
  const told = run && countRun(run)
  const done = run?.conversations?.filter(({ state }) => state === 'completed' || state === 'failed').length
  return (
    <Section title="Result">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RunBadge run={known} />
        {open && answered && told?.total !== undefined && (
          <span>{`${done ?? 0} of ${countOf(told.total, 'conversation')} ended`}</span>
        )}
        {rate !== undefined && (
          <>
            {!goesOn(known) && <span className="font-semibold">{percentText(rate)} passed</span>}
            <span>
              {countsText(numbers)}{' '}
              {goesOn(known)
                ? 'so far'
                : numbers.byHand
                  ? `of ${countOf(numbers.total ?? 0, 'scenario')}, judged by hand`
                  : `of ${countOf(numbers.total ?? 0, 'conversation')}`}
            </span>
          </>
        )}
        {open && answered && (
          <Button size="sm" pending={looking} onClick={onLook}>
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
      {answered && !open && !run?.reason && !tellsVerdicts(run) && rate === undefined && (
        <p className="text-ink-muted">
          The service reports no verdict. Enter each scenario's result; it stays in this browser.
        </p>
      )}
      <RunEvidence known={known} agent={agent} />
    </Section>
  )
}

/** Leads to this run beside another one. */
function CompareWith({ known, others }: { known: LabRun; others: readonly LabRun[] }) {
  const navigate = Route.useNavigate()
  return (
    <label className="flex flex-wrap items-center gap-2">
      <span>Compare with</span>
      <select
        className="control max-w-80"
        value=""
        onChange={({ target }) => {
          const other = others.find(({ key }) => key === target.value)
          if (!other) return
          const pair = [known, other].toSorted((one, two) => (one.at ?? '').localeCompare(two.at ?? ''))
          void navigate({
            to: '/testing-lab/compare',
            search: { runs: pair.map(({ key }) => key).join(',') },
          })
        }}
      >
        <option value="">Choose a run</option>
        {others.slice(0, 100).map((run) => (
          <option key={run.key} value={run.key}>
            {[titleOfRun(run), run.id].filter(Boolean).join(', ')}
          </option>
        ))}
      </select>
    </label>
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
