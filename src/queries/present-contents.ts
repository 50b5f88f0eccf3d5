import type { QueryClient } from '@tanstack/react-query'
import { createFile } from '../contract/file-changes'
import { progressOf } from '../contract/files'
import { isWire } from '../contract/reply'
import type { PresentContents } from '../jobs/upload-contents'
import { fileQueries } from './files'
import { connectedLedger } from './ledger'

/** The files that are there, by content: as the service says, else as this browser noted when it uploaded them (D380). */
export async function presentContents(client: QueryClient): Promise<PresentContents> {
  const [{ items }, { ledger, service }] = await Promise.all([
    client.query({ ...fileQueries.list(), staleTime: 1_000 }),
    connectedLedger(client),
  ])
  const noted = new Map<string, string>()
  for (const { body, note } of await ledger.entries(service, createFile.name))
    if (isWire(body) && isWire(note) && typeof body.fileId === 'string' && typeof note.sha256 === 'string')
      noted.set(body.fileId, note.sha256)
  const present = new Map<string, { fileId: string; fileName: string; isUnreadable: boolean }>()
  for (const { fileId, fileName = fileId, sha256 = noted.get(fileId), status } of items) {
    const isUnreadable = progressOf(status) === 'failed'
    // Of two with one content, the one that can be used.
    if (sha256 && !(isUnreadable && present.has(sha256)))
      present.set(sha256, { fileId, fileName, isUnreadable })
  }
  return present
}
