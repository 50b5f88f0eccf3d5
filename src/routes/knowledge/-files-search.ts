import { searchFlag, searchText } from '../-shared/search-text'

/** What the address of the Files screen says. */
export interface FilesSearch {
  /** What is searched for. */
  readonly q?: string
  /** The one status shown, as the service says it. */
  readonly status?: string
  /** Column, with `-` in front when it falls. */
  readonly sort?: string
  /** Id of the file that is open. */
  readonly file?: string
  /** Whether the question before deleting the open file is asked. */
  readonly delete?: true
}

export function readFilesSearch(search: Record<string, unknown>): FilesSearch {
  return {
    q: searchText(search.q),
    status: searchText(search.status),
    sort: searchText(search.sort),
    file: searchText(search.file),
    delete: searchFlag(search.delete),
  }
}
