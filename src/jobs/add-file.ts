import { NoAnswer, outcomeOf, ServiceRefusal } from '../client/api-error'
import type { CallOptions } from '../client/call'
import type { uploadDocument } from '../client/upload'
import { addFileToCollection } from '../contract/collection-files'
import { createFile, requestUpload } from '../contract/file-changes'
import { type KnowledgeFile, listFiles } from '../contract/files'
import type { Operation, Reply } from '../contract/operation'
import { DocumentRefused } from './document-refused'

/** Where the adding of a document stands. After `record` it waits for `INGESTED`, which the file list shows (§3). */
export type AddFileStep =
  /** Another page of this browser sends the same content, for which this one waits. */
  | { readonly name: 'elsewhere' }
  | { readonly name: 'check' }
  | { readonly name: 'address' }
  /** Bytes. */
  | { readonly name: 'upload'; readonly sent: number; readonly total: number }
  | { readonly name: 'record' }
  | { readonly name: 'collection' }

/** What is stored once the content is up, so that a later failure does not cost a second upload. */
export interface UploadedDocument {
  readonly fileId: string
  /** The record was asked for and may exist: look before asking again. */
  readonly recordMayExist: boolean
}

/** What adding a document needs of the service; tests hand in their own. */
export interface AddFileClient {
  /** Sends a request; a write is recorded as any other, with its note. */
  send<O extends Operation>(operation: O, request: CallOptions<O> & { note?: unknown }): Promise<Reply<O>>
  uploadDocument: typeof uploadDocument
}

export interface AddFileOptions {
  client: AddFileClient
  /** May be absent only where `uploaded` is given. */
  file?: File
  prompt?: string
  /** Those that it is put into. */
  collections?: Ids
  /** Recorded with the creation and never sent. */
  note?: unknown
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
 * Adds one document: checks it, asks for an upload address, uploads, only then creates the record (§4 rule 1), and puts it into the
 * collections that are wanted. Throws `DocumentRefused` or an error of the client.
 */
export async function addFile(options: AddFileOptions): Promise<AddedFile> {
  const { collections, onStep } = options
  const added = await addRecord(options, options.uploaded ?? (await upload(options)))
  if (!collections) return added
  // A next attempt finds the record and goes on here.
  options.onUploaded?.({ fileId: added.fileId, recordMayExist: true })
  options.signal?.throwIfAborted()
  onStep?.({ name: 'collection' })
  await join(options, added.fileId, collections)
  return added
}

async function addRecord(options: AddFileOptions, uploaded: UploadedDocument): Promise<AddedFile> {
  const { onStep, signal, client, note } = options
  const { fileId } = uploaded
  onStep?.({ name: 'record' })
  // The write before this one may have been done; doing it twice is not ours to risk (D61).
  const look = async () => {
    const { items } = await client.send(listFiles, { signal })
    const record = items.find((each) => each.fileId === fileId)
    return record && { fileId, record }
  }
  const before = uploaded.recordMayExist ? await look() : undefined
  if (before) return before
  signal?.throwIfAborted()
  try {
    // So short that it is not cut off: who cancels would not know whether it was done.
    const { record } = await client.send(createFile, { body: { fileId, prompt: options.prompt }, note })
    return { fileId: record?.fileId ?? fileId, record }
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome === 'accepted') return { fileId }
    // The one before was still under way when it was looked for.
    const meanwhile = uploaded.recordMayExist && isGone(error) ? await look() : undefined
    if (meanwhile) return meanwhile
    options.onUploaded?.(isGone(error) ? undefined : { ...uploaded, recordMayExist: outcome === 'unknown' })
    throw error
  }
}

type Ids = readonly { readonly id: string }[]

/** Puts a file into collections; one that is in them already is. */
export async function join(
  { client, signal }: Pick<AddFileOptions, 'client' | 'signal'>,
  fileId: string,
  collections: Ids,
): Promise<void> {
  for (const { id: collectionId } of collections)
    await client
      .send(addFileToCollection, { params: { collectionId, fileId }, signal })
      .catch((error: unknown) => {
        if (outcomeOf(error) === 'accepted') return
        if (!(error instanceof ServiceRefusal) || error.status !== 409 || error.fromProxy) throw error
      })
}

async function upload({ client, file, limitBytes, signal, onStep, onUploaded }: AddFileOptions) {
  if (!file) throw new DocumentRefused('The page that held this file was left.', 'Choose the file again.')
  onStep?.({ name: 'check' })
  // With the schemas of requests, which no screen needs before the first document.
  const { checkDocument } = await import('./check-document').catch((): never => {
    throw new NoAnswer({ operation: requestUpload.name, cause: 'connection lost', sent: false })
  })
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
