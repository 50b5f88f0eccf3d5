import { searchFlag, searchText } from '../../-shared/search-text'

/** What the address of the list of collections says. */
export interface CollectionsSearch {
  readonly q?: string
  readonly sort?: string
  /** The form for a new one is open. */
  readonly new?: true
}

export function readCollectionsSearch(search: Record<string, unknown>): CollectionsSearch {
  return { q: searchText(search.q), sort: searchText(search.sort), new: searchFlag(search.new) }
}

/** What the address of one collection says. */
export interface CollectionSearch {
  readonly q?: string
  readonly sort?: string
  /** The choice of files to add is open. */
  readonly add?: true
}

export function readCollectionSearch(search: Record<string, unknown>): CollectionSearch {
  return { q: searchText(search.q), sort: searchText(search.sort), add: searchFlag(search.add) }
}
