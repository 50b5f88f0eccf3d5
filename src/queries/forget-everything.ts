import { NotDone } from '../jobs/not-done'
import { jobEngineOf } from './job-engine'
import { keys } from './keys'
import { recording } from './ledger'
import { listOpenWork } from './list-open-work'

/**
 * Forgets everything that is stored of the connected service, once this page has stopped what it is at. It cannot be undone. Rejects with `NotDone`
 * where another page sends a batch: it would call on, and nothing would be left to pause it by. A procedure of another page stops by itself, as its
 * next state cannot be stored.
 */
export const forgetEverything = () =>
  recording<void, void>(
    [keys.agents, keys.calls, keys.threads, keys.evidence, keys.lab],
    async (_nothing, ledger, service, client) => {
      const open = await listOpenWork(client)
      for (const work of open) {
        if (work.kind !== 'batch' || !work.sender || work.sender === 'this page') continue
        const first = work.sender.isHere ? 'Pause' : 'Take over, then pause'
        throw new NotDone(
          'Another page sends a batch of calls',
          'It would go on calling, and nothing would be left to pause it by.',
          `Nothing was forgotten. ${first} that batch; Overview lists it.`,
        )
      }
      await jobEngineOf(client).stopAll()
      await ledger.empty(service)
    },
  )
