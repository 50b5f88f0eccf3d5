import { operation } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { Fields, idOf, isWire, listReply } from './reply'

/** Formats the knowledge base accepts, and the content type each is uploaded with (§4). */
export const CONTENT_TYPES = { '.pdf': 'application/pdf', '.md': 'text/markdown' } as const

export type FileExtension = keyof typeof CONTENT_TYPES

/** The accepted extension of a file name, in lower case, or `undefined`. */
export function extensionOf(fileName: string): FileExtension | undefined {
  const extension = /\.[^.]+$/.exec(fileName)?.[0].toLowerCase()
  return extension === '.pdf' || extension === '.md' ? extension : undefined
}

/** The only status with a meaning in the document: ready to be used (§3). */
export const INGESTED = 'INGESTED'

/** How far a file is. Only `INGESTED` is documented; what says "failed" ends the waiting, all else is "not yet" (D8). */
export function progressOf(status: string | undefined): 'ready' | 'failed' | 'waiting' {
  const said = status?.toUpperCase() ?? ''
  if (said === INGESTED) return 'ready'
  return /FAIL|ERROR|REJECT|INVALID|CANCEL/.test(said) ? 'failed' : 'waiting'
}

const readIdOf = (value: unknown): string | undefined =>
  isWire(value) ? new Fields(value).id('collectionId', 'id', '_id') : idOf(value)

/** Only the identifier, prompt and status of a knowledge file are documented (§2). */
export const readKnowledgeFile = recordReader(
  {
    fileId: field.id('fileId', 'file_id', 'knowledgeFileId', 'id', '_id'),
    fileName: field.name(
      'fileName',
      'name',
      'filename',
      'file_name',
      'originalName',
      'original_name',
      'title',
    ),
    prompt: field.text('prompt'),
    status: field.text('status', 'state', 'ingestionStatus'),
    /** Why it failed. */
    reason: field.text('reason', 'statusReason', 'failureReason', 'errorMessage', 'error', 'statusMessage'),
    /** What is wrong with one that is ready; ours alone (D1060). */
    warning: field.text('warning'),
    /** Of its content, in hex; ours alone (D380). */
    sha256: field.text('sha256'),
    /** Bytes. */
    size: field.number('size', 'fileSize', 'bytes', 'sizeBytes'),
    createdAt: field.time('createdAt', 'created_at'),
    updatedAt: field.time('updatedAt', 'updated_at'),
    /** Collections that hold it. */
    collectionIds: field.whole(readIdOf, 'collectionIds', 'collections', 'knowledgeBaseCollectionIds'),
  },
  'fileId',
)

export type KnowledgeFile = RecordOf<typeof readKnowledgeFile>

export const listFiles = operation({
  name: 'listFiles',
  method: 'GET',
  path: '/api/v1/knowledge-base/files',
  summary: 'Lists the knowledge files with their statuses.',
  to: 'load the files',
  reply: listReply(['files', 'knowledgeFiles', 'knowledgeBaseFiles'], readKnowledgeFile),
})
