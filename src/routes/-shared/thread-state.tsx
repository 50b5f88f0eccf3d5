import { Lock } from 'lucide-react'
import type { ThreadRow } from '../../queries/thread-rows'
import { StatusBadge } from '../../ui/badge'
import { recordState, stateOf } from './channels'
import { OutcomeBadge } from './outcome-badge'

/** Whether only its messages say how a thread stands: what is active may be undelivered. */
export const isUnsure = (record: ThreadRow['record']): boolean =>
  record?.isActive === true && record.lastMessageStatus === undefined

/** The room of a state that is not known yet. */
export const UNSURE = '\u00a0'

/** Whether a thread is active, and whether what was said last arrived, as the service says it; of one that it does not tell, as its start was answered, or what became of that. */
export function ThreadState({
  thread: { record, started, state: end },
}: {
  thread: Pick<ThreadRow, 'record' | 'started' | 'state'>
}) {
  const state = record && recordState(record)
  if (!record || state === undefined)
    return stateOf(started?.thread) ?? (end && end !== 'accepted' && <OutcomeBadge state={end} />)
  return record.isActive ? (
    <StatusBadge tone={state === 'Active' ? 'good' : 'bad'}>{state}</StatusBadge>
  ) : (
    <StatusBadge tone="unknown" icon={Lock}>
      {state}
    </StatusBadge>
  )
}
