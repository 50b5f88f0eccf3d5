import { useSyncExternalStore } from 'react'
import { mayHaveOpen, subscribeOpen } from '../../queries/open-note'
import { useKept } from './kept'

/** Whether there may be open work, or was since this was drawn: what tells of it stays when the work ends, with the dialog that somebody reads. */
export const useHasWork = (): boolean => useKept(useSyncExternalStore(subscribeOpen, mayHaveOpen))
