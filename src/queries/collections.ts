import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
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

/** A file's place in a collection. */
interface Member {
  readonly collectionId: string
  readonly fileId: string
}

/** Adds a file to a collection, and remembers that. */
export const addMember = (client: QueryClient, params: Member) =>
  recordWrite(client, {
    operation: 'addFileToCollection',
    params: { ...params },
    send: () => addFileToCollection(params),
  })

/** Takes a file out of a collection, and remembers that; the file record stays (§4 rule 3). */
export const removeMember = (client: QueryClient, params: Member) =>
  recordWrite(client, {
    operation: 'removeFileFromCollection',
    params: { ...params },
    send: () => removeFileFromCollection(params),
  })

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
          try {
            await addMember(client, { collectionId, fileId })
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

  /** Takes a file out of a collection. Adding it again undoes this. */
  removeFile: () =>
    mutationOptions({
      mutationFn: async (params: Member, { client }) => (await removeMember(client, params)).reply,
      meta: { invalidates },
    }),
}
