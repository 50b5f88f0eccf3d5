import type { Collection } from '../contract/collections'
import type { KnowledgeFile } from '../contract/files'
import type { ListReply } from '../contract/reply'
import type { LedgerEntry } from '../ledger/entry'

/** The collections that hold a file, and who says so. */
export interface FileMembership {
  readonly collections: readonly { readonly id: string; readonly name?: string }[]
  /**
   * `service`: it said so. `browser`: only what was done here is known, there may be more.
   * `unknown`: nobody says, which is not the same as none.
   */
  readonly source: 'service' | 'browser' | 'unknown'
}

/**
 * Which collections hold a file: as the collections say, else as the file says, else as far as this browser
 * added and removed it. The interface promises none of these (§2 gaps, D68).
 */
export function membershipOf(known: {
  fileId: string
  collections?: readonly Collection[]
  file?: KnowledgeFile
  entries?: readonly LedgerEntry[]
}): FileMembership {
  const { fileId, collections, file, entries = [] } = known
  const named = (ids: Iterable<string>) =>
    [...ids].map((id) => ({ id, name: collections?.find((each) => each.id === id)?.name }))

  const collectionsSay = collections?.every(({ files }) => files !== undefined)
  if (collections && collectionsSay) {
    const holding = collections.filter(({ files }) => files?.some((each) => each.fileId === fileId))
    return { collections: named(holding.map(({ id }) => id)), source: 'service' }
  }
  if (file?.collectionIds) return { collections: named(file.collectionIds), source: 'service' }

  const held = new Set<string>()
  let touched = false
  for (const { operation, params, state } of entries.toReversed()) {
    const { collectionId } = params
    if (params.fileId !== fileId || collectionId === undefined || state !== 'accepted') continue
    touched = true
    if (operation === 'addFileToCollection') held.add(collectionId)
    if (operation === 'removeFileFromCollection') held.delete(collectionId)
  }
  return touched ? { collections: named(held), source: 'browser' } : { collections: [], source: 'unknown' }
}

/**
 * The same from a list of collections as it was answered: one that was cut short says nothing of what it left out, so "none of those listed" is
 * no answer then (D75).
 */
export function membershipIn(
  file: KnowledgeFile,
  known: { list: ListReply<Collection> | undefined; entries?: readonly LedgerEntry[] },
): FileMembership {
  const { list, entries } = known
  const found = membershipOf({ fileId: file.fileId, file, entries, collections: list?.items })
  const partial = found.source === 'service' && !(list && isWhole(list)) && !file.collectionIds
  return partial ? { ...found, source: found.collections.length > 0 ? 'browser' : 'unknown' } : found
}

/** Whether a list holds all there is. */
export const isWhole = (list: ListReply<unknown>) =>
  list.nextCursor === undefined && list.unreadable.length === 0

/** Whether the service itself says what every collection holds; else this browser's record is needed. */
export const tellsMembers = (list: ListReply<Collection> | undefined): boolean =>
  list !== undefined && isWhole(list) && list.items.every(({ files }) => files !== undefined)

/** What a collection holds, and who says so; `source` as for a file. */
export interface CollectionMembers {
  readonly fileIds: readonly string[]
  readonly source: FileMembership['source']
}

/** The other way round: the files that a collection holds (D68). */
export function membersOf(known: {
  collection: Collection
  files?: readonly KnowledgeFile[]
  entries?: readonly LedgerEntry[]
}): CollectionMembers {
  const { collection, files, entries = [] } = known
  if (collection.files) return { fileIds: collection.files.map(({ fileId }) => fileId), source: 'service' }
  if (files?.length && files.every(({ collectionIds }) => collectionIds !== undefined)) {
    const held = files.filter(({ collectionIds }) => collectionIds?.includes(collection.id))
    return { fileIds: held.map(({ fileId }) => fileId), source: 'service' }
  }
  const held = new Set<string>()
  let touched = false
  for (const { operation, params, state } of entries.toReversed()) {
    const { fileId } = params
    if (params.collectionId !== collection.id || fileId === undefined || state !== 'accepted') continue
    touched = true
    if (operation === 'addFileToCollection') held.add(fileId)
    if (operation === 'removeFileFromCollection') held.delete(fileId)
  }
  return touched ? { fileIds: [...held], source: 'browser' } : { fileIds: [], source: 'unknown' }
}
