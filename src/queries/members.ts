import type { Collection } from '../contract/collections'
import type { KnowledgeFile } from '../contract/files'
import type { CollectionMembers } from '../jobs/knowledge-now'
import type { LedgerEntry } from '../ledger/entry'
import { changedHere } from './membership'

/** The files that a collection holds, known as `membershipOf` knows the other way round (D68). */
export function membersOf(facts: {
  collection: Collection
  files?: readonly KnowledgeFile[]
  entries?: readonly LedgerEntry[]
}): CollectionMembers {
  const { collection, files, entries } = facts
  if (collection.files) return { fileIds: collection.files.map(({ fileId }) => fileId), source: 'service' }
  if (files?.length && files.every(({ collectionIds }) => collectionIds !== undefined)) {
    const held = files.filter(({ collectionIds }) => collectionIds?.includes(collection.id))
    return { fileIds: held.map(({ fileId }) => fileId), source: 'service' }
  }
  const here = changedHere(entries, 'collectionId', collection.id)
  return here ? { fileIds: [...here], source: 'browser' } : { fileIds: [], source: 'unknown' }
}
