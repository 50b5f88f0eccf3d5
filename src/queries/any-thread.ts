import type { createChatThread, createEmailThread, createSmsThread } from '../contract/threads'
import { keys } from './keys'
import { recorded } from './ledger'

/** Their names alone, so that nothing is loaded for them. */
const STARTS: readonly (
  | typeof createSmsThread
  | typeof createEmailThread
  | typeof createChatThread
)['name'][] = ['createSmsThread', 'createEmailThread', 'createChatThread']

/**
 * Whether a thread was begun here, or the service lists any. What reads threads loads only then: most who want to know have seen a call, which
 * answers it.
 */
export const anyThread = () =>
  recorded([...keys.threads, 'any'], async (ledger, service, client) => {
    for (const name of STARTS)
      if ((await ledger.entries(service, name)).some(({ state }) => state === 'accepted')) return true
    const { threadRecordQueries } = await import('./thread-records')
    const { pages } = await client.fetchInfiniteQuery(threadRecordQueries.pages())
    return pages.some((page) => page && page.items.length > 0)
  })
