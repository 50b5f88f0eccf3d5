import { type KnowledgeFile, progressOf } from '../../contract/files'

/** File ids and the status each had. */
export type Statuses = ReadonlyMap<string, string | undefined>

export const statusesOf = (files: readonly KnowledgeFile[]): Statuses =>
  new Map(files.map(({ fileId, status }) => [fileId, status]))

/**
 * The files whose waiting has ended since the list before. `uploaded`: those that were added in this page; one of them may be ready before
 * the list ever showed it waiting.
 */
export function endedSince(
  before: Statuses,
  files: readonly KnowledgeFile[],
  uploaded: ReadonlySet<string | undefined> = new Set(),
): readonly KnowledgeFile[] {
  const waited = (fileId: string) =>
    before.has(fileId) ? progressOf(before.get(fileId)) === 'waiting' : uploaded.has(fileId)
  return files.filter(({ fileId, status }) => progressOf(status) !== 'waiting' && waited(fileId))
}
