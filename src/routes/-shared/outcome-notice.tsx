import type { Launch } from '../../queries/calls'
import { endOf } from '../../queries/describe-error'
import { Notice } from '../../ui/notice'
import { TimeText } from '../../ui/time-text'

/** Why a recorded write was refused, or that it may have been done, with what to do then. Nothing for other outcomes. */
export function OutcomeNotice({
  of: { state, error },
  refused,
  unknown,
  next,
}: {
  of: Pick<Launch, 'state' | 'error'>
  refused: string
  unknown: string
  next: string
}) {
  if (state === 'refused') return <Notice tone="error" title={refused} message={error?.message} />
  if (state !== 'unknown') return null
  return <Notice tone="warn" title={unknown} message={[error?.message, next].filter(Boolean).join('\n')} />
}

/** An answer rarely takes longer, in milliseconds: of what was unknown, a list may have told later that it was done. */
const ANSWER_MS = 120_000

/** How long the answer took, in milliseconds; nothing where it may not have been one. */
export function answerMs({ startedAt, finishedAt }: Pick<Launch, 'startedAt' | 'finishedAt'>) {
  const took = finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : Number.NaN
  return took >= 0 && took <= ANSWER_MS ? took : undefined
}

/** When a recorded write began and ended, by the names of what happened then. */
export function timesOf(of: Pick<Launch, 'state' | 'error' | 'startedAt' | 'finishedAt'>) {
  const end = endOf(of)
  const known = answerMs(of) === undefined ? 'Known since' : 'Answered'
  return {
    [end === 'unsent' ? 'Tried' : 'Sent']: <TimeText time={of.startedAt} whole />,
    [end === 'unsent' || end === 'unknown' ? 'Given up' : known]: of.finishedAt && (
      <TimeText time={of.finishedAt} whole />
    ),
  }
}
