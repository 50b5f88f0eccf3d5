import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { deleteFile, listFiles, viewFile } from '../client/files'
import { keys } from './keys'
import { filePollDelay, recoverDelay } from './polling'
import { recordWrite } from './record-write'

export const fileQueries = {
  /** All files with their statuses. One request serves every waiting file; it stops when none waits or the tab is hidden. */
  list: () =>
    queryOptions({
      queryKey: keys.files,
      queryFn: ({ signal }) => listFiles({ signal }),
      staleTime: 1_000,
      refetchInterval: (query) =>
        recoverDelay(query.state.error) || filePollDelay(query, query.state.data?.items),
      refetchIntervalInBackground: false,
    }),
}

export const fileMutations = {
  /** Deletes a file record. It cannot be undone. */
  remove: () =>
    mutationOptions({
      mutationFn: async ({ fileId }: { fileId: string }, { client }) => {
        const send = () => deleteFile({ fileId })
        return (await recordWrite(client, { operation: 'deleteFile', params: { fileId }, send })).reply
      },
      meta: { invalidates: [keys.files, keys.collections, keys.ledger] },
    }),

  /** Asks for an address under which a file can be viewed, `http(s)` or on this origin. Kept nowhere: it is a permission. */
  view: () => mutationOptions({ mutationFn: ({ fileId }: { fileId: string }) => viewFile({ fileId }) }),
}
