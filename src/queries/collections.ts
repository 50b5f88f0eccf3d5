import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { listCollections } from '../contract/collections'
import { keys } from './keys'

export const collectionQueries = {
  list: () =>
    queryOptions({
      queryKey: keys.collections,
      queryFn: async ({ client, signal }) => {
        const list = await call(listCollections, { signal })
        if (list.items.every(({ description }) => description !== undefined)) return list
        const { withSentDescriptions } = await import('./collection-descriptions')
        return withSentDescriptions(client, list).catch(() => list)
      },
    }),
}
