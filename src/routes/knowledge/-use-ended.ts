import { useState } from 'react'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import type { UploadItem } from '../../queries/uploads'

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

/** The files whose waiting ended with the latest reading of the list in which any did, to be announced. */
export function useEnded(
  files: readonly KnowledgeFile[] | undefined,
  uploads: readonly UploadItem[],
): readonly KnowledgeFile[] {
  const [seen, setSeen] = useState<{ files: typeof files; statuses: Statuses }>({
    files: undefined,
    statuses: new Map(),
  })
  const [ended, setEnded] = useState<readonly KnowledgeFile[]>([])
  if (files && files !== seen.files) {
    const now = endedSince(seen.statuses, files, new Set(uploads.map(({ fileId }) => fileId)))
    setSeen({ files, statuses: statusesOf(files) })
    if (now.length > 0) setEnded(now)
  }
  return ended
}
