import { useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import type { UploadItem } from '../../queries/uploads'
import { endedSince, type Statuses, statusesOf } from './-status-changes'

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
