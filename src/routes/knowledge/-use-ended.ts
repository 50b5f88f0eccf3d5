import { useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import type { UploadItem } from '../../queries/uploads'
import { endedSince, type Statuses, statusesOf } from './-status-changes'

/**
 * The files whose waiting ended with the latest reading of the list, to be announced. One that was
 * uploaded here may be ready before the list ever showed it waiting.
 */
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
    const before = new Map(seen.statuses)
    for (const { fileId } of uploads) if (fileId && !before.has(fileId)) before.set(fileId, undefined)
    const now = endedSince(before, files)
    setSeen({ files, statuses: statusesOf(files) })
    if (now.length > 0) setEnded(now)
  }
  return ended
}
