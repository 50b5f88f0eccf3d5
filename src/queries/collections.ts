import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  addFileToCollection,
  type CollectionRequest,
  createCollection,
  listCollections,
  removeFileFromCollection,
} from '../client/collections'
import { keys } from './keys'
import { recordWrite } from './record-write'

export const collectionQueries = {
  list: () =>
    queryOptions({ queryKey: keys.collections, queryFn: ({ signal }) => listCollections({ signal }) }),
}

const invalidates = [keys.collections, keys.files, keys.ledger]

/** What became of each of several files. */
export interface FilesAdded {
  readonly added: readonly string[]
  readonly failed: readonly { readonly fileId: string; readonly error: unknown }[]
}

export const collectionMutations = {
  /** Creates a collection. There is no operation that renames or deletes one (§4 rule 2). */
  create: () =>
    mutationOptions({
      mutationFn: async (body: CollectionRequest, { client }) => {
        const send = () => createCollection({ body })
        return (await recordWrite(client, { operation: 'createCollection', body, send })).reply
      },
      meta: { invalidates },
    }),

  /**
   * Adds files to a collection, one after the other. Resolves with what became of each; rejects only when a single
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
          const params = { collectionId, fileId }
          try {
            const send = () => addFileToCollection(params)
            await recordWrite(client, { operation: 'addFileToCollection', params, send })
            added.push(fileId)
          } catch (error) {
            if (fileIds.length === 1) throw error
            failed.push({ fileId, error })
          }
        }
        return { added, failed }
      },
      meta: { invalidates },
    }),

  /** Takes a file out of a collection; the file record stays (§4 rule 3). Adding it again undoes this. */
  removeFile: () =>
    mutationOptions({
      mutationFn: async (params: { collectionId: string; fileId: string }, { client }) => {
        const send = () => removeFileFromCollection(params)
        return (await recordWrite(client, { operation: 'removeFileFromCollection', params, send })).reply
      },
      meta: { invalidates },
    }),
}
