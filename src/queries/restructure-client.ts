import type { QueryClient } from '@tanstack/react-query'
import { ServiceRefusal } from '../client/api-error'
import { call } from '../client/call'
import {
  addFileToCollection,
  createCollection,
  listCollections,
  removeFileFromCollection,
} from '../contract/collections'
import { listFiles } from '../contract/files'
import type { VersionRequest } from '../contract/requests/agents'
import { fieldOf } from '../contract/version-content'
import type { Holding } from '../jobs/observe-restructure'
import type { RestructureClient } from '../jobs/run-restructure'
import { askVersions, createVersion, rememberVersion } from './agent-versions'
import { connectionOf } from './info'
import { ledgerOf } from './ledger'
import { isWhole, membersOf } from './membership'
import { troubleOf } from './trouble'
import { write } from './write'

/** The operations that a service may lack answer so (D1). */
const MISSING = [404, 405, 501]

/** What a change of structure does, through the ledger as every write; and what it sees, read past the cache. */
export function restructureClient(client: QueryClient): RestructureClient {
  const isMissing = (error: unknown) =>
    error instanceof ServiceRefusal && !error.fromProxy && MISSING.includes(error.status)
  return {
    async observe({ signal }) {
      const [files, collections, ledger, { serviceName }] = await Promise.all([
        call(listFiles, { signal }),
        call(listCollections, { signal }),
        ledgerOf(client),
        connectionOf(client),
      ])
      const entries = await ledger.entries(serviceName)
      return {
        collections: collections.items,
        allCollections: isWhole(collections),
        files: files.items,
        allFiles: isWhole(files),
        holds: (id): Holding => {
          const collection = collections.items.find((each) => each.id === id)
          if (!collection) return { fileIds: [], source: 'unknown' }
          const known = membersOf({ collection, files: files.items, entries })
          // What the files say is no answer for those that were left out of a list that was cut short (D75).
          const partial = known.source === 'service' && !collection.files && !isWhole(files)
          return partial ? { ...known, source: 'browser' } : known
        },
      }
    },
    createCollection: (body) => write(client, createCollection, { body }),
    addFileToCollection: (params) => write(client, addFileToCollection, { params }),
    removeFileFromCollection: (params) => write(client, removeFileFromCollection, { params }),
    async listVersions({ agentId, signal = new AbortController().signal }) {
      const listed = await askVersions(client, agentId, signal)
      // In a list that was cut short nobody can tell the copy from the versions that were there before.
      if (!listed || listed.nextCursor !== undefined || listed.unreadable.length > 0) return undefined
      return listed.items.map((version) => ({
        id: version.id,
        collectionIds: fieldOf(version.content, 'knowledgeBaseCollectionIds'),
        body: version.content,
      }))
    },
    createVersion: async ({ agentId, body }) =>
      // Told by the service, it goes back as it came (D130).
      (await createVersion(client, { agentId, body: body as VersionRequest })).id,
    foundVersion: ({ agentId, versionId, body }) => rememberVersion(client, { agentId, versionId, body }),
    isMissing,
    describe: troubleOf,
  }
}
