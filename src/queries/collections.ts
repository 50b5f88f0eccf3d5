import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import {
  addFileToCollection,
  createCollection,
  listCollections,
  removeFileFromCollection,
} from '../contract/collections'
import { keys } from './keys'
import { sending, write } from './write'

export const collectionQueries = {
  list: () =>
    queryOptions({ queryKey: keys.collections, queryFn: ({ signal }) => call(listCollections, { signal }) }),
}

/** The result for each of several files. */
interface FilesAdded {
  readonly added: readonly string[]
  readonly failed: readonly { readonly fileId: string; readonly error: unknown }[]
}

export const collectionMutations = {
  /** Creates a collection. There is no operation that renames or deletes one (§4 rule 2). */
  create: () => sending(createCollection),

  /**
   * Adds files to a collection, one after the other. Resolves with the result of each; rejects only when a single
   * file was to be added and was not.
   */
  addFiles: () =>
    mutationOptions({
      mutationFn: async (
        { collectionId, fileIds }: { collectionId: string; fileIds: readonly string[] },
        { client },
      ): Promise<FilesAdded> => {
        const added: string[] = []
        const failed: { fileId: string; error: unknown }[] = []
        for (const fileId of fileIds) {
          try {
            await write(client, addFileToCollection, { params: { collectionId, fileId } })
            added.push(fileId)
          } catch (error) {
            if (fileIds.length === 1) throw error
            failed.push({ fileId, error })
          }
        }
        return { added, failed }
      },
      meta: { writes: [addFileToCollection] },
    }),

  /** Takes a file out of a collection. Adding it again undoes this. */
  removeFile: () => sending(removeFileFromCollection),
}
