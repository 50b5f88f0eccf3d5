import type { QueryClient } from '@tanstack/react-query'
import { progressOf } from '../contract/files'
import { textOf } from '../contract/reply'
import type { PresentContents } from '../jobs/upload-contents'
import { notesOfUploads } from './file-names'
import { fileQueries } from './files'
import { askShared } from './query-client'

/** The files that are there, by content: as the service says, else as this browser noted when it uploaded them (D380). */
export async function presentContents(client: QueryClient): Promise<PresentContents> {
  const [{ items }, notes] = await Promise.all([
    askShared(client, { ...fileQueries.list(), staleTime: 1_000 }),
    notesOfUploads(client),
  ])
  const present = new Map<string, { fileId: string; fileName: string; isUnreadable: boolean }>()
  for (const { fileId, fileName = fileId, sha256 = textOf(notes.get(fileId)?.sha256), status } of items) {
    const isUnreadable = progressOf(status) === 'failed'
    // Of two with one content, the one that can be used.
    if (sha256 && !(isUnreadable && present.has(sha256)))
      present.set(sha256, { fileId, fileName, isUnreadable })
  }
  return present
}
