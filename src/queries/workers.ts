import { queryOptions } from '@tanstack/react-query'
import type { FilePlan } from './file-plans'
import { jobEngineOf, type OtherWorker, otherWorkerOf } from './job-engine'
import { keys } from './keys'

/** How often a screen looks who works on what it shows; a page of another browser is told of at once. */
const LOOK_MS = 3_000

/** Who else works on a procedure or a plan, `null` for nobody. What is shown of it follows what that page stores. */
export const otherWorker = ({ kind, id, plan }: { kind: string; id: string; plan?: FilePlan }) =>
  queryOptions({
    queryKey: [...keys.ledger, 'worker', kind, id],
    queryFn: async ({ client, queryKey }): Promise<OtherWorker | null> => {
      const engine = jobEngineOf(client)
      const wasRunning = engine.isRunning(id)
      const before = client.getQueryData<OtherWorker | null>(queryKey)
      const worker = (await otherWorkerOf(client, `${kind}-${id}`)) ?? null
      // A lock of the browser does not say which page holds it.
      if (worker?.person === undefined && (wasRunning || engine.isRunning(id))) return null
      engine.noteWorker(id, before, worker)
      // Somebody may have taken it, and ended it, since the look before.
      await plan?.catchUp()
      if (worker || before) void client.invalidateQueries({ queryKey: [...keys.ledger, kind, id] })
      return worker
    },
    refetchInterval: LOOK_MS,
    staleTime: 0,
  })
