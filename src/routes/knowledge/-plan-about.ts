import type { Collection } from '../../contract/collections'
import type { KnowledgeFile } from '../../contract/files'
import type { PlanAbout } from '../../queries/file-plans'
import { nameOf } from './-file-status'

/** What a plan is for, with files and collections by name, or by id where nobody says a name. */
export const aboutOf = (
  kind: PlanAbout['kind'],
  files: readonly KnowledgeFile[],
  collections: readonly Collection[] = [],
): PlanAbout => ({
  kind,
  files: Object.fromEntries(files.map((file) => [file.fileId, nameOf(file)])),
  collections: Object.fromEntries(collections.map(({ id, name }) => [id, name?.trim() || id])),
})
