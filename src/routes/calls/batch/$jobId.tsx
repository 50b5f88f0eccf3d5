import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { agentQueries } from '../../../queries/agents'
import { type BatchView, batchesOf, type LiveRow } from '../../../queries/batches'
import { ledgerQueries } from '../../../queries/ledger'
import { prefetch } from '../../../queries/prefetch'
import { Button, buttonClass } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { CountProgress } from '../../../ui/count-progress'
import { Notice } from '../../../ui/notice'
import { Page, Section } from '../../../ui/page'
import { shortenId } from '../../../ui/short-id'
import { formatDuration } from '../../../ui/time-words'
import { ErrorNotice } from '../../-shared/error-notice'
import { useReportedAgent } from '../../-shared/reported-agents'
import { saveFile } from '../../-shared/save-file'
import { resultsOf } from './-batch-files'
import { BatchRows } from './-batch-rows'
import { words } from './-batch-words'
import { ConfirmBatch } from './-confirm-batch'
import { PaceFields } from './-pace-fields'
import { TestRow } from './-test-row'

const say = words.job

const STATES = ['waiting', 'sending', 'accepted', 'refused', 'unknown', 'not sent'] as const

interface BatchSearch {
  /** The one outcome whose rows are shown. */
  readonly rows?: LiveRow['state']
}

export const Route = createFileRoute('/calls/batch/$jobId')({
  validateSearch: (search: Record<string, unknown>): BatchSearch => ({
    rows: STATES.find((state) => state === search.rows),
  }),
  head: () => ({ meta: [{ title: 'Batch of calls · Switchboard' }] }),
  loader: ({ context: { queryClient } }) => prefetch(queryClient, agentQueries.list()),
  component: BatchPage,
})

function BatchPage() {
  const { jobId } = Route.useParams()
  const batches = batchesOf(useQueryClient())
  const view = useSyncExternalStore(batches.subscribe, () => batches.view(jobId))
  const [missing, setMissing] = useState<unknown>(false)
  useEffect(() => {
    let here = true
    batches.open(jobId).then(
      (live) => here && setMissing(!live),
      (error: unknown) => here && setMissing(error),
    )
    return () => {
      here = false
    }
  }, [batches, jobId])
  if (view) return <Opened key={jobId} view={view} />
  return (
    <Page
      title={missing === true ? say.missing : words.loading}
      context={missing === true && say.missingText}
      back={<Link to="/calls">{words.calls}</Link>}
    >
      {missing !== true && Boolean(missing) && <ErrorNotice error={missing} />}
    </Page>
  )
}

