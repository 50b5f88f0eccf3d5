import type { QueryClient } from '@tanstack/react-query'
import { call } from '../client/call'
import { uploadDocument } from '../client/upload'
import { addFileToCollection, listCollections, removeFileFromCollection } from '../contract/collections'
import { createFile, deleteFile, listFiles, requestUpload } from '../contract/files'
import type { Held } from '../jobs/observe'
import type { ReplacementClient } from '../jobs/run-replacement'
import { fileQueries } from './files'
import { connectionOf } from './info'
import { ledgerOf } from './ledger'
import { membershipOf } from './membership'
import { troubleOf } from './trouble'
import { write } from './write'

/** What a replacement does, through the ledger as every write; and what it sees, read past the cache. */
export function replacementClient(client: QueryClient): ReplacementClient {
  return {
    async observe({ oldFileId, freshFileId, signal }) {
      const [files, collections, ledger, { serviceName }] = await Promise.all([
        call(listFiles, { signal }),
        call(listCollections, { signal }),
        ledgerOf(client),
        connectionOf(client),
      ])
      const entries = await ledger.entries(serviceName)
      const whole = collections.nextCursor === undefined && collections.unreadable.length === 0
      const held = (fileId: string | undefined): Held => {
        if (fileId === undefined) return { collections: [], source: 'unknown' }
        const file = files.items.find((each) => each.fileId === fileId)
        const known = membershipOf({ fileId, file, entries, collections: collections.items })
        // "None of those listed" is no answer while others may exist (D75).
        const partial = known.source === 'service' && !whole && !file?.collectionIds
        return partial ? { ...known, source: known.collections.length > 0 ? 'browser' : 'unknown' } : known
      }
      return {
        files: files.items,
        complete: files.nextCursor === undefined && files.unreadable.length === 0,
        old: held(oldFileId),
        fresh: held(freshFileId),
      }
    },
    // The one that every screen's waiting goes by.
    listFiles: async () => (await client.query({ ...fileQueries.list(), staleTime: 1_000 })).items,
    requestUpload: ({ signal, ...body }) => call(requestUpload, { body, signal }),
    uploadDocument,
    createFile: (body) => write(client, createFile, { body }),
    addFileToCollection: (params) => write(client, addFileToCollection, { params }),
    removeFileFromCollection: (params) => write(client, removeFileFromCollection, { params }),
    deleteFile: (params) => write(client, deleteFile, { params }),
    describe: troubleOf,
  }
}
