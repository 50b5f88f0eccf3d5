import { type ReactNode, useSyncExternalStore } from 'react'
import { describeError } from '../../queries/describe-error'
import type { FilePlan, FileStep, StepShown } from '../../queries/file-steps'
import { StatusBadge, type Tone } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { words } from './-bulk-words'

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

/** How the steps of a plan are named: files and collections by name. */
export interface StepNames {
  readonly file: (fileId: string) => string
  readonly collection: (collectionId: string) => string
}

function wordsOf(step: FileStep, names: StepNames): string {
  if (step.action === 'delete') return say.steps.delete(names.file(step.fileId))
  return say.steps[step.action](names.file(step.fileId), names.collection(step.collectionId))
}

/**
 * Carries out a plan while one looks: each step with its result, a stop after any of them, and another try of what failed.
 * - `stepwise`: it can also be carried out one step at a time; `onDone`: called when nothing is left
 */
export function PlanDialog({
  title,
  description,
  plan,
  names,
  stepwise = false,
  locked = false,
  onClose,
  onDone,
  children,
}: {
  title: ReactNode
  description?: ReactNode
  plan: FilePlan
  names: StepNames
  stepwise?: boolean
  /** Something above has to be done before it may begin. */
  locked?: boolean
  onClose: () => void
  onDone: () => void
  children?: ReactNode
}) {
  const { steps, running, stopping } = useSyncExternalStore(plan.subscribe, plan.getSnapshot)
  const count = (state: StepShown<FileStep>['state']) => steps.filter((each) => each.state === state).length
  const [done, failed] = [count('done'), count('failed')]
  const left = steps.length - done
  const run = async (limit?: number) => {
    if (locked) return
    await plan.run({ limit })
    if (plan.getSnapshot().steps.every(({ state }) => state === 'done')) onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={() => !running && onClose()}
      size="lg"
      title={title}
      description={description}
      footer={
        running ? (
          <Button aria-disabled={stopping || undefined} onClick={() => plan.stop()}>
            {stopping ? say.stopping : say.stop}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{words.close}</Button>
            {stepwise && left > 1 && (
              <Button aria-disabled={locked || undefined} onClick={() => void run(1)}>
                {say.next}
              </Button>
            )}
            {left > 0 && (
              <Button variant="danger" aria-disabled={locked || undefined} onClick={() => void run()}>
                {failed > 0 ? say.retry : done > 0 ? say.goOn : say.all}
              </Button>
            )}
          </>
        )
      }
    >
      {children}
      <p role="status" className="text-sm text-ink-muted">
        {say.progress(done, steps.length, failed)}
      </p>
      <Steps steps={steps} names={names} />
    </Dialog>
  )
}

function Steps({ steps, names }: { steps: readonly StepShown<FileStep>[]; names: StepNames }) {
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
              <span className="min-w-0 wrap-anywhere">{wordsOf(step, names)}</span>
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
