import { type nextAction, type Replacement, STEPS, stepOf } from '../../../queries/replacements'
import { StatusBadge, type Tone } from '../../../ui/badge'
import { TimeText } from '../../../ui/time-text'
import { words } from './-replace-words'

type State = keyof typeof words.states

const TONES: Record<State, Tone> = {
  done: 'good',
  working: 'busy',
  person: 'busy',
  trouble: 'bad',
  next: 'unknown',
  stopped: 'unknown',
  todo: 'unknown',
}

/** The nine steps in the order of §4, each with its requests, their results and times. */
export function ReplaceSteps({
  job,
  action,
  running,
}: {
  job: Replacement
  action: ReturnType<typeof nextAction>
  running: boolean
}) {
  const isBack = job.course === 'back'
  const current = stepOf(action, job)
  const place = isBack ? STEPS.length : STEPS.indexOf(current as (typeof STEPS)[number])
  const stateOf = (at: number): State => {
    if (job.endedAt !== undefined && (!isBack || at === STEPS.length)) return 'done'
    if (isBack && at < STEPS.length) return job.log.some(({ step }) => step === STEPS[at]) ? 'done' : 'todo'
    if (at !== place) return at < place ? 'done' : 'todo'
    if (running) return 'working'
    if (job.trouble) return 'trouble'
    if (job.stopped) return 'stopped'
    return action.name === 'person' ? 'person' : 'next'
  }
  const shown = isBack ? [...STEPS, 'back' as const] : STEPS
  return (
    <ol className="flex flex-col divide-y divide-line rounded-md border border-line">
      {shown.map((step, at) => {
        const state = stateOf(at)
        return (
          <li
            key={step}
            aria-current={at === place && !job.endedAt ? 'step' : undefined}
            className="flex flex-col gap-1 px-3 py-2"
          >
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="w-5 text-right tabular-nums text-ink-muted">{at + 1}</span>
              <span className={state === 'todo' ? 'grow text-ink-muted' : 'grow font-semibold'}>
                {words.steps[step]}
              </span>
              {state === 'todo' ? (
                <span className="text-sm text-ink-muted">{words.states.todo}</span>
              ) : (
                <StatusBadge tone={TONES[state]}>{words.states[state]}</StatusBadge>
              )}
            </div>
            <StepLog job={job} step={step} />
          </li>
        )
      })}
    </ol>
  )
}

function StepLog({ job, step }: { job: Replacement; step: (typeof STEPS)[number] | 'back' }) {
  const entries = job.log.filter((entry) => entry.step === step)
  if (step === 'validate' && job.validatedAt !== undefined)
    return (
      <p className="pl-8 text-sm text-ink-muted">
        <TimeText time={job.validatedAt} />
      </p>
    )
  if (entries.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 pl-8 text-sm text-ink-muted">
      {entries.map(({ request, at, endedAt, state, result }) => (
        <li key={`${request} ${at} ${state}`} className="flex flex-wrap gap-x-3">
          <span className="min-w-0 font-mono wrap-anywhere">{request}</span>
          <span className="wrap-anywhere text-ink">{result || words.outcomes[state]}</span>
          <TimeText time={endedAt ?? at} />
        </li>
      ))}
    </ul>
  )
}
