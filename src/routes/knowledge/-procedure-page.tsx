import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { jobEngineOf, type Running } from '../../queries/job-engine'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Notice } from '../../ui/notice'
import { Page, Section } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { FailedState } from '../-shared/failure'

/** Reads a kept procedure and shows it, or why there is none to show. */
export function KeptProcedure<Job>({
  kept,
  back,
  name,
  children,
}: {
  /** `null`: this browser does not know it. */
  kept: {
    readonly data: { readonly job: Job } | null | undefined
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  back: ReactNode
  name: 'Replacement' | 'Restructure'
  children: (job: Job) => ReactNode
}) {
  if (kept.data) return children(kept.data.job)
  const isMissing = kept.data === null
  return (
    <Page
      title={isMissing ? `This browser does not know this ${name.toLowerCase()}` : name}
      context={isMissing && 'It was started in another browser, or what this browser remembers was emptied.'}
      back={back}
    >
      {Boolean(kept.error) && (
        <FailedState error={kept.error} onRetry={() => kept.refetch()} retrying={kept.isFetching} />
      )}
    </Page>
  )
}

/**
 * The page of a procedure: what can be done with it, how it stands, what it asks of the person, its steps, and the question before it
 * is rolled back.
 */
export function ProcedurePage({
  job,
  page,
  running,
  back,
  title,
  context,
  mayRollBack,
  mayGoOn,
  onGoOn,
  onStop,
  onRollBack,
  rollBack,
  troubleAction,
  next,
  serving,
  ended,
  steps,
  children,
}: {
  job: {
    readonly stopped: boolean
    readonly endedAt?: string
    readonly trouble?: { readonly title: string; readonly message: string }
  }
  page: ProcedureOnPage
  running: boolean
  back: ReactNode
  title: string
  context: string
  mayRollBack: boolean
  /** Without trouble and without having been stopped. */
  mayGoOn: boolean
  onGoOn: () => void
  onStop: () => Promise<void>
  onRollBack: () => Promise<void>
  /** The question before it. */
  rollBack: { readonly title: string; readonly consequence: string }
  troubleAction?: ReactNode
  /** What happens next, what serves meanwhile, and how it ended. */
  next: string
  serving: ReactNode
  ended: string
  steps: ReactNode
  children: ReactNode
}) {
  const [asked, setAsked] = useState(false)
  const isOver = job.endedAt !== undefined
  return (
    <Page
      back={back}
      title={<span className="wrap-anywhere">{title}</span>}
      context={<span className="wrap-anywhere">{context}</span>}
      action={
        <ProcedureActions
          running={running}
          stopped={job.stopped}
          isOver={isOver}
          mayRollBack={mayRollBack}
          mayGoOn={job.stopped || Boolean(job.trouble) || mayGoOn}
          stopping={page.stopping}
          onRollBack={() => setAsked(true)}
          onStop={() => page.stop(onStop())}
          onGoOn={onGoOn}
        />
      }
    >
      {Boolean(page.failure) && <ErrorNotice error={page.failure} onDismiss={page.dismiss} />}
      {job.trouble && !running && (
        <Notice tone="error" title={job.trouble.title} message={job.trouble.message} action={troubleAction} />
      )}
      <div role="status">
        {isOver ? (
          <Notice tone="info" title={ended} />
        ) : (
          <p>
            <span className="font-semibold">What happens next:</span> {next}{' '}
            <span className="text-ink-muted">{serving}</span>
          </p>
        )}
      </div>
      {children}
      <Section title="Steps">{steps}</Section>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(false)}
          title={rollBack.title}
          consequence={rollBack.consequence}
          action="Roll back"
          pending={false}
          error={null}
          onConfirm={() => {
            setAsked(false)
            void page.act(onRollBack())
          }}
        />
      )}
    </Page>
  )
}

/** The buttons of a procedure's page: go on, stop after any step, roll back as long as there is a way back. */
export function ProcedureActions({
  running,
  stopped,
  isOver,
  mayRollBack,
  mayGoOn,
  stopping,
  onRollBack,
  onStop,
  onGoOn,
}: {
  running: boolean
  stopped: boolean
  isOver: boolean
  mayRollBack: boolean
  mayGoOn: boolean
  /** It was asked to stop, and a request is still on its way. */
  stopping: boolean
  onRollBack: () => void
  onStop: () => void
  onGoOn: () => void
}) {
  return (
    <>
      {!running && mayRollBack && <Button onClick={onRollBack}>Roll back</Button>}
      {!isOver && !stopped && (
        <Button pending={stopping} pendingLabel="Stopping" onClick={onStop}>
          Stop here
        </Button>
      )}
      {!running && !isOver && mayGoOn && (
        <Button variant="primary" onClick={onGoOn}>
          Continue
        </Button>
      )}
    </>
  )
}

/** What a page keeps beside a procedure: what went wrong with what was asked of it here, and that it was asked to stop. */
export interface ProcedureOnPage {
  readonly failure: unknown
  /** It was asked to stop, and a request is still on its way. */
  readonly stopping: boolean
  readonly dismiss: () => void
  /** Shows why it failed, if it does. Never rejects. */
  readonly act: (work: Promise<void>) => Promise<void>
  /** The same for stopping, which is over when nothing runs any more. */
  readonly stop: (work: Promise<void>) => void
}

/** `running`: the procedure runs on this page, whichever screen began that. */
export function useProcedure(running: boolean): ProcedureOnPage {
  const [failure, setFailure] = useState<unknown>()
  const [stopping, setStopping] = useState(false)
  // Asked of that run only; the next one can be stopped, too.
  if (stopping && !running) setStopping(false)
  const act = (work: Promise<void>) => {
    setFailure(undefined)
    return work.catch(setFailure)
  }
  return {
    failure,
    stopping,
    dismiss: () => setFailure(undefined),
    act,
    stop(work) {
      setStopping(running)
      void act(work)
    },
  }
}

/** What a procedure does that runs on this page, whichever screen began that; `undefined` where it stands still. */
export function useRunning(id: string): Running | undefined {
  const engine = jobEngineOf(useQueryClient())
  return useSyncExternalStore(engine.subscribe, () => engine.getSnapshot().get(id))
}
