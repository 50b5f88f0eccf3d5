import type { QueryClient } from '@tanstack/react-query'
import { createFile } from '../contract/file-changes'
import type { KnowledgeFile } from '../contract/files'
import { type ListReply, textOf } from '../contract/reply'
import { connectedLedger } from './ledger'
import { perPage } from './page'

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
    const { ledger, service } = await connectedLedger(client)
    for (const { fileId } of unnamed) names.set(fileId, '')
    for (const { body, note } of await ledger.entries(service, createFile.name)) {
      const { fileId, fileName } = { ...Object(body), ...Object(note) }
      if (textOf(fileId) && textOf(fileName)) names.set(fileId, fileName)
    }
  }
  return {
    ...list,
    items: list.items.map((file) => (file.fileName ? file : named(file, names.get(file.fileId)))),
  }
}

const named = (file: KnowledgeFile, fileName = '') => (fileName ? { ...file, fileName } : file)
