import type { Collection } from '../contract/collections'
import type { KnowledgeFile } from '../contract/files'
import { isWhole, type ListReply } from '../contract/reply'
import type { FileMembership } from '../jobs/knowledge-now'
import type { LedgerEntry } from '../ledger/entry'

export type { CollectionMembers, FileMembership, KnowledgeNow } from '../jobs/knowledge-now'

/**
 * What was added and not removed again in this browser, to or from one file or collection; `undefined` where neither was done.
 */
export function changedHere(
  entries: readonly LedgerEntry[] = [],
  of: 'fileId' | 'collectionId',
  id: string,
): ReadonlySet<string> | undefined {
  const found = new Set<string>()
  let isTouched = false
  for (const { operation, params, state } of entries.toReversed()) {
    const other = params[of === 'fileId' ? 'collectionId' : 'fileId']
    if (params[of] !== id || other === undefined || state !== 'accepted') continue
    isTouched = true
    if (operation === 'addFileToCollection') found.add(other)
    if (operation === 'removeFileFromCollection') found.delete(other)
  }
  return isTouched ? found : undefined
}

type Holders = ReadonlyMap<string, readonly Collection[]>

const holdersIn = new WeakMap<readonly Collection[], Holders | 'unsaid'>()

/** The collections that hold each file, looked up once for each reading of their list; `unsaid` where one does not say what it holds. */
function holdersOf(collections: readonly Collection[]): Holders | 'unsaid' {
  const before = holdersIn.get(collections)
  if (before) return before
  const found = new Map<string, Collection[]>()
  for (const collection of collections)
    for (const id of new Set(collection.files?.map(({ fileId }) => fileId)))
      found.set(id, [...(found.get(id) ?? []), collection])
  const holders = collections.every(({ files }) => files !== undefined) ? found : 'unsaid'
  holdersIn.set(collections, holders)
  return holders
}

/**
 * Which collections hold a file: as the collections say, else as the file says, else as far as this browser added and removed it. The interface
 * promises none of these (§2 gaps, D68). A list that was cut short says nothing of what it left out, so "none of those listed" is no answer then (D75).
 */
export function membershipOf(
  { fileId, collectionIds }: KnowledgeFile,
  { list, entries }: { list: ListReply<Collection> | undefined; entries?: readonly LedgerEntry[] },
): FileMembership {
  const named = (ids: Iterable<string>) =>
    [...ids].map((id) => ({ id, name: list?.items.find((each) => each.id === id)?.name }))

  const holders = list ? holdersOf(list.items) : 'unsaid'
  if (list && holders !== 'unsaid') {
    const collections = (holders.get(fileId) ?? []).map(({ id, name }) => ({ id, name }))
    if (isWhole(list) || collectionIds) return { collections, source: 'service' }
    return { collections, source: collections.length > 0 ? 'browser' : 'unknown' }
  }
  if (collectionIds) return { collections: named(collectionIds), source: 'service' }

  const here = changedHere(entries, 'fileId', fileId)
  return here ? { collections: named(here), source: 'browser' } : { collections: [], source: 'unknown' }
}

/** Whether the service reports what every collection holds; else this browser's record is needed. */
export const reportsMembers = (list: ListReply<Collection> | undefined): boolean =>
  list !== undefined && isWhole(list) && list.items.every(({ files }) => files !== undefined)
