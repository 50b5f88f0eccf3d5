import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Notice } from '../../ui/notice'
import { Page, Section } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { FailedState } from '../-shared/failure'
import { ProcedureActions } from './-procedure-actions'
import { words } from './-procedure-words'
import type { ProcedureOnPage } from './-use-procedure'

/** Reads a kept procedure and shows it, or why there is none to show. */
export function KeptProcedure<Job>({
  kept,
  back,
  say,
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
  say: { readonly loading: string; readonly missing: string; readonly missingText: string }
  children: (job: Job) => ReactNode
}) {
  if (kept.data) return children(kept.data.job)
  const isMissing = kept.data === null
  return (
    <Page title={isMissing ? say.missing : say.loading} context={isMissing && say.missingText} back={back}>
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
            <span className="font-semibold">{words.next}:</span> {next}{' '}
            <span className="text-ink-muted">{serving}</span>
          </p>
        )}
      </div>
      {children}
      <Section title={words.steps}>{steps}</Section>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(false)}
          title={rollBack.title}
          consequence={rollBack.consequence}
          action={words.rollBack}
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
