import { type KnowledgeFile, progressOf } from '../../contract/files'

/** File ids and the status each had. */
export type Statuses = ReadonlyMap<string, string | undefined>

export const statusesOf = (files: readonly KnowledgeFile[]): Statuses =>
  new Map(files.map(({ fileId, status }) => [fileId, status]))

/** The files whose waiting has ended since the list before. */
export function endedSince(before: Statuses, files: readonly KnowledgeFile[]): readonly KnowledgeFile[] {
  return files.filter(
    ({ fileId, status }) =>
      progressOf(status) !== 'waiting' && before.has(fileId) && progressOf(before.get(fileId)) === 'waiting',
  )
}
