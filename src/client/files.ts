import * as contract from '../contract/files'
import type { ListReply, WriteReply } from '../contract/reply'
import { UnreadableReply } from './api-error'
import { type Cancellable, call } from './call'

/** Lists the knowledge files with their statuses (§4). */
export function listFiles({ signal }: Cancellable = {}): Promise<ListReply<contract.KnowledgeFile>> {
  return call(contract.listFiles, { signal })
}

/** Asks for an upload address and a file id for a name that ends in `.pdf` or `.md` (§4). */
export function requestUpload({
  fileName,
  signal,
}: { fileName: string } & Cancellable): Promise<contract.UploadTarget> {
  return call(contract.requestUpload, { body: { fileName }, signal })
}

/** Creates the record of a file whose content has been uploaded (§4 rule 1). */
export function createFile({
  fileId,
  prompt,
  signal,
}: { fileId: string; prompt?: string } & Cancellable): Promise<WriteReply<contract.KnowledgeFile>> {
  return call(contract.createFile, { body: { fileId, prompt }, signal })
}

/** Asks for an address under which the file can be viewed. Only a web address is handed on (safety rule 15). `preview`: where the page may read the bytes. */
export async function viewFile({
  fileId,
  signal,
}: { fileId: string } & Cancellable): Promise<contract.ViewedFile> {
  const reply = await call(contract.viewFile, { params: { fileId }, signal })
  if (isWebAddress(reply.viewUrl)) return reply
  throw new UnreadableReply({
    operation: contract.viewFile.name,
    status: 200,
    raw: reply.viewUrl,
    reason: 'the view address is not a web address',
  })
}

/** Deletes the file record (§4). */
export function deleteFile({ fileId, signal }: { fileId: string } & Cancellable): Promise<WriteReply<never>> {
  return call(contract.deleteFile, { params: { fileId }, signal })
}

function isWebAddress(address: string): boolean {
  try {
    return /^https?:$/.test(new URL(address, 'http://localhost').protocol)
  } catch {
    return false
  }
}
