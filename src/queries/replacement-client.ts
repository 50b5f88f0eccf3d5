import type { QueryClient } from '@tanstack/react-query'
import { listCollections } from '../client/collections'
import { createFile, deleteFile, listFiles, requestUpload } from '../client/files'
import { uploadDocument } from '../client/upload'
import type { Held } from '../jobs/observe'
import type { ReplacementClient } from '../jobs/run-replacement'
import { addMember, removeMember } from './collections'
import { fileQueries } from './files'
import { connectionOf } from './info'
import { membershipOf } from './membership'
import { ledgerOf, recordWrite } from './record-write'
import { troubleOf } from './trouble'

/** What a replacement does, through the ledger as every write; and what it sees, read past the cache. */
export function replacementClient(client: QueryClient): ReplacementClient {
  return {
    async observe({ oldFileId, freshFileId, signal }) {
      const [files, collections, ledger, { serviceName }] = await Promise.all([
        listFiles({ signal }),
        listCollections({ signal }),
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
    requestUpload,
    uploadDocument,
    createFile: async (body) =>
      (await recordWrite(client, { operation: 'createFile', body, send: () => createFile(body) })).reply,
    addFileToCollection: (params) => addMember(client, params),
    removeFileFromCollection: (params) => removeMember(client, params),
    deleteFile: (params) =>
      recordWrite(client, { operation: 'deleteFile', params, send: () => deleteFile(params) }),
    describe: troubleOf,
  }
}
