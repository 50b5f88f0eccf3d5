import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { searchPassages } from '../contract/search'
import { extensionQuery } from './extension'
import { keys } from './keys'

/** Where to search: in one file, or in the files of a collection. */
export type SearchScope = { readonly fileId: string } | { readonly collectionId: string }

/** What the search is asked for to learn whether it is there. Without files or a collection nothing in it can be missing. */
const PROBE = { query: 'search', limit: 1 }

export const searchQueries = {
  /** Whether to offer a search at all (D100). */
  available: () => extensionQuery(searchPassages, (signal) => call(searchPassages, { body: PROBE, signal })),

  /** The passages that fit best. What was found before stays while the next search is under way. */
  passages: (scope: SearchScope, query: string) =>
    queryOptions({
      queryKey: [...keys.search, 'passages', scope, query],
      queryFn: ({ signal }) => {
        const where = 'fileId' in scope ? { fileIds: [scope.fileId] } : { collectionId: scope.collectionId }
        return call(searchPassages, { body: { query, ...where }, signal })
      },
      enabled: query !== '',
      placeholderData: keepPreviousData,
      // Asked again when it is shown again: files may have come or gone.
      staleTime: 2_000,
    }),
}
