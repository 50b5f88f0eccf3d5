import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { describeError } from '../../queries/describe-error'
import {
  type FilePlan,
  type FileStep,
  PLAN_KIND,
  type PlanAbout,
  type StepShown,
  undoOf,
} from '../../queries/file-plans'
import { otherWorker } from '../../queries/workers'
import { StatusBadge, type Tone } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { countOf, formatCount } from '../../ui/numbers'
import { busyUntil } from '../../ui/time-words'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { whoWorks } from '../-shared/who-works'
import { carryOut, carryOutUndo } from './-plan-done'

/** So many steps are shown at once; what failed and what is under way comes first. */
const SHOWN_MAX = 200

type State = StepShown<FileStep>['state']

const STATES: Readonly<Record<State, readonly [Tone, string]>> = {
  waiting: ['waiting', 'Waiting'],
  working: ['busy', 'Under way'],
  done: ['good', 'Done'],
  failed: ['bad', 'Failed'],
  'held back': ['unknown', 'Not tried'],
}

const UNKNOWN = ['unknown', 'Unknown'] as const

/** It was sent, and nobody knows what became of it. */
const isUnknown = ({ error }: StepShown<FileStep>) =>
  error !== undefined && describeError(error).outcome === 'unknown'

function textOf(step: FileStep, { files, collections }: PlanAbout): string {
  const file = files[step.fileId] ?? step.fileId
  if (step.action === 'delete') return `${file}: delete`
  const collection = collections[step.collectionId] ?? step.collectionId
  return `${file}: ${step.action} ${step.action === 'add' ? 'to' : 'from'} ${collection}`
}

/**
 * Carries out a plan while one looks: each step with its result, a stop after any of them, another try of what failed, and a way
 * back where there is one. Closed before its end, it stays among the open work (D120).
 * - `stepwise`: it can also be carried out one step at a time
 */
