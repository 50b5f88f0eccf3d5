import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import type { ListReply } from '../contract/reply'
import {
  closeThread,
  listThreads,
  readChatThread,
  readThread,
  type ThreadRecord,
  updateThread,
} from '../contract/thread-records'
import { askSized, itemsOf, nextCursor } from './cursor-pages'
import { askExtension } from './extension'
import { keys } from './keys'
import { recoverDelay } from './polling'
import { sending } from './write'

/** Threads asked for at a time. */
const PAGE_SIZE = 50

/** How often an active thread is looked at, in milliseconds: others may close or change it. */
const LOOK_MS = 5_000

/** Which threads the service is asked for. */
export interface ThreadFilter {
  readonly agentId?: string
  readonly toPhoneNumber?: string
  readonly isActive?: 'true' | 'false'
}

const noThreads: ListReply<ThreadRecord> = { items: [], unreadable: [] }

export const threadRecordQueries = {
  /** The threads that the service knows, newest first, a page at a time; `fetchNextPage` reads on. `offered: false`: it does not answer that. */
  pages: (filter: ThreadFilter = {}) =>
    infiniteQueryOptions({
      queryKey: [...keys.threads, 'records', filter],
      queryFn: ({ client, signal, pageParam: cursor }) =>
        askExtension(client, listThreads, () =>
          askSized(PAGE_SIZE, (limit) => call(listThreads, { query: { ...filter, cursor, limit }, signal })),
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (_last, pages, _lastParam, params) =>
        nextCursor(
          pages.map((page) => page ?? noThreads),
          params,
        ),
      select: ({ pages }) => ({
        offered: pages[0] !== null,
        threads: itemsOf(pages.map((page) => page ?? noThreads)),
        unreadable: pages.flatMap((page) => page?.unreadable ?? []),
      }),
      staleTime: 15_000,
      placeholderData: keepPreviousData,
    }),

  /** One thread, looked at while it is active; `null` where the service does not have it or does not tell. */
  one: (threadId: string) =>
    queryOptions({
      queryKey: [...keys.threads, 'record', threadId],
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
      refetchInterval: ({ state: { data, error } }) =>
        recoverDelay(error) || (data && data.isActive !== false ? LOOK_MS : false),
    }),
}

export const threadRecordMutations = {
  /** It cannot be opened again. */
  close: () => sending(closeThread),
  /** Merges metadata and variables into what is there. */
  update: () => sending(updateThread),
}
