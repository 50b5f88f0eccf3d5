import type { files } from '../store/schema'

/** A file row as it is answered. */
export const toKnowledgeFile = (file: typeof files.$inferSelect) => ({
  id: file.id,
  fileId: file.id,
  fileName: file.fileName,
  key: `knowledge-base/${file.id}${file.kind === 'pdf' ? '.pdf' : '.md'}`,
  status: file.status,
  reason: file.status === 'INGESTED' ? null : file.reason,
  warning: file.status === 'INGESTED' ? file.reason : null,
  prompt: file.prompt,
  size: file.size ?? 0,
  sha256: file.contentHash,
  pages: file.pages,
  createdAt: (file.recordedAt ?? file.requestedAt).toISOString(),
  updatedAt: file.updatedAt.toISOString(),
})
