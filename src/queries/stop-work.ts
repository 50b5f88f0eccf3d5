import type { QueryClient } from '@tanstack/react-query'
import { NotDone } from '../jobs/not-done'
import { jobEngineOf } from './job-engine'
import { listOpenWork } from './list-open-work'

/**
 * Stops what this page is at, so that what is stored of it can go. Rejects with `NotDone` where another page sends a batch: it would call on, and
 * nothing would be left to pause it by. A procedure of another page stops by itself, as its next state cannot be stored.
 */
export async function stopWork(client: QueryClient): Promise<void> {
  const open = await listOpenWork(client)
  if (open.some((work) => work.kind === 'batch' && work.sender && work.sender !== 'this page'))
    throw new NotDone(
      'Another page sends a batch of calls',
      'It would go on calling, and nothing would be left here to pause it by.',
      'Nothing was forgotten. Pause that batch first; Overview lists it.',
    )
  await jobEngineOf(client).stopAll()
}
