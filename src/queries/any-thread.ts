import { queryOptions } from '@tanstack/react-query'
import { keys } from './keys'

/**
 * Whether the service lists any thread. What reads threads loads only then: most who want to know have seen a call or begun a thread, which
 * answers it.
 */
export const anyThread = () =>
  queryOptions({
    queryKey: [...keys.threads, 'any'],
    queryFn: async ({ client }) => {
      const { threadRecordQueries } = await import('./thread-records')
      const { pages } = await client.fetchInfiniteQuery(threadRecordQueries.pages())
      return pages.some((page) => page && page.items.length > 0)
    },
  })
