import type { uploadDocument } from '../client/upload'
import type { UploadTarget } from '../contract/file-changes'
import type { KnowledgeFile } from '../contract/files'
import type { WriteReply } from '../contract/reply'
import type { AddFileClient } from './add-file'
import { sendTo } from './replacement.fixture'

/** The requests of adding a document, as a test answers them. */
export interface UploadAnswers {
  requestUpload(wanted: { fileName: string }): Promise<UploadTarget>
  uploadDocument: typeof uploadDocument
  createFile(wanted: { fileId: string; prompt?: string }): Promise<WriteReply<KnowledgeFile>>
  listFiles(): Promise<{ readonly items: readonly KnowledgeFile[] }>
  addFileToCollection?(wanted: { collectionId: string; fileId: string }): Promise<unknown>
}

export const clientOf = ({ uploadDocument, ...operations }: UploadAnswers): AddFileClient => ({
  send: sendTo(operations as Parameters<typeof sendTo>[0]),
  uploadDocument,
})
