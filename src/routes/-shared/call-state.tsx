import { CALL_ENDED_REASONS, type CallRecord, isCallOpen } from '../../contract/call-records'
import { StatusBadge, type Tone } from '../../ui/badge'

const STATES: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  PENDING: ['Waiting', 'waiting'],
  IN_PROGRESS: ['In progress', 'busy'],
  COMPLETED: ['Completed', 'good'],
  FAILED: ['Failed', 'bad'],
}

/** The states by which a service filters its calls. */
export const CALL_STATES = Object.entries(STATES).map(([value, [label]]) => ({ value, label }))

/** How a call stands or ended; a word that is not known is shown as it is. */
export function CallState({ call }: { call: CallRecord }) {
  const { status = 'no status' } = call
  const [label, tone] = STATES[status] ?? [status, isCallOpen(call) ? 'busy' : 'unknown']
  return (
    <StatusBadge tone={tone} title={status}>
      {label}
    </StatusBadge>
  )
}

/** `NO_ANSWER` as "No answer". */
export const reasonWords = (reason: string): string =>
  reason === 'DNC'
    ? 'Do not call'
    : /^[A-Z]+(?:_[A-Z]+)*$/.test(reason)
      ? reason.charAt(0) + reason.slice(1).toLowerCase().replaceAll('_', ' ')
      : reason

export const CALL_REASONS = CALL_ENDED_REASONS.map((value) => ({ value, label: reasonWords(value) }))
