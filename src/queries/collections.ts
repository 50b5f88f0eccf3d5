import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { listCollections } from '../contract/collections'
import { keys } from './keys'

export const collectionQueries = {
  list: () =>
    queryOptions({ queryKey: keys.collections, queryFn: ({ signal }) => call(listCollections, { signal }) }),
}
