import { Lock } from 'lucide-react'
import type { ThreadRow } from '../../queries/thread-rows'
import { StatusBadge } from '../../ui/badge'
import { recordState, stateOf } from './channels'

/** Whether a thread is active, and whether what was said last arrived, as the service says it; of one that it does not tell, as its start was answered. */
export function ThreadState({
  thread: { record, started },
}: {
  thread: Pick<ThreadRow, 'record' | 'started'>
}) {
  const state = record && recordState(record)
  if (!record || state === undefined) return stateOf(started?.thread)
  return record.isActive ? (
    <StatusBadge tone={state === 'Active' ? 'good' : 'bad'}>{state}</StatusBadge>
  ) : (
    <StatusBadge tone="unknown" icon={Lock}>
      {state}
    </StatusBadge>
  )
}
