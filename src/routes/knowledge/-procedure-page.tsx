import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import {
  type Action,
  type Definition,
  jobEngineOf,
  type Procedure,
  type Running,
  stepOf,
  storedJob,
} from '../../queries/job-engine'
import { probeService } from '../../queries/service-health'
import { otherWorker } from '../../queries/workers'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Notice } from '../../ui/notice'
import { Page, Section } from '../../ui/page'
import { mayWrite } from '../../ui/role'
import { busyUntil } from '../../ui/time-words'
import { BackLink } from '../-shared/back-link'
import { ErrorNotice } from '../-shared/error-notice'
import { FailedState } from '../-shared/failure'
import { NotHere } from '../-shared/not-here'
import { useProbe } from '../-shared/use-probe'
import { whoWorks } from '../-shared/who-works'
import { ProcedureSteps, type StepsView } from './-procedure-steps'

/** A question before something is done; `typeToConfirm` has to be typed first. */
export interface Question {
  readonly title: string
  readonly consequence: string
  readonly action: string
  readonly variant?: 'danger'
  readonly typeToConfirm?: string
  readonly onConfirm: () => Promise<void>
}

type NeedOf<Act> = Act extends { readonly needs: infer Need } ? Need : never

/** What the page of a procedure gives to the words of its kind. */
export interface OnPage<Act extends Action> {
  /** Absent while it stands still. */
  readonly running: Running | undefined
  readonly action: Act
  readonly needs: NeedOf<Act> | undefined
  /** `needs`, absent while that may not be asked for, as it runs or is stopped. */
  readonly asks: NeedOf<Act> | undefined
  /** Shows why the work failed, if it does. Never rejects. */
  readonly act: (work: Promise<void>) => Promise<void>
  /** The button that goes on, named for what it does then, for a task that stands with the asks; see `goesOn`. */
  readonly goOn: (label: string, isLocked?: boolean) => ReactNode
  /** Where focus goes when the button that had it goes. */
  readonly currentStep: () => HTMLElement | null
}

/** How a procedure stands, in the words of its kind. */
export interface ProcedureView extends Pick<StepsView, 'steps' | 'names' | 'notes' | 'counts'> {
  readonly title: string
  readonly context: ReactNode
  /** What serves meanwhile, and how it ended. */
  readonly serving: string
  readonly ended: string
  /** Absent where there is no way back. */
  readonly rollBack: Pick<Question, 'title' | 'consequence' | 'variant'> | undefined
  /** What the button among the asks says that stands in the place of "Continue". */
  readonly goesOn?: string | undefined
  /** Comes before it continues. */
  readonly question?: Question
  /** Beside the reason why it stands still. */
  readonly wayOut?: ReactNode
  readonly asks: ReactNode
}

interface Kind<Job extends Procedure, Act extends Action, AtHand> {
  definition: Definition<Job, Act, AtHand>
  atHand?: (job: Job) => AtHand
  procedures: Readonly<
    Record<'goOn' | 'takeOver' | 'resume' | 'stop' | 'rollBack', (id: string) => Promise<void>>
  >
  /** What happens next, by the action or by what a person has to do. */
  next: Readonly<Record<string, string>>
  view: (job: Job, page: OnPage<Act>) => ProcedureView
}

/** The page of a procedure: how it stands, what it asks, its steps, and the buttons that continue, stop and roll it back. */
export function ProcedurePage<Job extends Procedure, Act extends Action, AtHand>({
  id,
  name,
  ...kind
}: Kind<Job, Act, AtHand> & {
  id: string
  name: 'Replacement' | 'Restructure'
}) {
  const engine = jobEngineOf(useQueryClient())
  // Read together with the state, which would else still be that of its last request when the work has ended.
  const running = useSyncExternalStore(engine.subscribe, () => engine.getSnapshot().get(id))
  const stored = useQuery(storedJob(kind.definition, id))
  useProbe()
  const { away = false } = stored.data?.job.trouble ?? {}
  const { data, isSuccess, isFetching } = useQuery(probeService(away && !running))
  const list = name === 'Replacement' ? 'files' : 'collections'
  const back = <BackLink to={`/knowledge/${list}`}>{list === 'files' ? 'Files' : 'Collections'}</BackLink>
  if (stored.data) {
    const { job } = stored.data
    // That nothing answered is past once something does; what was begun still waits for a click (D895).
    const isPast = away && Boolean(data) && isSuccess && !isFetching
    return (
      <Opened
        key={id}
        job={isPast ? { ...job, trouble: undefined } : job}
        wasAway={isPast}
        running={running}
        back={back}
        {...kind}
      />
    )
  }
  if (stored.data === null)
    return (
      <NotHere
        what={name.toLowerCase()}
        only="here"
        back={back}
        to={`/knowledge/${list}`}
        label={`Show all ${list}`}
      />
    )
  return (
    <Page title={name} back={back}>
      {stored.error && <FailedState query={stored} />}
    </Page>
  )
}

