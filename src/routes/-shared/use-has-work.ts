import { useState, useSyncExternalStore } from 'react'
import { mayHaveOpen, subscribeOpen } from '../../queries/open-note'

/** Whether there may be open work, or was since this was drawn: what tells of it stays when the work ends, with the dialog that somebody reads. */
export function useHasWork(): boolean {
  const hasWork = useSyncExternalStore(subscribeOpen, mayHaveOpen)
  const [hadWork, setHadWork] = useState(hasWork)
  if (hasWork && !hadWork) setHadWork(true)
  return hadWork
}
