import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { jobEngineOf, type Procedure, type Running } from '../../queries/job-engine'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Notice } from '../../ui/notice'
import { Page, Section } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { FailedState } from '../-shared/failure'
import { ProcedureSteps, type StepsView } from './-procedure-steps'

/** A question before something is done; `typeToConfirm` has to be typed first. */
export interface Question {
  readonly title: string
  readonly consequence: string
  readonly action: string
  readonly typeToConfirm?: string
  readonly onConfirm: () => Promise<void>
}

/** What the page of a procedure gives to the words of its kind. */
export interface OnPage {
  /** Absent while it stands still. */
  readonly running: Running | undefined
  /** It stands still and waits, so what it needs of a person may be asked for. */
  readonly mayAsk: boolean
  /** Shows why the work failed, if it does. Never rejects. */
  readonly act: (work: Promise<void>) => Promise<void>
}

/** How a procedure stands, in the words of its kind. */
export interface ProcedureView extends StepsView {
  readonly title: string
  readonly context: string
  /** What happens next, what serves meanwhile, and how it ended. */
  readonly next: string
  readonly serving: string
  readonly ended: string
  /** Absent where there is no way back. */
  readonly rollBack: Pick<Question, 'title' | 'consequence'> | undefined
  /** Comes before it continues. */
  readonly question?: Question
  /** Beside the reason why it stands still. */
  readonly wayOut?: ReactNode
  /** What it asks of a person. */
  readonly asks: ReactNode
}

interface Procedures {
  goOn(id: string): Promise<void>
  stop(id: string): Promise<void>
  rollBack(id: string): Promise<void>
}

/** The page of a procedure: how it stands, what it asks, its steps, and the buttons that continue, stop and roll it back. */
export function ProcedurePage<Job extends Procedure>({
  id,
  stored: { data, error, isFetching, refetch },
  name,
  back,
  ...props
}: {
  id: string
  /** `null`: this browser does not have it. */
  stored: UseQueryResult<{ readonly job: Job } | null>
  name: 'Replacement' | 'Restructure'
  back: ReactNode
  procedures: Procedures
  view: (job: Job, page: OnPage) => ProcedureView
}) {
  if (data) return <Opened key={id} job={data.job} back={back} {...props} />
  const isMissing = data === null
  return (
    <Page
      title={isMissing ? `This browser does not have this ${name.toLowerCase()}` : name}
      context={
        isMissing && 'It was started in another browser, or the stored data of this browser was cleared.'
      }
      back={back}
    >
      {error && <FailedState query={{ error, refetch, isFetching }} />}
    </Page>
  )
}

function Opened<Job extends Procedure>({
  job,
  back,
  procedures,
  view,
}: {
  job: Job
  back: ReactNode
  procedures: Procedures
  view: (job: Job, page: OnPage) => ProcedureView
}) {
  const { id, stopped, trouble, endedAt } = job
  const engine = jobEngineOf(useQueryClient())
  const running = useSyncExternalStore(engine.subscribe, () => engine.getSnapshot().get(id))
  // A run may have been begun by another screen, or ended by another page.
  const ended = useSyncExternalStore(engine.subscribe, () => engine.failureOf(id))
  const [failure, setFailure] = useState<unknown>()
  const [stopping, setStopping] = useState(false)
  const [asked, setAsked] = useState<Question>()
  // Asked of that run only; the next one can be stopped, too.
  if (stopping && !running) setStopping(false)
  const act = (work: Promise<void>) => {
    setFailure(undefined)
    return work.catch(setFailure)
  }

  const shown = view(job, { running, mayAsk: !running && !stopped && !trouble, act })
  const { question, rollBack, needsPerson } = shown
  const mayContinue = stopped || trouble !== undefined || !needsPerson || question !== undefined
  return (
    <Page
      back={back}
      title={<span className="wrap-anywhere">{shown.title}</span>}
      context={<span className="wrap-anywhere">{shown.context}</span>}
      action={
        <>
          {!running && rollBack && (
            <Button
              onClick={() =>
                setAsked({ ...rollBack, action: 'Roll back', onConfirm: () => procedures.rollBack(id) })
              }
            >
              Roll back
            </Button>
          )}
          {!endedAt && !stopped && (
            <Button
              pending={stopping}
              pendingLabel="Stopping"
              onClick={() => {
                setStopping(running !== undefined)
                void act(procedures.stop(id))
              }}
            >
              Stop here
            </Button>
          )}
          {!running && !endedAt && mayContinue && (
            <Button
              variant="primary"
              onClick={() => (question ? setAsked(question) : void act(procedures.goOn(id)))}
            >
              Continue
            </Button>
          )}
        </>
      }
    >
      {Boolean(failure ?? ended) && (
        <ErrorNotice
          error={failure ?? ended}
          onDismiss={() => {
            setFailure(undefined)
            engine.forgetFailure(id)
          }}
        />
      )}
      {trouble && !running && <Notice tone="error" {...trouble} action={shown.wayOut} />}
      <div role="status">
        {endedAt ? (
          <Notice tone="info" title={shown.ended} />
        ) : (
          <p>
            <span className="font-semibold">What happens next:</span> {shown.next}{' '}
            <span className="text-ink-muted">{shown.serving}</span>
          </p>
        )}
      </div>
      {shown.asks}
      <Section title="Steps">
        <ProcedureSteps job={job} view={shown} running={running !== undefined} />
      </Section>
      {asked && (
        <ConfirmDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            void act(asked.onConfirm())
          }}
        />
      )}
    </Page>
  )
}