function Opened({ view }: { view: BatchView }) {
  const { batch, counts, running, heldUntil, leftMs } = view
  const batches = batchesOf(useQueryClient())
  const navigate = Route.useNavigate()
  const { rows: shown } = Route.useSearch()
  const { data: agents = [] } = useQuery(agentQueries.list())
  const { data: problem } = useQuery(ledgerQueries.problem())
  const [asked, setAsked] = useState<'start' | 'stop' | 'forget'>()
  const [failure, setFailure] = useState<unknown>()
  const [pausing, setPausing] = useState(false)
  const agent = useReportedAgent(agents.find(({ agentId }) => agentId === batch.agentId))
  const agentName = agent?.name ?? shortenId(batch.agentId)
  const done = batch.toSend - counts.waiting - counts.sending
  const isOpen = batch.course === 'open'
  const isTested = batch.confirmed || view.test !== undefined || done > 0
  const canGoOn = isOpen && !running && counts.waiting > 0

  const act = (work: Promise<void>) => {
    setFailure(undefined)
    setAsked(undefined)
    work.catch(setFailure).finally(() => setPausing(false))
  }
  const download = (only: 'all' | 'failed') => {
    const name = batch.fileName.replace(/\.\w+$/, '')
    saveFile(
      `${name}-${only === 'all' ? 'results' : 'failed'}.csv`,
      resultsOf(view, only),
      'text/csv;charset=utf-8',
    )
  }

  return (
    <Page
      title={<span className="wrap-anywhere">{say.title(batch.fileName)}</span>}
      context={say.context(agentName, shortenId(batch.outboundPhoneNumberId))}
      back={<Link to="/calls">{words.calls}</Link>}
      action={
        <>
          {isOpen && (counts.waiting > 0 || running) && (
            <Button onClick={() => setAsked('stop')}>{say.stop}</Button>
          )}
          {running ? (
            <Button
              variant="primary"
              pending={pausing}
              pendingLabel={say.pausing}
              onClick={() => {
                setPausing(true)
                batches.pause(batch.id)
              }}
            >
              {say.pause}
            </Button>
          ) : (
            canGoOn && (
              <Button
                variant={isTested ? 'primary' : 'secondary'}
                onClick={() => (batch.confirmed ? act(batches.run(batch.id)) : setAsked('start'))}
              >
                {batch.confirmed ? say.continue : say.start}
              </Button>
            )
          )}
        </>
      }
    >
      {problem && <Notice tone="warn" title={problem.message} />}
      {Boolean(failure) && (
        <Notice
          tone="error"
          title={say.problem}
          message={failure instanceof Error ? failure.message : String(failure)}
          onDismiss={() => setFailure(undefined)}
        />
      )}
      {batch.trouble && !running && (
        <Notice tone="error" title={batch.trouble.title} message={batch.trouble.message} />
      )}
      <div className="flex flex-col gap-2">
        <CountProgress
          label={say.title(batch.fileName)}
          done={done}
          total={batch.toSend}
          words={counts.waiting > 0 && isOpen ? say.left(formatDuration(leftMs)) : undefined}
        />
        <p role="status">{statusOf(view, heldUntil)}</p>
      </div>
      {counts.unknown > 0 && <Notice tone="warn" title={say.unknownText(counts.unknown)} />}
      {isOpen && (
        <div className="grid gap-6 wide:grid-cols-2">
          {!batch.confirmed && (
            <TestRow view={view} onSend={(number) => act(batches.test(batch.id, number))} />
          )}
          <PaceFields key={batch.id} batch={batch} onSet={(pace) => act(batches.setPace(batch.id, pace))} />
        </div>
      )}
      <Section
        title={words.rows}
        action={
          <div className="flex flex-wrap gap-2 rail:justify-end">
            <Link to="/calls" search={{ batch: batch.id }} className={buttonClass('secondary', 'sm')}>
              {say.showCalls}
            </Link>
            <Button size="sm" onClick={() => download('all')}>
              {say.results}
            </Button>
            <Button size="sm" onClick={() => download('failed')}>
              {say.failed}
            </Button>
            {!running && (!isOpen || counts.waiting === 0 || !batch.confirmed) && (
              <Button size="sm" variant="quiet" onClick={() => setAsked('forget')}>
                {say.forget}
              </Button>
            )}
          </div>
        }
      >
        <BatchRows
          view={view}
          state={shown}
          onState={(rows) => void navigate({ search: { rows }, replace: true, resetScroll: false })}
        />
      </Section>
      {asked === 'start' && (
        <ConfirmBatch
          view={view}
          agent={agent}
          agentName={agentName}
          onConfirm={() => act(batches.run(batch.id))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'stop' && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={say.stopAsk.title}
          consequence={say.stopAsk.text(counts.waiting)}
          action={say.stop}
          pending={false}
          error={null}
          onConfirm={() => act(batches.stop(batch.id))}
        />
      )}
      {asked === 'forget' && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={say.forgetAsk.title}
          consequence={say.forgetAsk.text}
          action={say.forget}
          pending={false}
          error={null}
          onConfirm={() =>
            act(
              batches
                .forget(batch.id)
                .then(() => navigate({ to: '/calls', replace: true, ignoreBlocker: true })),
            )
          }
        />
      )}
    </Page>
  )
}

function statusOf({ batch, running, counts }: BatchView, heldUntil: number | undefined): string {
  if (running && heldUntil !== undefined && heldUntil > Date.now())
    return say.held(Math.ceil((heldUntil - Date.now()) / 1000))
  if (running) return `${say.running}. ${say.hidden}`
  if (batch.course === 'stopped') return say.stopped
  if (counts.waiting === 0) return say.ended
  return batch.confirmed ? say.interrupted : say.ready
}
