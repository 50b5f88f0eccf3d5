import * as z from 'zod/mini'
import { dateTime } from './shapes'

export const knowledgeFile = z.strictObject({
  id: z.string(),
  /** The same id, under the name that requests use (§2). */
  fileId: z.string(),
  fileName: z.string(),
  key: z.string(),
  status: z.enum(['UPLOADED', 'INGESTED', 'FAILED']),
  /** Why reading failed; `null` otherwise. */
  reason: z.nullable(z.string()),
  prompt: z.nullable(z.string()),
  /** Bytes. */
  size: z.number(),
  /** Pages of a PDF, once it is ingested. */
  pages: z.nullable(z.int()),
  createdAt: dateTime,
  updatedAt: dateTime,
})

export const fileList = z.strictObject({ files: z.array(knowledgeFile) })

export const uploadTarget = z.strictObject({ uploadUrl: z.url(), fileId: z.string() })

export const uploadResult = z.strictObject({ fileId: z.string(), size: z.number() })

export const fileView = z.strictObject({ viewUrl: z.url() })
