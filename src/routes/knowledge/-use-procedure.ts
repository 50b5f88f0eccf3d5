import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { jobEngineOf, type Running } from '../../queries/job-engine'

/** What a page keeps beside a procedure: what went wrong with what was asked of it here, and that it was asked to stop. */
export interface ProcedureOnPage {
  readonly failure: unknown
  /** It was asked to stop, and a request is still on its way. */
  readonly stopping: boolean
  readonly dismiss: () => void
  /** Shows why it failed, if it does. Never rejects. */
  readonly act: (work: Promise<void>) => Promise<void>
  /** The same for stopping, which is over when nothing runs any more. */
  readonly stop: (work: Promise<void>) => void
}

/** `running`: the procedure runs on this page, whichever screen began that. */
export function useProcedure(running: boolean): ProcedureOnPage {
  const [failure, setFailure] = useState<unknown>()
  const [stopping, setStopping] = useState(false)
  // Asked of that run only; the next one can be stopped, too.
  if (stopping && !running) setStopping(false)
  const act = (work: Promise<void>) => {
    setFailure(undefined)
    return work.catch(setFailure)
  }
  return {
    failure,
    stopping,
    dismiss: () => setFailure(undefined),
    act,
    stop(work) {
      setStopping(running)
      void act(work)
    },
  }
}

/** What a procedure does that runs on this page, whichever screen began that; `undefined` where it stands still. */
export function useRunning(id: string): Running | undefined {
  const engine = jobEngineOf(useQueryClient())
  return useSyncExternalStore(engine.subscribe, () => engine.getSnapshot().get(id))
}
