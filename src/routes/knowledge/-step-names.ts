import type { Collection } from '../../contract/collections'
import type { KnowledgeFile } from '../../contract/files'
import { nameOf } from './-file-status'
import type { StepNames } from './-plan-dialog'

/** Files and collections by name, or by id where nobody says a name. */
export function stepNames(
  files: readonly KnowledgeFile[],
  collections: readonly Collection[] | undefined,
): StepNames {
  const ofFiles = new Map(files.map((file) => [file.fileId, nameOf(file)]))
  const ofCollections = new Map(collections?.map(({ id, name }) => [id, name?.trim() || id]))
  return {
    file: (fileId) => ofFiles.get(fileId) ?? fileId,
    collection: (id) => ofCollections.get(id) ?? id,
  }
}