function Opened<Job extends Procedure, Act extends Action, AtHand>({
  job,
  wasAway,
  running,
  definition,
  atHand,
  procedures,
  next,
  view,
  back,
}: Kind<Job, Act, AtHand> & {
  job: Job
  wasAway: boolean
  running: Running | undefined
  back: ReactNode
}) {
  const { id, stopped, trouble, endedAt } = job
  const engine = jobEngineOf(useQueryClient())
  // A run may have been begun by another screen, or ended by another page.
  const failure = useSyncExternalStore(engine.subscribe, () => engine.failureOf(id))
  const { data: other } = useQuery(otherWorker({ kind: definition.kind, id }))
  // The other page may have a request under way for which this one waits.
  const isWaiting = running !== undefined && Boolean(other)
  const works = running ?? (other ? {} : undefined)
  const [stopping, setStopping] = useState(false)
  const [asked, setAsked] = useState<Question>()
  // Asked of that run only; the next one can be stopped, too.
  if (stopping && !running) setStopping(false)
  const act = (work: Promise<void>) => {
    engine.forgetFailure(id)
    return work.catch((error: unknown) => engine.noteFailure(id, error))
  }
  const steps = useRef<HTMLOListElement>(null)
  const currentStep = () => steps.current?.querySelector<HTMLElement>('[aria-current]') ?? null

  const action = definition.next(job, atHand?.(job))
  const needs = action.needs as NeedOf<Act> | undefined
  const asks = works || stopped || trouble ? undefined : needs
  const goOn = (label: string, isLocked = false) => (
    <Button
      writes
      // What failed hardly ends well by waiting for it again.
      variant={trouble && action.name === 'wait' ? 'secondary' : 'primary'}
      aria-disabled={isLocked}
      title={isLocked ? 'Tick the box first' : undefined}
      onClick={() => {
        if (isLocked) return
        if (question) return setAsked(question)
        currentStep()?.focus()
        void act(procedures.goOn(id))
      }}
    >
      {label}
    </Button>
  )
  const shown = view(job, { running: works, action, needs, asks, act, goOn, currentStep })
  const { question, rollBack, goesOn } = shown
  // A page that is gone waited for the service; this one does, too. Only when it opens, or it would go on after a stop.
  const resume = useEffectEvent(() => {
    const waits = !running && !stopped && !trouble && !endedAt && action.name === 'wait'
    if (waits && mayWrite()) void act(procedures.resume(id))
  })
  useEffect(() => resume(), [])
  const mayContinue = stopped || trouble !== undefined || needs === undefined || question !== undefined
  const current = stepOf(definition, action, job)
  // Where something was ticked after the last request, nothing was interrupted: Continue was not pressed yet.
  const isTicked = Object.values(shown.notes).some((at = '') => at > (job.log.at(-1)?.at ?? ''))
  // Between a request and its answer the facts say "look it up", which comes only where no answer does.
  const [label, sentence] = running
    ? ['Now:', `${shown.steps[current] ?? 'Roll back'}.`]
    : [
        !mayContinue || goesOn || question || (action.name === 'ended' && !stopped && !trouble)
          ? 'What happens next:'
          : stopped
            ? 'Stopped: nothing is sent. After Continue:'
            : trouble || isTicked
              ? 'After Continue:'
              : wasAway
                ? 'Interrupted, as no answer came. After Continue:'
                : 'Interrupted. After Continue:',
        // What failed is not waited for.
        next[action.needs ?? (trouble && action.name === 'wait' ? 'wait again' : action.name)],
      ]
  return (
    <Page
      back={back}
      title={shown.title}
      context={<span className="wrap-anywhere">{shown.context}</span>}
      action={
        <>
          {other && !running && !other.isHere && !endedAt && (
            <Button writes onClick={() => void act(procedures.takeOver(id))}>
              Take over
            </Button>
          )}
          {!works && rollBack && (
            <Button
              writes
              onClick={() =>
                setAsked({ ...rollBack, action: 'Roll back', onConfirm: () => procedures.rollBack(id) })
              }
            >
              Roll back
            </Button>
          )}
          {!endedAt && !stopped && (running || !other) && (
            <Button
              writes
              pending={stopping}
              pendingLabel="Stopping"
              onClick={() => {
                setStopping(running !== undefined)
                // This button goes, and the focus with it.
                currentStep()?.focus()
                void act(procedures.stop(id))
              }}
            >
              Stop here
            </Button>
          )}
          {!works && !endedAt && mayContinue && goesOn === undefined && goOn('Continue')}
        </>
      }
    >
      <ErrorNotice error={failure} onDismiss={() => engine.forgetFailure(id)} />
      {trouble && !works && <Notice tone="error" {...trouble} action={shown.wayOut} />}
      <div role="status">
        {endedAt ? (
          <Notice tone="info" title={shown.ended} />
        ) : other ? (
          <p>
            {isWaiting
              ? `${whoWorks(other)} ends the request under way. Then this page goes on.`
              : `${whoWorks(other)} works on this. What happens there is shown here.`}
          </p>
        ) : (
          <p>
            <span className="font-semibold">{label}</span>{' '}
            {running?.heldUntil === undefined ? `${sentence}` : busyUntil(running.heldUntil)}{' '}
            <span className="text-ink-muted">{shown.serving}</span>
          </p>
        )}
      </div>
      {shown.asks}
      <Section title="Steps">
        <ProcedureSteps
          job={job}
          view={{ ...shown, needsPerson: needs !== undefined, current }}
          running={works !== undefined}
          ref={steps}
        />
      </Section>
      {asked && (
        <ConfirmDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          returnFocus={currentStep}
          onConfirm={() => {
            setAsked(undefined)
            void act(asked.onConfirm())
          }}
        />
      )}
    </Page>
  )
}
