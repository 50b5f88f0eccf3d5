import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { listFiles } from '../contract/files'
import { keys } from './keys'
import { filePollDelay, recoverDelay } from './polling'

export const fileQueries = {
  /** All files with their statuses. One request serves every waiting file; it slows down when none waits and stops while the tab is hidden. */
  list: () =>
    queryOptions({
      queryKey: keys.files,
      queryFn: async ({ client, signal }) => {
        const list = await call(listFiles, { signal })
        if (list.items.every(({ fileName }) => fileName)) return list
        const { withNotedNames } = await import('./file-names')
        return withNotedNames(client, list).catch(() => list)
      },
      staleTime: 1_000,
      refetchInterval: (query) =>
        recoverDelay(query.state.error, query.state.errorUpdateCount) ||
        filePollDelay(query, query.state.data?.items),
      refetchIntervalInBackground: false,
    }),
}
