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
import { jobEngineOf } from '../../queries/job-engine'
import { otherWorker } from '../../queries/workers'
import { StatusBadge, type Tone } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { countOf, formatCount } from '../../ui/numbers'
import { busyUntil } from '../../ui/time-words'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { tellElsewhere } from '../-shared/waiting'
import { whoWorks } from '../-shared/who-works'
import { carryOut, carryOutUndo } from './-plan-done'

/** So many steps are shown at once; what failed and what is under way comes first. */
const SHOWN_MAX = 200

type State = StepShown['state']

const STATES: Readonly<Record<State, readonly [Tone, string]>> = {
  waiting: ['waiting', 'Waiting'],
  working: ['busy', 'Under way'],
  done: ['good', 'Done'],
  failed: ['bad', 'Failed'],
  'held back': ['unknown', 'Not tried'],
}

const UNKNOWN = ['unknown', 'Unknown'] as const

/** In a longer plan the steps scroll, so why one failed stands above them. */
const IN_SIGHT = 8
/** So many reasons stand above; others stay at their steps. */
const REASONS_MAX = 3

/** It was sent, and nobody knows what became of it. */
const isUnknown = ({ error }: StepShown) => error !== undefined && describeError(error).outcome === 'unknown'

/** Why a step failed, and what to do; `undefined` where it did not. */
function reasonOf({ error }: StepShown): string | undefined {
  if (error === undefined) return undefined
  const { message, outcome, nextStep } = describeError(error)
  const then =
    outcome === 'unknown' ? 'It may have gone through, which is looked up before it is sent again.' : nextStep
  return `${message} ${then}`
}

/** What stands above the steps, each once, with how many it stopped: what several have, and all in a plan that is longer than what is in sight. */
function sharedReasons(steps: readonly StepShown[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const each of steps) {
    const reason = reasonOf(each)
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const shared = [...counts].filter(([, count]) => count > 1 || steps.length > IN_SIGHT)
  return new Map(shared.toSorted(([, one], [, other]) => other - one).slice(0, REASONS_MAX))
}

function textOf(step: FileStep, { files, collections }: PlanAbout): string {
  const file = files[step.fileId] ?? step.fileId
  if (step.action === 'delete') return `${file}: delete`
  const collection = collections[step.collectionId] ?? step.collectionId
  return `${file}: ${step.action} ${step.action === 'add' ? 'to' : 'from'} ${collection}`
}

/**
 * Carries out a plan while one looks: each step with its result, a stop after any of them, another try of what failed, and a way
 * back where there is one. Closed before its end, it stays among the open work (D120).
 * - `isResumed`: an earlier page began it; `stepwise`: it can also be carried out one step at a time, and what it does is said above until it begins; `action`: carries out all of it
 */
export function PlanDialog({
  title,
  description,
  plan,
  isResumed = false,
  stepwise = false,
  locked = false,
  action = 'Carry out all steps',
  onClose,
  onDone,
  onLeft,
  children,
}: {
  title: string
  description?: string
  plan: FilePlan
  isResumed?: boolean
  stepwise?: boolean
  /** Something above has to be done before it may begin. */
  locked?: boolean
  action?: string
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
  const engine = jobEngineOf(client)
  /** Why it could not begin, whatever screen began it. */
  const stopped = useSyncExternalStore(engine.subscribe, () => engine.failureOf(plan.id))
  const [failure, setFailure] = useState<unknown>()
  const count = (state: State) => steps.filter((each) => each.state === state).length
  const [done, unended] = [count('done'), count('failed')]
  const unknown = steps.filter(isUnknown).length
  const failed = unended - unknown
  const left = steps.length - done
  const wasTouched = done > 0 || unended > 0
  const isBegun = !stepwise || isResumed || running || wasTouched
  const { data: other } = useQuery(otherWorker({ kind: PLAN_KIND, id: plan.id, plan }))
  const [waits, setWaits] = useState(false)
  const reasons = sharedReasons(steps)
  const run = async (wanted: { limit?: number; takesOver?: boolean } = {}) => {
    if (locked) return
    setFailure(undefined)
    setWaits(wanted.takesOver === true)
    await carryOut(client, plan, { ...wanted, onDone, onLeft }).catch(() => undefined)
    setWaits(false)
  }
  const dismiss = async () => {
    const reopen = await plan.dismiss().catch(setFailure)
    if (!reopen) return
    toast({
      tone: 'info',
      title: `${countOf(left, 'step')} ${left === 1 ? 'was' : 'were'} dismissed`,
      action: { label: 'Undo', onSelect: () => void reopen().catch(tellElsewhere) },
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
      description={
        isResumed
          ? `${running || other ? '' : 'Nothing is sent until you continue. '}What may have been done already is looked up first.`
          : description
      }
      footer={
        running ? (
          <Button aria-disabled={stopping} onClick={() => plan.stop()}>
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
              <Button writes variant="quiet" aria-disabled={locked} onClick={() => void run({ limit: 1 })}>
                {isBegun ? 'Next step' : 'First step only'}
              </Button>
            )}
            {left > 0 && (
              <Button
                writes
                variant={kind === 'delete' ? 'danger' : 'primary'}
                aria-disabled={locked}
                onClick={() => void run()}
              >
                {unended > 0 && count('waiting') === 0
                  ? 'Retry what failed'
                  : wasTouched
                    ? 'Continue'
                    : action}
              </Button>
            )}
          </>
        )
      }
    >
      {children}
      {Boolean(failure ?? stopped ?? problem) && <ErrorNotice error={failure ?? stopped ?? problem} />}
      {/* How it ended is told, not each step. */}
      <p
        role="status"
        aria-live={running && heldUntil === undefined ? 'off' : 'polite'}
        className="text-sm text-ink-muted"
      >
        {isBegun && `${formatCount(done)} of ${countOf(steps.length, 'step')} done`}
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
      {[...reasons].map(([reason, count]) => (
        <Notice
          key={reason}
          tone="error"
          title={`Why ${countOf(count, 'step')} ${count === 1 ? 'is' : 'are'} not done`}
          message={reason}
        />
      ))}
      {isBegun && <Steps steps={steps} about={plan.about} reasons={reasons} />}
    </Dialog>
  )
}

function Steps({
  steps,
  about,
  reasons,
}: {
  steps: readonly StepShown[]
  about: PlanAbout
  /** These stand above. */
  reasons: ReadonlyMap<string, number>
}) {
  const isUrgent = ({ state }: StepShown) => state === 'failed' || state === 'working'
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
      {ordered.slice(0, SHOWN_MAX).map((each) => {
        const { step, state, tried, gone, byOthers } = each
        const [tone, text] = isUnknown(each) ? UNKNOWN : STATES[state]
        const reason = reasonOf(each)
        return (
          <li
            key={step.id}
            className="flex flex-col gap-0.5 border-b border-line px-3 py-1.5 last:border-b-0"
          >
            <div className="flex items-start justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{textOf(step, about)}</span>
              <StatusBadge tone={tone}>{text}</StatusBadge>
            </div>
            {reason && !reasons.has(reason) && <p className="text-sm text-bad">{reason}</p>}
            {state === 'waiting' && tried && (
              <p className="text-sm text-ink-muted">Tried before. Looked up before it is sent again.</p>
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
