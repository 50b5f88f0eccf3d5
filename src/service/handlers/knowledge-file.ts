import type * as z from 'zod/mini'
import type { knowledgeFile } from '../answers/files'
import type { files } from '../store/schema'

/** A file row as it is answered. Only records are: their status is never PENDING. */
export function toKnowledgeFile(file: typeof files.$inferSelect): z.infer<typeof knowledgeFile> {
  if (file.status === 'PENDING' || !file.recordedAt) throw new TypeError('Only recorded files are shown.')
  return {
    id: file.id,
    fileId: file.id,
    fileName: file.fileName,
    key: `knowledge-base/${file.id}${file.kind === 'pdf' ? '.pdf' : '.md'}`,
    status: file.status,
    reason: file.reason,
    prompt: file.prompt,
    size: file.size ?? 0,
    pages: file.pages,
    createdAt: file.recordedAt.toISOString(),
    updatedAt: file.updatedAt.toISOString(),
  }
}
