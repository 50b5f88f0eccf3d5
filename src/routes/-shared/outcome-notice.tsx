import type { ReactNode } from 'react'
import type { Launch } from '../../queries/calls'
import { endOf } from '../../queries/describe-error'
import { Notice } from '../../ui/notice'
import { TimeText } from '../../ui/time-text'
import { lines } from './failure'

/** Why a recorded write was refused, or that it may have been done, with what to do then, unless a person looked. Nothing for other outcomes. */
export function OutcomeNotice({
  of: { state, error, checked },
  refused,
  unknown,
  next,
  action,
}: {
  of: Pick<Launch, 'state' | 'error' | 'checked'>
  refused: string
  unknown: string
  next: ReactNode
  /** Beside what to do about an unknown one. */
  action?: ReactNode
}) {
  if (state === 'refused') return <Notice tone="error" title={refused} message={error?.message} />
  if (checked) return <Notice title="It was checked by hand" message="How it ended is not recorded." />
  if (state !== 'unknown') return null
  const message = error?.message ? lines(error.message, next) : next
  return <Notice tone="warn" title={unknown} message={message} action={action} />
}

type Ended = Pick<Launch, 'state' | 'error' | 'startedAt' | 'finishedAt' | 'found'>

/** When a recorded write began and ended, by the names of what happened then. */
export function timesOf(of: Ended) {
  const end = endOf(of)
  const known = of.found ? 'Known since' : 'Answered'
  return {
    [end === 'unsent' ? 'Tried' : 'Sent']: <TimeText time={of.startedAt} whole />,
    [end === 'unsent' || of.state === 'unknown' ? 'Given up' : known]: of.finishedAt && (
      <TimeText time={of.finishedAt} whole />
    ),
  }
}
