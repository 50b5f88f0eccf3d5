import { queryOptions } from '@tanstack/react-query'
import { keys } from './keys'
import { askShared } from './query-client'

/** Reads the runs that the service lists, which makes them evidence (D193). What shows evidence asks for it, also in a browser that ran nothing. */
export const reportedEvidence = () =>
  queryOptions({
    queryKey: [...keys.lab, 'reported evidence'],
    queryFn: async ({ client }) => {
      const { runQueries } = await import('./runs')
      return (await askShared(client, runQueries.list())) !== null
    },
    staleTime: 30_000,
    retry: false,
  })
