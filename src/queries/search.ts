import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ServiceRefusal, UnreadableReply } from '../client/api-error'
import { searchPassages } from '../client/search'
import { connectionOf } from './info'
import { keys } from './keys'

/** Where to search: in one file, or in the files of a collection. */
export type SearchScope = { readonly fileId: string } | { readonly collectionId: string }

/** What the search is asked for to learn whether it is there. Without files or a collection nothing in it can be missing. */
const PROBE = { query: 'search', limit: 1 }

/** Whether the service searches. Ours does; another is asked once, and 404, 405, 501 or an answer in no shape of ours means that it does not (D100). */
async function isThere(client: QueryClient, signal: AbortSignal): Promise<boolean> {
  if ((await connectionOf(client)).service === 'local') return true
  try {
    await searchPassages({ ...PROBE, signal })
    return true
  } catch (error) {
    if (error instanceof UnreadableReply) return false
    if (error instanceof ServiceRefusal && [404, 405, 501].includes(error.status)) return false
    throw error
  }
}

export const searchQueries = {
  /** Whether to offer a search at all. Remembered as long as the connection stays the same. */
  available: () =>
    queryOptions({
      queryKey: [...keys.search, 'available'],
      queryFn: ({ client, signal }) => isThere(client, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),

  /** The passages that fit best. What was found before stays while the next search is under way. */
  passages: (scope: SearchScope, query: string) =>
    queryOptions({
      queryKey: [...keys.search, 'passages', scope, query],
      queryFn: ({ signal }) => {
        const where = 'fileId' in scope ? { fileIds: [scope.fileId] } : { collectionId: scope.collectionId }
        return searchPassages({ query, ...where, signal })
      },
      enabled: query !== '',
      placeholderData: keepPreviousData,
      // Asked again when it is shown again: files may have come or gone.
      staleTime: 2_000,
    }),
}
