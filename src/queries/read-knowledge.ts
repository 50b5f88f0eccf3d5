import type { QueryClient } from '@tanstack/react-query'
import { call } from '../client/call'
import { listCollections } from '../contract/collections'
import { listFiles } from '../contract/files'
import { isWhole } from '../contract/reply'
import type { KnowledgeNow } from '../jobs/knowledge-now'
import { connectedLedger } from './ledger'
import { membersOf } from './members'
import { membershipOf, reportsMembers } from './membership'

/** Files and collections as they are now, read past the cache: what follows cannot be undone, or settles writes whose end is unknown. */
export async function readKnowledge(client: QueryClient, signal?: AbortSignal): Promise<KnowledgeNow> {
  const [files, list, { ledger, service }] = await Promise.all([
    call(listFiles, { signal }),
    call(listCollections, { signal }),
    connectedLedger(client),
  ])
  const entries = reportsMembers(list) ? [] : await ledger.entries(service)
  const fileById = new Map(files.items.map((file) => [file.fileId, file]))
  const collectionById = new Map(list.items.map((collection) => [collection.id, collection]))
  return {
    files: files.items,
    allFiles: isWhole(files),
    collections: list.items,
    allCollections: isWhole(list),
    holdersOf: (fileId) => membershipOf(fileById.get(fileId) ?? { fileId, other: {} }, { list, entries }),
    membersOf(id) {
      const collection = collectionById.get(id)
      if (!collection) return { fileIds: [], source: 'unknown' }
      const members = membersOf({ collection, files: files.items, entries })
      // What the files say is no answer for those that were left out of a list that was cut short (D75).
      const isPartial = members.source === 'service' && !collection.files && !isWhole(files)
      return isPartial ? { ...members, source: 'browser' } : members
    },
  }
}
