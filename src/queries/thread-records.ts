import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import type { RequestQuery } from '../contract/operation'
import { listThreads, readChatThread, readThread } from '../contract/thread-records'
import { askExtension } from './extension'
import { isLive, threadKey } from './followed-thread'
import { keys } from './keys'
import { listedPages } from './listed-pages'
import { recoverDelay } from './polling'

/** Threads asked for at a time. */
const PAGE_SIZE = 50

/** How often an active thread is looked at, in milliseconds: others may close or change it. */
const LOOK_MS = 5_000
/** Events tell of its end then. */
const LIVE_LOOK_MS = 30_000

/** Which threads the service is asked for. */
export type ThreadFilter = Omit<RequestQuery<typeof listThreads>, 'cursor' | 'limit'>

export const threadRecordQueries = {
  /** The threads that the service lists, newest first. */
  pages: (filter: ThreadFilter = {}) =>
    listedPages({
      queryKey: [...keys.threads, 'records', filter],
      operation: listThreads,
      size: PAGE_SIZE,
      ask: (page, signal) => call(listThreads, { query: { ...filter, ...page }, signal }),
    }),

  /** One thread, looked at while it is active; `null` where the service does not have it or does not tell. */
  one: (threadId: string) =>
    queryOptions({
      queryKey: threadKey(threadId),
      queryFn: async ({ client, signal }) => {
        const params = { threadId }
        const thread = await askExtension(
          client,
          readThread,
          () => call(readThread, { params, signal }),
          threadId,
        )
        if (thread) return thread
        return askExtension(client, readChatThread, () => call(readChatThread, { params, signal }), threadId)
      },
      refetchInterval: ({ state: { data, error, errorUpdateCount } }) =>
        recoverDelay(error, errorUpdateCount) ||
        (data && data.isActive !== false ? (isLive(threadId) ? LIVE_LOOK_MS : LOOK_MS) : false),
    }),
}