export function PlanDialog({
  title,
  description,
  plan,
  stepwise = false,
  locked = false,
  onClose,
  onDone,
  onLeft,
  children,
}: {
  title: string
  description?: string
  plan: FilePlan
  stepwise?: boolean
  /** Something above has to be done before it may begin. */
  locked?: boolean
  onClose: () => void
  /** Called when nothing is left, after that was announced. */
  onDone: () => void
  /** Called when it was carried out and something is left. */
  onLeft?: (() => void) | undefined
  children?: ReactNode
}) {
  const client = useQueryClient()
  const { kind } = plan.about
  const { steps, running, stopping, heldUntil, problem } = useSyncExternalStore(
    plan.subscribe,
    plan.getSnapshot,
  )
  const [failure, setFailure] = useState<unknown>()
  const count = (state: State) => steps.filter((each) => each.state === state).length
  const [done, unended] = [count('done'), count('failed')]
  const unknown = steps.filter(isUnknown).length
  const failed = unended - unknown
  const left = steps.length - done
  const wasTouched = done > 0 || unended > 0
  const { data: other } = useQuery(otherWorker({ kind: PLAN_KIND, id: plan.id, plan }))
  const [waits, setWaits] = useState(false)
  const run = async (wanted: { limit?: number; takesOver?: boolean } = {}) => {
    if (locked) return
    setFailure(undefined)
    setWaits(wanted.takesOver === true)
    await carryOut(client, plan, { ...wanted, onDone, onLeft }).catch(setFailure)
    setWaits(false)
  }
  const dismiss = async () => {
    const reopen = await plan.dismiss().catch(setFailure)
    if (!reopen) return
    toast({
      tone: 'info',
      title: `${countOf(left, 'step')} ${left === 1 ? 'was' : 'were'} dismissed`,
      action: { label: 'Undo', onSelect: () => void reopen() },
    })
    onClose()
  }
  const undo = async () => {
    const back = undoOf(client, plan)
    await plan.dismiss().catch(() => undefined)
    if (back) void carryOutUndo(back)
    onClose()
  }
  return (
    <Dialog
      onClose={() => !running && onClose()}
      size="lg"
      title={<span className="wrap-anywhere">{title}</span>}
      description={description}
      footer={
        running ? (
          <Button aria-disabled={stopping || undefined} onClick={() => plan.stop()}>
            {stopping ? 'Stopping after this step' : 'Stop'}
          </Button>
        ) : other || waits ? (
          <>
            <Button onClick={onClose}>Close</Button>
            {left > 0 && !other?.isHere && (
              <Button
                writes
                pending={waits}
                pendingLabel="Taking over"
                onClick={() => void run({ takesOver: true })}
              >
                Take over
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            {wasTouched && left > 0 && (
              <Button writes onClick={() => void dismiss()}>
                Dismiss what is left
              </Button>
            )}
            {done > 0 && kind !== 'delete' && (
              <Button writes onClick={() => void undo()}>
                Undo what was done
              </Button>
            )}
            {stepwise && left > 1 && (
              <Button writes aria-disabled={locked || undefined} onClick={() => void run({ limit: 1 })}>
                Next step
              </Button>
            )}
            {left > 0 && (
              <Button
                writes
                variant={kind === 'delete' ? 'danger' : 'primary'}
                aria-disabled={locked || undefined}
                onClick={() => void run()}
              >
                {unended > 0 && count('waiting') === 0
                  ? 'Retry what failed'
                  : wasTouched
                    ? 'Continue'
                    : 'Carry out all steps'}
              </Button>
            )}
          </>
        )
      }
    >
      {children}
      {Boolean(failure ?? problem) && <ErrorNotice error={failure ?? problem} />}
      {/* How it ended is told, not each step. */}
      <p
        role="status"
        aria-live={running && heldUntil === undefined ? 'off' : 'polite'}
        className="text-sm text-ink-muted"
      >
        {`${formatCount(done)} of ${countOf(steps.length, 'step')} done`}
        {failed > 0 && `, ${formatCount(failed)} failed`}
        {unknown > 0 && `, ${formatCount(unknown)} unknown`}
        {other && !running && `. ${whoWorks(other)} ${waits ? 'ends the step under way' : 'works on this'}.`}
        {heldUntil !== undefined && `. ${busyUntil(heldUntil)}`}
        {wasTouched &&
          left > 0 &&
          !running &&
          !other &&
          '. What is left waits until you continue, here or from the open work of the Files and Collections screens.'}
      </p>
      <Steps steps={steps} about={plan.about} />
    </Dialog>
  )
}

function Steps({ steps, about }: { steps: readonly StepShown<FileStep>[]; about: PlanAbout }) {
  const isUrgent = ({ state }: StepShown<FileStep>) => state === 'failed' || state === 'working'
  const more = steps.length - SHOWN_MAX
  // A short plan stays in its order, which is what it is about.
  const ordered =
    more <= 0 ? steps : steps.toSorted((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)))
  return (
    <ol
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-[45dvh] overflow-y-auto rounded-md border border-line"
    >
      {ordered.slice(0, SHOWN_MAX).map(({ step, state, gone, byOthers, error }) => {
        const described = error === undefined ? undefined : describeError(error)
        const [tone, text] = described?.outcome === 'unknown' ? UNKNOWN : STATES[state]
        return (
          <li
            key={step.id}
            className="flex flex-col gap-0.5 border-b border-line px-3 py-1.5 last:border-b-0"
          >
            <div className="flex items-start justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{textOf(step, about)}</span>
              <StatusBadge tone={tone}>{text}</StatusBadge>
            </div>
            {described && (
              <p className="text-sm text-bad">
                {described.message}{' '}
                {described.outcome === 'unknown'
                  ? 'It may have gone through, which is looked up before it is sent again.'
                  : described.nextStep}
              </p>
            )}
            {byOthers && step.action === 'remove' && (
              <p className="text-sm text-ink-muted">Was removed already.</p>
            )}
            {gone && <p className="text-sm text-ink-muted">The file is gone. Nothing was left to do.</p>}
            {state === 'held back' && <p className="text-sm text-ink-muted">The step before it failed.</p>}
          </li>
        )
      })}
      {more > 0 && <li className="px-3 py-1.5 text-sm text-ink-muted">{`${formatCount(more)} more`}</li>}
    </ol>
  )
}
