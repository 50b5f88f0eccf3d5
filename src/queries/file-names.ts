import type { QueryClient } from '@tanstack/react-query'
import { createFile } from '../contract/file-changes'
import type { KnowledgeFile } from '../contract/files'
import { isWire, type ListReply, textOf, type Wire } from '../contract/reply'
import { connectedLedger } from './ledger'
import { perPage } from './page'

/** What was noted with the record of each file that this browser uploaded, by id: its name, and the hash of its content (D380, D795). */
export async function notesOfUploads(client: QueryClient): Promise<ReadonlyMap<string, Wire>> {
  const { ledger, service } = await connectedLedger(client)
  const notes = new Map<string, Wire>()
  for (const { body, note } of await ledger.entries(service, createFile.name)) {
    const fileId = isWire(body) && textOf(body.fileId)
    if (fileId && isWire(note)) notes.set(fileId, note)
  }
  return notes
}

/** By id; empty where this browser did not upload it. */
const noted = perPage(() => new Map<string, string>())

/** The files with the names that this browser noted when it uploaded them, where the service does not say them (D795). */
export async function withNotedNames(
  client: QueryClient,
  list: ListReply<KnowledgeFile>,
): Promise<ListReply<KnowledgeFile>> {
  const names = noted(client)
  const unnamed = list.items.filter(({ fileName }) => !fileName)
  if (unnamed.some(({ fileId }) => !names.has(fileId))) {
    const notes = await notesOfUploads(client)
    for (const { fileId } of unnamed) names.set(fileId, textOf(notes.get(fileId)?.fileName) ?? '')
  }
  return {
    ...list,
    items: list.items.map((file) => (file.fileName ? file : named(file, names.get(file.fileId)))),
  }
}

const named = (file: KnowledgeFile, fileName = '') => (fileName ? { ...file, fileName } : file)
