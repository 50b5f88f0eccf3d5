import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { describeError } from '../../queries/describe-error'
import {
  type FilePlan,
  type FileStep,
  type PlanAbout,
  type StepShown,
  undoOf,
} from '../../queries/file-plans'
import { StatusBadge, type Tone } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../-shared/error-notice'
import { words } from './-bulk-words'
import { carryOutUndo } from './-plan-done'

const say = words.plan

/** So many steps are shown at once; what failed and what is under way comes first. */
const SHOWN_MAX = 200

const TONES: Readonly<Record<StepShown<FileStep>['state'], Tone>> = {
  waiting: 'unknown',
  working: 'busy',
  done: 'good',
  failed: 'bad',
  'held back': 'unknown',
}

function wordsOf(step: FileStep, { files, collections }: PlanAbout): string {
  const file = files[step.fileId] ?? step.fileId
  if (step.action === 'delete') return say.steps.delete(file)
  return say.steps[step.action](file, collections[step.collectionId] ?? step.collectionId)
}

/**
 * Carries out a plan while one looks: each step with its result, a stop after any of them, another try of what failed, and a way
 * back where there is one. Closed before its end, it stays among the open work (D120).
 * - `stepwise`: it can also be carried out one step at a time
 */
export function PlanDialog({
  title,
  description,
  kept,
  stepwise = false,
  locked = false,
  onClose,
  onDone,
  children,
}: {
  title: ReactNode
  description?: ReactNode
  kept: FilePlan
  stepwise?: boolean
  /** Something above has to be done before it may begin. */
  locked?: boolean
  onClose: () => void
  /** Called when nothing is left. */
  onDone: () => void
  children?: ReactNode
}) {
  const client = useQueryClient()
  const { about } = kept
  const { steps, running, stopping, problem } = useSyncExternalStore(kept.subscribe, kept.getSnapshot)
  const [failure, setFailure] = useState<unknown>()
  const count = (state: StepShown<FileStep>['state']) => steps.filter((each) => each.state === state).length
  const [done, failed] = [count('done'), count('failed')]
  const left = steps.length - done
  const run = async (limit?: number) => {
    if (locked) return
    setFailure(undefined)
    try {
      await kept.run({ limit })
      if (kept.isDone()) onDone()
    } catch (error) {
      setFailure(error)
    }
  }
  const undo = async () => {
    const back = undoOf(client, kept)
    await kept.dismiss().catch(() => undefined)
    if (back) void carryOutUndo(back)
    onClose()
  }
  const dismiss = () => void kept.dismiss().then(onClose, setFailure)
  const wasTouched = done > 0 || failed > 0
  return (
    <Dialog
      open
      onOpenChange={() => !running && onClose()}
      size="lg"
      title={title}
      description={description}
      footer={
        running ? (
          <Button aria-disabled={stopping || undefined} onClick={() => kept.stop()}>
            {stopping ? say.stopping : say.stop}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{words.close}</Button>
            {wasTouched && left > 0 && <Button onClick={dismiss}>{say.dismiss}</Button>}
            {done > 0 && about.kind !== 'delete' && (
              <Button onClick={() => void undo()}>{words.undo.what}</Button>
            )}
            {stepwise && left > 1 && (
              <Button aria-disabled={locked || undefined} onClick={() => void run(1)}>
                {say.next}
              </Button>
            )}
            {left > 0 && (
              <Button
                variant={about.kind === 'add' ? 'primary' : 'danger'}
                aria-disabled={locked || undefined}
                onClick={() => void run()}
              >
                {failed > 0 ? say.retry : done > 0 ? say.goOn : say.all}
              </Button>
            )}
          </>
        )
      }
    >
      {children}
      {Boolean(failure ?? problem) && <ErrorNotice error={failure ?? problem} />}
      <p role="status" className="text-sm text-ink-muted">
        {say.progress(done, steps.length, failed)}
        {wasTouched && left > 0 && !running && ` ${say.stays}`}
      </p>
      <Steps steps={steps} about={about} />
    </Dialog>
  )
}

function Steps({ steps, about }: { steps: readonly StepShown<FileStep>[]; about: PlanAbout }) {
  const urgent = ({ state }: StepShown<FileStep>) => state === 'failed' || state === 'working'
  // A short plan stays in its order, which is what it is about.
  const ordered =
    steps.length <= SHOWN_MAX ? steps : [...steps.filter(urgent), ...steps.filter((each) => !urgent(each))]
  return (
    <ol className="max-h-[45dvh] overflow-y-auto rounded-md border border-line">
      {ordered.slice(0, SHOWN_MAX).map(({ step, state, error }) => {
        const described = error === undefined ? undefined : describeError(error)
        return (
          <li
            key={step.id}
            className="flex flex-col gap-0.5 border-b border-line px-3 py-1.5 last:border-b-0"
          >
            <div className="flex items-start justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{wordsOf(step, about)}</span>
              <StatusBadge tone={TONES[state]}>{say.states[state]}</StatusBadge>
            </div>
            {described && (
              <p role="alert" className="text-sm text-bad">
                {described.message} {described.nextStep}
              </p>
            )}
            {state === 'held back' && <p className="text-sm text-ink-muted">{say.heldBack}</p>}
          </li>
        )
      })}
      {steps.length > SHOWN_MAX && (
        <li className="px-3 py-1.5 text-sm text-ink-muted">{say.more(steps.length - SHOWN_MAX)}</li>
      )}
    </ol>
  )
}
