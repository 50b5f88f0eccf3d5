import { extensionOf, readKnowledgeFile } from './files'
import { operation } from './operation'
import { anyReply, bareReply, Fields, findObject, isRefusal, isWire, readerOf, textOf } from './reply'

/** Where the content goes. The field name of the address is not documented (D9). */
export interface UploadTarget {
  readonly fileId: string
  readonly uploadUrl: string
}

const UPLOAD_NAMES = ['file', 'upload']

/** The only web address in a reply, whatever its name (D9). */
function onlyAddress(reply: unknown): string | undefined {
  const addressesIn = (value: unknown, depth: number): string[] => {
    if (typeof value === 'string') return /^https?:/i.test(value) && URL.canParse(value) ? [value] : []
    if (depth > 2 || typeof value !== 'object') return []
    return Object.values(value ?? {}).flatMap((each) => addressesIn(each, depth + 1))
  }
  const [address, ...others] = addressesIn(reply, 0)
  return others.length === 0 ? address : undefined
}

/** Reads where a file goes where its address has no known name or the file id stands elsewhere; a refusal may link a page. */
function findUploadTarget(reply: unknown): UploadTarget | undefined {
  const id = (...names: string[]) => findObject(reply, UPLOAD_NAMES, (wire) => new Fields(wire).id(...names))
  const fileId = id('fileId', 'file_id') ?? id('id')
  const uploadUrl = isRefusal(reply) ? undefined : onlyAddress(reply)
  return fileId !== undefined && uploadUrl ? { fileId, uploadUrl } : undefined
}

/** Reads where a file goes; address and file id must both be there (§4 rule 1). */
export function readUploadTarget(value: unknown): UploadTarget | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const fileId = fields.id('fileId', 'file_id', 'id')
  const uploadUrl =
    fields.text('uploadUrl', 'uploadURL', 'upload_url', 'presignedUrl', 'presignedURL', 'presigned_url') ??
    fields.text('signedUrl', 'signed_url', 'putUrl', 'url')
  return fileId !== undefined && uploadUrl ? { fileId, uploadUrl } : undefined
}

/** The field of the view reply that the proxy adds: an address of the console's own, under which the page reads the bytes (D125). */
export const PREVIEW_FIELD = 'consolePreview'

/** Where a file can be viewed. `preview` is absent where the proxy may not read from there. */
export interface ViewedFile {
  readonly viewUrl: string
  readonly preview?: string
}

const readViewUrl = (value: Record<string, unknown>): string | undefined =>
  new Fields(value).text('viewUrl', 'viewURL', 'view_url', 'presignedUrl', 'signedUrl', 'downloadUrl', 'url')

/** An address that a browser may open (safety rule 15), perhaps relative. */
const isWebAddress = (address: string): boolean =>
  URL.canParse(address, 'http://localhost') && /^https?:$/.test(new URL(address, 'http://localhost').protocol)

const REPLY_NAMES = ['file', 'knowledgeFile', 'knowledgeBaseFile']

export const requestUpload = operation({
  name: 'requestUpload',
  method: 'POST',
  path: '/generate-presigned-url',
  summary: 'Asks for a temporary upload address and a file id.',
  to: 'get an upload address',
  /** A name with one of the accepted endings (§4). */
  sendsBody: ({ z, text }) =>
    z.strictObject({
      fileName: text({ label: 'File name', min: 1, max: 255 }).check(
        z.refine((name) => extensionOf(name) !== undefined, 'File name must end in .pdf or .md'),
      ),
    }),
  reply: readerOf(
    (value) => findObject(value, UPLOAD_NAMES, readUploadTarget) ?? findUploadTarget(value),
    'the reply lacks the upload address or the id of the file',
  ),
})

/** The upload itself. Its path is the returned address; `{uploadUrl}` stands for it (§4). */
export const uploadContent = operation({
  name: 'uploadContent',
  method: 'PUT',
  path: '{uploadUrl}',
  auth: 'none',
  summary: 'Sends the bytes of the file to the upload address, with the content type of its format.',
  to: 'upload the file',
  reply: bareReply,
})

/** Longest retrieval prompt (D6). */
export const PROMPT_MAX = 10_000

export const createFile = operation({
  name: 'createFile',
  method: 'POST',
  path: '/api/v1/knowledge-base/file',
  summary: 'Creates the knowledge file record, after the upload has completed.',
  to: 'upload the file',
  done: 'the file was uploaded',
  changes: ['files'],
  about: ({ body, note, reply }) => ({
    kind: 'file',
    fileId: textOf(body.fileId),
    name: findObject(reply, REPLY_NAMES, readKnowledgeFile)?.fileName ?? textOf(note.fileName),
  }),
  sendsBody: ({ z, id, text }) =>
    z.strictObject({
      fileId: id('File id'),
      prompt: z.optional(text({ label: 'Prompt', max: PROMPT_MAX })),
    }),
  reply: anyReply(REPLY_NAMES, readKnowledgeFile),
})

export const viewFile = operation({
  name: 'viewFile',
  method: 'POST',
  path: '/api/v1/knowledge-base/file/{fileId}/view',
  summary: 'Asks for an address under which the stored file can be viewed.',
  to: 'get an address to view the file',
  reads: true,
  reply: readerOf<ViewedFile>((value) => {
    const viewUrl =
      typeof value === 'string'
        ? value
        : (findObject(value, ['file', 'view'], readViewUrl) ?? onlyAddress(value))
    const preview = isWire(value) ? String(value[PREVIEW_FIELD]) : ''
    return viewUrl && isWebAddress(viewUrl)
      ? { viewUrl, ...(/^\/console\/previews\/[\w-]+$/.test(preview) ? { preview } : {}) }
      : undefined
  }, 'the view address is not a web address, or missing'),
})

export const deleteFile = operation({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/api/v1/knowledge-base/file/{fileId}',
  summary: 'Deletes the file record.',
  to: 'delete the file',
  done: 'the file was deleted',
  changes: ['files', 'collections'],
  // Nobody can look up afterwards what it was called.
  about: ({ params, note }) => ({ kind: 'file', fileId: params.fileId, name: textOf(note.fileName) }),
  reply: bareReply,
})
