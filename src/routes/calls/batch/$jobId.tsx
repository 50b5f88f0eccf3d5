import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useRef, useState, useSyncExternalStore } from 'react'
import { listCalls } from '../../../contract/call-records'
import { agentQueries } from '../../../queries/agents'
import { batchQueries } from '../../../queries/batch-queries'
import { type BatchView, batchesOf } from '../../../queries/batches'
import { jobEngineOf } from '../../../queries/job-engine'
import { ledgerQueries } from '../../../queries/ledger'
import { prefetch } from '../../../queries/prefetch'
import { Button, buttonClass } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Notice } from '../../../ui/notice'
import { countOf } from '../../../ui/numbers'
import { Page, Section } from '../../../ui/page'
import { CountProgress } from '../../../ui/progress'
import { here, mayWrite } from '../../../ui/role'
import { shortenId } from '../../../ui/short-id'
import { formatDuration } from '../../../ui/time-words'
import { toast } from '../../../ui/toast-store'
import { BackLink } from '../../-shared/back-link'
import { ErrorNotice } from '../../-shared/error-notice'
import { late } from '../../-shared/late'
import { NotHere } from '../../-shared/not-here'
import { NumberName } from '../../-shared/number-name'
import { useReportedAgent } from '../../-shared/reported-agents'
import { saveCsv } from '../../-shared/save-csv'
import { searchOneOf, searchParams } from '../../-shared/search-text'
import { useProbe } from '../../-shared/use-probe'
import { WhereListed } from '../../-shared/where-listed'
import { lacksOf, resultsOf } from './-batch-files'
import { BatchRows } from './-batch-rows'
import { endsOf, statusOf } from './-batch-status'
import { ConfirmBatch, TestRow } from './-before-start'
import { PaceFields, type TakePace } from './-pace-fields'
import { useBatchResults } from './-use-batch-results'

const SettleRows = late(async () => (await import('./-settle-rows')).SettleRows)

export const Route = createFileRoute('/calls/batch/$jobId')({
  // The one outcome whose rows are shown.
  validateSearch: searchParams({
    rows: searchOneOf(['waiting', 'sending', 'accepted', 'refused', 'unknown', 'cancelled', 'not sent']),
  }),
  head: () => ({ meta: [{ title: 'Batch of calls · Switchboard' }] }),
  loader: ({ context }) => prefetch(context, [agentQueries.list()]),
  component: BatchPage,
})

function BatchPage() {
  const { jobId } = Route.useParams()
  const batches = batchesOf(useQueryClient())
  const view = useSyncExternalStore(batches.subscribe, () => batches.view(jobId))
  const { data: isHere, error } = useQuery(batchQueries.opened(jobId))
  useProbe()
  if (view) return <Opened key={jobId} view={view} />
  const back = <BackLink to="/calls">Calls</BackLink>
  if (isHere === false)
    return <NotHere what="batch" only="here" back={back} to="/calls" label="Show all calls" />
  return (
    <Page title="Batch of calls" back={back}>
      <ErrorNotice error={error} />
    </Page>
  )
}

