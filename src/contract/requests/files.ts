import * as z from 'zod/mini'
import { extensionOf } from '../files'
import { id, text } from '../formats'

/** The request for an upload address: a name with one of the accepted endings (§4). */
export const uploadRequest = z.strictObject({
  fileName: text({ label: 'File name', min: 1, max: 255 }).check(
    z.refine((name) => extensionOf(name) !== undefined, 'File name must end in .pdf or .md'),
  ),
})

/** The request for a file record, sent after the upload (§4 rule 1). */
export const createFileRequest = z.strictObject({
  fileId: id('File id'),
  prompt: z.optional(text({ label: 'Prompt', max: 10_000 })),
})

export type UploadRequest = z.infer<typeof uploadRequest>
export type CreateFileRequest = z.infer<typeof createFileRequest>
