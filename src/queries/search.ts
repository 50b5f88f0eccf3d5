import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { QUERY_MAX, searchPassages } from '../contract/search'
import { askExtension } from './extension'
import { keys } from './keys'

/** Where to search: in one file, in the files of a collection, or in all. */
export type SearchScope = 'all' | { readonly fileId: string } | { readonly collectionId: string }

export const searchQueries = {
  /** The passages that fit best; `null` where the service offers no search. What was found before stays while the next search is under way. */
  passages: (scope: SearchScope, query: string) =>
    queryOptions({
      queryKey: [...keys.search, 'passages', scope, query],
      queryFn: ({ client, signal }) => {
        const where = scope !== 'all' && 'fileId' in scope ? { fileIds: [scope.fileId] } : scope
        const search = () => call(searchPassages, { body: { query, ...(where !== 'all' && where) }, signal })
        return askExtension(client, searchPassages, search)
      },
      enabled: query !== '' && query.length <= QUERY_MAX,
      placeholderData: keepPreviousData,
      // Asked again when it is shown again: files may have come or gone.
      staleTime: 2_000,
    }),
}
