import { ChevronRight } from 'lucide-react'
import type { Ref } from 'react'
import type { Procedure } from '../../queries/job-engine'
import { StatusBadge, type Tone } from '../../ui/badge'
import { countOf } from '../../ui/numbers'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'

const STATES = {
  done: ['good', 'Done'],
  working: ['busy', 'Working'],
  person: ['busy', 'Waits for you'],
  trouble: ['bad', 'Needs attention'],
  next: ['waiting', 'Next'],
  stopped: ['waiting', 'Stopped here'],
  todo: ['unknown', 'To do'],
  left: ['unknown', 'Not done'],
} satisfies Record<string, readonly [Tone, string]>

const OUTCOMES = { sending: 'On its way', accepted: 'Done', refused: 'Refused', unknown: 'No answer' }

/** Of each step so many requests are shown, the last ones. */
const SHOWN_MAX = 50

/** The steps of a procedure and where it stands among them. */
export interface StepsView {
  readonly steps: Readonly<Record<string, string>>
  /** The step of the next action; on the way back `back`. */
  readonly current: string
  readonly needsPerson: boolean
  /** How far a step with many requests is. */
  readonly counts?: Readonly<Record<string, string | undefined>>
  /** What a request is about, by the ids in its address: an answer that is no success names nothing. */
  readonly names: Readonly<Record<string, string | undefined>>
  /** When a person did what a step waits for. */
  readonly notes: Readonly<Record<string, string | undefined>>
}

/** The steps in their order, each with its requests, their results and times. The last is the way back. */
export function ProcedureSteps({
  job,
  view,
  running,
  ref,
}: {
  job: Procedure
  view: StepsView
  running: boolean
  ref: Ref<HTMLOListElement>
}) {
  const isBack = job.course === 'back'
  const steps = Object.entries(isBack ? { ...view.steps, back: 'Roll back' } : view.steps)
  const place = steps.findIndex(([step]) => step === view.current)
  /** By a request, or by a person. */
  const wasDone = (step: string) =>
    view.notes[step] !== undefined ||
    job.log.some((entry) => entry.step === step && entry.state === 'accepted')
  const stateOf = (step: string, at: number): keyof typeof STATES => {
    if (job.endedAt !== undefined && (!isBack || at === place)) return 'done'
    if (isBack && at < place) return wasDone(step) ? 'done' : 'left'
    if (at !== place) return at < place ? 'done' : 'todo'
    if (running) return 'working'
    if (job.trouble) return 'trouble'
    if (job.stopped) return 'stopped'
    return view.needsPerson ? 'person' : 'next'
  }
  return (
    <ol ref={ref} className="flex flex-col divide-y divide-line rounded-md border border-line">
      {steps.map(([step, label], at) => {
        const state = stateOf(step, at)
        const [tone, text] = STATES[state]
        const isTodo = state === 'todo' || state === 'left'
        const noted = view.notes[step]
        const requests = job.log.filter((entry) => entry.step === step)
        const head = (
          // The badge goes below its step where both do not fit, never the number.
          <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
            <span className={isTodo ? 'min-w-0 grow text-ink-muted' : 'min-w-0 grow font-semibold'}>
              {label}
            </span>
            {/* What is undone again is not counted. */}
            {!isTodo && !isBack && view.counts?.[step] && (
              <span className="text-sm text-ink-muted">{view.counts[step]}</span>
            )}
            {noted !== undefined && (
              <span className="text-sm text-ink-muted">
                <TimeText time={noted} />
              </span>
            )}
            {isTodo ? (
              <span className="text-sm text-ink-muted">{text}</span>
            ) : (
              <StatusBadge tone={tone}>{text}</StatusBadge>
            )}
          </div>
        )
        const what = <Requests requests={requests} names={view.names} running={running} />
        return (
          <li
            key={step}
            tabIndex={-1}
            aria-current={at === place && !job.endedAt ? 'step' : undefined}
            className="flex gap-3 px-3 py-2"
          >
            <span className="w-5 shrink-0 text-right text-ink-muted">{at + 1}</span>
            {/* Of a step that is done, how it went stands folded. */}
            {state === 'done' && requests.length > 0 ? (
              <details className="group min-w-0 grow">
                <summary className="flex gap-2 group-open:pb-1">
                  <ChevronRight
                    size={16}
                    aria-hidden
                    className="mt-1 shrink-0 text-ink-muted group-open:rotate-90"
                  />
                  {head}
                </summary>
                {what}
              </details>
            ) : (
              <div className="flex min-w-0 grow flex-col gap-1">
                {head}
                {what}
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Requests({
  requests,
  names,
  running,
}: { requests: Procedure['log']; running: boolean } & Pick<StepsView, 'names'>) {
  if (requests.length === 0) return null
  const shown = requests.slice(-SHOWN_MAX)
  const textOf = ({ state, request, result }: Procedure['log'][number]) => {
    // A page that is gone left it so.
    const text = result || (state === 'sending' && !running ? 'Interrupted' : OUTCOMES[state])
    const about = state === 'accepted' ? undefined : Object.keys(names).findLast((id) => request.includes(id))
    return about === undefined ? text : `${names[about] ?? shortenId(about)}: ${text}`
  }
  return (
    <>
      <ul className="flex flex-col gap-1 text-sm text-ink-muted">
        {requests.length > shown.length && (
          <li>{`${countOf(requests.length - shown.length, 'earlier request')} not shown`}</li>
        )}
        {shown.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows at its end, and the same request may stand in it twice
          <li key={index} className="flex flex-wrap gap-x-3">
            <span className="wrap-anywhere text-ink">{textOf(entry)}</span>
            <TimeText time={entry.endedAt ?? entry.at} />
          </li>
        ))}
      </ul>
      <details className="text-sm">
        <summary className="w-fit text-ink-muted">
          {shown.length === 1 ? 'Show request' : `Show ${countOf(shown.length, 'request')}`}
        </summary>
        <ul className="flex flex-col gap-1 pt-1">
          {shown.map(({ request }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={index} className="font-mono wrap-anywhere">
              {request}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
