import type { ReactNode } from 'react'
import { StatusBadge, type Tone } from '../../ui/badge'
import { countOf } from '../../ui/numbers'
import { TimeText } from '../../ui/time-text'

const STATES = {
  done: 'Done',
  working: 'Working',
  person: 'Waits for you',
  trouble: 'Needs attention',
  next: 'Next',
  stopped: 'Stopped here',
  todo: 'To do',
}

type StepState = keyof typeof STATES

const OUTCOMES = { sending: 'On its way', accepted: 'Done', refused: 'Refused', unknown: 'No answer' }

const TONES: Record<StepState, Tone> = {
  done: 'good',
  working: 'busy',
  person: 'busy',
  trouble: 'bad',
  next: 'unknown',
  stopped: 'unknown',
  todo: 'unknown',
}

/** One request of a procedure as it is shown. */
interface Request {
  readonly step: string
  readonly request: string
  readonly at: string
  readonly endedAt?: string
  readonly state: keyof typeof OUTCOMES
  readonly result?: string
}

/** How a procedure stands, as far as its list of steps shows it. */
interface Standing {
  readonly course: 'forward' | 'back'
  readonly stopped: boolean
  readonly trouble?: unknown
  readonly endedAt?: string
  readonly log: readonly Request[]
}

/** So many requests of one step are shown; the last ones, which tell how it stands. */
const SHOWN_MAX = 50

/**
 * The steps of a procedure in their order, each with its requests, their results and times. The last is the way back.
 * - `current`: the step of the next action; `needsPerson`: it waits for somebody
 */
export function ProcedureSteps<Step extends string>({
  job,
  steps,
  labels,
  current,
  running,
  needsPerson,
  notes,
}: {
  job: Standing
  steps: readonly Step[]
  labels: Readonly<Record<Step | 'back', string>>
  current: Step | 'back'
  running: boolean
  needsPerson: boolean
  /** When a person did what a step waits for. */
  notes: Partial<Record<Step | 'back', string | undefined>>
}) {
  const isBack = job.course === 'back'
  const place = isBack ? steps.length : steps.indexOf(current as Step)
  const stateOf = (at: number): StepState => {
    if (job.endedAt !== undefined && (!isBack || at === steps.length)) return 'done'
    if (isBack && at < steps.length) return job.log.some(({ step }) => step === steps[at]) ? 'done' : 'todo'
    if (at !== place) return at < place ? 'done' : 'todo'
    if (running) return 'working'
    if (job.trouble) return 'trouble'
    if (job.stopped) return 'stopped'
    return needsPerson ? 'person' : 'next'
  }
  const shown: readonly (Step | 'back')[] = isBack ? [...steps, 'back'] : steps
  return (
    <ol className="flex flex-col divide-y divide-line rounded-md border border-line">
      {shown.map((step, at) => {
        const state = stateOf(at)
        const noted = notes[step]
        return (
          <li
            key={step}
            aria-current={at === place && !job.endedAt ? 'step' : undefined}
            className="flex gap-3 px-3 py-2"
          >
            <span className="w-5 shrink-0 text-right tabular-nums text-ink-muted">{at + 1}</span>
            <div className="flex min-w-0 grow flex-col gap-1">
              {/* The badge goes below its step where both do not fit, never the number. */}
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span
                  className={state === 'todo' ? 'min-w-0 grow text-ink-muted' : 'min-w-0 grow font-semibold'}
                >
                  {labels[step]}
                </span>
                {state === 'todo' ? (
                  <span className="text-sm text-ink-muted">To do</span>
                ) : (
                  <StatusBadge tone={TONES[state]}>{STATES[state]}</StatusBadge>
                )}
              </div>
              {noted !== undefined && (
                <p className="text-sm text-ink-muted">
                  <TimeText time={noted} />
                </p>
              )}
              <Requests requests={job.log.filter((entry) => entry.step === step)} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Requests({ requests }: { requests: readonly Request[] }): ReactNode {
  if (requests.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm text-ink-muted">
      {requests.length > SHOWN_MAX && (
        <li>{`${countOf(requests.length - SHOWN_MAX, 'earlier request')} not shown`}</li>
      )}
      {requests.slice(-SHOWN_MAX).map(({ request, at, endedAt, state, result }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows at its end, and the same request may stand in it twice
        <li key={index} className="flex flex-wrap gap-x-3">
          <span className="min-w-0 font-mono wrap-anywhere">{request}</span>
          <span className="wrap-anywhere text-ink">{result || OUTCOMES[state]}</span>
          <TimeText time={endedAt ?? at} />
        </li>
      ))}
    </ul>
  )
}
