import { outcomeOf, ServiceRefusal } from '../client/api-error'
import type { uploadDocument } from '../client/upload'
import { createFile, requestUpload } from '../contract/file-changes'
import { type KnowledgeFile, listFiles } from '../contract/files'
import type { KnowledgeService } from './knowledge-now'
import { DocumentRefused } from './not-done'

/** Where the adding of a document stands. After `record` it waits for `INGESTED`, which the file list shows (§3). */
export type AddFileStep =
  | { readonly name: 'check' }
  | { readonly name: 'address' }
  /** Bytes. */
  | { readonly name: 'upload'; readonly sent: number; readonly total: number }
  | { readonly name: 'record' }

/** What is stored once the content is up, so that a later failure does not cost a second upload. */
export interface UploadedDocument {
  readonly fileId: string
  /** The record was asked for and may exist: look before asking again. */
  readonly recordMayExist: boolean
}

/** What adding a document needs of the service; tests hand in their own. */
export interface AddFileClient extends Pick<KnowledgeService, 'send'> {
  uploadDocument: typeof uploadDocument
}

export interface AddFileOptions {
  client: AddFileClient
  /** May be absent only where `uploaded` is given. */
  file?: File
  prompt?: string
  /** Largest file in bytes. */
  limitBytes: number
  signal?: AbortSignal
  onStep?: (step: AddFileStep) => void
  /** What an earlier attempt left; then only the record is created. */
  uploaded?: UploadedDocument
  /** Called with what to keep for a next attempt; `undefined`: that one must upload again. */
  onUploaded?: (uploaded: UploadedDocument | undefined) => void
}

export interface AddedFile {
  readonly fileId: string
  /** The record, where the reply had one. */
  readonly record?: KnowledgeFile
}

/**
 * Adds one document: checks it, asks for an upload address, uploads, and only then creates the record (§4 rule 1).
 * Throws `DocumentRefused` or an error of the client.
 */
export async function addFile(options: AddFileOptions): Promise<AddedFile> {
  const { onStep, signal, client } = options
  const uploaded = options.uploaded ?? (await upload(options))
  onStep?.({ name: 'record' })
  if (uploaded.recordMayExist) {
    // The write before this one may have been done; doing it twice is not ours to risk (D61).
    const { items } = await client.send(listFiles, { signal })
    const record = items.find((each) => each.fileId === uploaded.fileId)
    if (record) return { fileId: uploaded.fileId, record }
  }
  try {
    const body = { fileId: uploaded.fileId, prompt: options.prompt }
    const { record } = await client.send(createFile, { body, signal })
    return { fileId: record?.fileId ?? uploaded.fileId, record }
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome === 'accepted') return { fileId: uploaded.fileId }
    options.onUploaded?.(isGone(error) ? undefined : { ...uploaded, recordMayExist: outcome === 'unknown' })
    throw error
  }
}

async function upload({ client, file, limitBytes, signal, onStep, onUploaded }: AddFileOptions) {
  if (!file) throw new DocumentRefused('The page that held this file was left.', 'Choose the file again.')
  onStep?.({ name: 'check' })
  // With the schemas of requests, which no screen needs before the first document.
  const { checkDocument } = await import('./check-document')
  const extension = await checkDocument(file, { limitBytes })
  onStep?.({ name: 'address' })
  const target = await client.send(requestUpload, { body: { fileName: file.name }, signal })
  const report = (sent: number) => onStep?.({ name: 'upload', sent, total: file.size })
  report(0)
  // A request's own count includes nothing but the content, yet may end one event short of it.
  await client.uploadDocument({ target, content: file, extension, onProgress: report, signal })
  report(file.size)
  const uploaded: UploadedDocument = { fileId: target.fileId, recordMayExist: false }
  onUploaded?.(uploaded)
  return uploaded
}

/** The service does not know the upload, or no longer: only a new one can help. */
function isGone(error: unknown): boolean {
  return error instanceof ServiceRefusal && [404, 409, 410].includes(error.status)
}
