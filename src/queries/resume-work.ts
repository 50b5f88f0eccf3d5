import type { QueryClient } from '@tanstack/react-query'
import { openWork } from './open-work'
import { replacementsOf } from './replacements'

/**
 * Waits again for the new files of replacements that an earlier page waited for, whatever screen is open. Not for one that was stopped or that
 * failed, so it may be asked for often.
 */
export async function resumeWork(client: QueryClient): Promise<void> {
  // Why it fails is on its page.
  for (const each of await client.query(openWork()))
    if (each.kind === 'replacement' && each.mayWait)
      replacementsOf(client)
        .resume(each.id)
        .catch(() => undefined)
}