function Opened({ view }: { view: BatchView }) {
  const { batch, counts, running, elsewhere, leftMs, opensAt, isAway } = view
  const client = useQueryClient()
  const batches = batchesOf(client)
  const engine = jobEngineOf(client)
  const failure = useSyncExternalStore(engine.subscribe, () => engine.failureOf(batch.id))
  const navigate = Route.useNavigate()
  const { data: agents = [] } = useQuery(agentQueries.list())
  const results = useBatchResults(view)
  const { data: problem } = useQuery(ledgerQueries.problem())
  const [asked, setAsked] = useState<'start' | 'stop' | 'forget'>()
  const [pausing, setPausing] = useState(false)
  const takePace = useRef<TakePace>(null)
  const agent = useReportedAgent(agents.find(({ agentId }) => agentId === batch.agentId))
  const agentName = agent?.name ?? shortenId(batch.agentId)
  const done = batch.toSend - counts.waiting - counts.sending
  const isOpen = batch.course === 'open'
  // Not while it is paused, or waits for an hour or for the service: then nobody knows.
  const isSending = (running || elsewhere !== undefined) && opensAt === undefined && !isAway
  const isTested = batch.confirmed || view.isTested || done > 0
  const canGoOn = isOpen && !running && !elsewhere && counts.waiting > 0
  const attempt = (work: Promise<void>) => {
    engine.forgetFailure(batch.id)
    return work.then(
      () => true,
      (error: unknown) => {
        engine.noteFailure(batch.id, error)
        return false
      },
    )
  }
  const act = (work: Promise<void>) => {
    setAsked(undefined)
    void attempt(work)
  }
  const router = useRouter()
  // Who left meanwhile is not led back.
  const leave = () =>
    router.latestLocation.pathname.endsWith(batch.id)
      ? navigate({ to: '/calls', replace: true, ignoreBlocker: true })
      : undefined
  const download = (only: 'all' | 'failed') => {
    const name = `${batch.fileName.replace(/\.\w+$/, '')}-${only === 'all' ? 'results' : 'failed'}.csv`
    saveCsv(name, resultsOf(view, only, results))
    const title = lacksOf(view, only, results)
    if (title) toast({ tone: 'info', title })
  }

  return (
    <Page
      title={`Batch ${batch.fileName}`}
      context={
        <>
          {agentName}, from <NumberName id={batch.outboundPhoneNumberId} short />
        </>
      }
      back={<BackLink to="/calls">Calls</BackLink>}
      action={
        <>
          {isOpen && isTested && !elsewhere && (counts.waiting > 0 || running) && (
            <Button writes onClick={() => setAsked('stop')}>
              Cancel remaining
            </Button>
          )}
          {elsewhere && !elsewhere.isHere ? (
            // Who sends a test row has not agreed to the others.
            batch.confirmed && (
              <Button writes onClick={() => act(batches.run(batch.id, true))}>
                Take over
              </Button>
            )
          ) : running || elsewhere ? (
            <Button
              writes
              variant="primary"
              pending={pausing}
              pendingLabel="Pausing"
              onClick={() => {
                setPausing(running)
                void batches.pause(batch.id).finally(() => setPausing(false))
              }}
            >
              Pause
            </Button>
          ) : (
            canGoOn && (
              <Button
                writes
                variant="primary"
                onClick={async () => {
                  if (!(await takePace.current?.())) return
                  if (batch.confirmed) act(batches.run(batch.id))
                  else setAsked('start')
                }}
              >
                {batch.confirmed ? 'Continue' : 'Start batch'}
              </Button>
            )
          )}
        </>
      }
    >
      {problem && <Notice tone="warn" title={problem.message} />}
      <ErrorNotice error={failure} onDismiss={() => engine.forgetFailure(batch.id)} />
      {batch.trouble && !running && !elsewhere && (
        <Notice tone="error" title={batch.trouble.title} message={batch.trouble.message} />
      )}
      <div className="flex flex-col gap-2">
        <CountProgress
          label={`Batch ${batch.fileName}`}
          done={done}
          total={batch.toSend}
          words={
            isSending && counts.waiting > 0
              ? `about ${formatDuration(Math.ceil(leftMs / 1000) * 1000)}${batch.fromMinute === batch.toMinute ? '' : ' of calling'} left`
              : undefined
          }
        />
        <p>
          <span role="status">{statusOf(view)}</span> {endsOf(view, results)}
        </p>
      </div>
      {counts.unknown > 0 && !running && !elsewhere && <SettleRows results={results} />}
      {counts.unknown > 0 && (
        <Notice
          tone="warn"
          title={`${countOf(counts.unknown, 'call')} may have been placed. ${counts.unknown === 1 ? 'It is' : 'They are'} never retried automatically.`}
          message={
            isOpen && (
              <>
                Check{' '}
                <WhereListed
                  operation={listCalls}
                  to="/calls"
                  search={{ batch: batch.id }}
                  words="the list of calls"
                />{' '}
                before you continue.
              </>
            )
          }
        />
      )}
      {isOpen && mayWrite() && (
        // Not taken away, as any other page that sets the pace works on it for a moment: what is typed here stays.
        <div hidden={elsewhere !== undefined} className="flex flex-col gap-4">
          {!batch.confirmed && !elsewhere && (
            <div className="max-w-[44rem]">
              <TestRow view={view} onSend={(number) => act(batches.test(batch.id, number))} />
            </div>
          )}
          <PaceFields
            ref={takePace}
            batch={batch}
            // Not a dialog's, so none is closed: one may have been opened while the fields were looked at.
            onSet={(pace) =>
              attempt(batches.setPace(batch.id, pace).then(() => void toast({ title: 'The pace was set' })))
            }
          />
        </div>
      )}
      <Section
        title="Rows"
        action={
          <div className="flex flex-wrap gap-2 rail:justify-end">
            {(isTested || !isOpen) && (
              <>
                <Link to="/calls" search={{ batch: batch.id }} className={buttonClass('secondary', 'sm')}>
                  Show in Calls
                </Link>
                <Button size="sm" onClick={() => download('all')}>
                  Results as CSV
                </Button>
                <Button size="sm" onClick={() => download('failed')}>
                  Failed rows as CSV
                </Button>
              </>
            )}
            {!running && !elsewhere && (!isOpen || counts.waiting === 0 || !batch.confirmed) && (
              <Button writes size="sm" variant="quiet" onClick={() => setAsked('forget')}>
                Forget the rows
              </Button>
            )}
          </div>
        }
      >
        <BatchRows view={view} results={results} />
      </Section>
      {asked === 'start' && (
        <ConfirmBatch
          view={view}
          agent={agent}
          onConfirm={(again) => act(batches.allow(batch.id, again).then(() => batches.run(batch.id)))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {(asked === 'stop' || asked === 'forget') && (
        <ConfirmDialog
          onClose={() => setAsked(undefined)}
          variant="danger"
          {...(asked === 'stop'
            ? {
                title: 'Cancel the remaining calls?',
                consequence: `${countOf(counts.waiting, 'row')} will not be sent. This cannot be undone. To continue later, pause instead.`,
                action: 'Cancel remaining',
                onConfirm: () => act(batches.stop(batch.id)),
              }
            : {
                title: 'Forget the rows of this batch?',
                consequence: `The rows and this page are removed from ${here()}. The calls stay in the list of calls.`,
                action: 'Forget the rows',
                onConfirm: () => act(batches.forget(batch.id).then(leave)),
              })}
        />
      )}
    </Page>
  )
}
