import { Readable } from 'node:stream'
import { and, eq, isNull } from 'drizzle-orm'
import { UPLOAD_BYTES_MAX } from '../contract/console-info'
import { checkContent, contentTypeOf, type FileKind } from './content-check'
import type { Context } from './context'
import { Refused } from './errors'
import { files } from './store/schema'
import { isDiskFull } from './store/store-away'

/** One sentence for every address that allows nothing: used, altered, expired or never made (safety 10). */
const refusedLink = () => new Refused(403, 'This address is not valid, or not any more. Ask for a new one.')

const findFile = async ({ db }: Context, id: string) =>
  (await db.select().from(files).where(eq(files.id, id)))[0]

const TOO_LARGE = `The file is larger than ${UPLOAD_BYTES_MAX / 1024 / 1024} MB, which is the most that can be uploaded.`

const DISK_FULL = 'The disk is full. Nothing of this file was stored.'

/** `PUT {uploadUrl}` and `GET {viewUrl}`. */
export function createBlobRoutes(context: Context) {
  async function upload(request: Request, id: string): Promise<Response> {
    const file = await findFile(context, id)
    const kind: FileKind = file?.kind ?? 'pdf'
    const contentType = contentTypeOf(kind)
    const allowed = context.links.allows({ method: 'PUT', id, contentType }, new URL(request.url))
    if (!allowed || !file || file.uploadedAt) throw refusedLink()
    if (request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== contentType)
      throw new Refused(415, `Send this file with Content-Type: ${contentType}.`)
    if (Number(request.headers.get('content-length') ?? 0) > UPLOAD_BYTES_MAX)
      throw new Refused(413, TOO_LARGE)
    const size = await store(request, id, kind).catch((error: unknown) => {
      throw isDiskFull(error) ? new Refused(507, DISK_FULL) : error
    })
    return Response.json({ fileId: id, size }, { headers: { 'cache-control': 'no-store' } })
  }

  async function store(request: Request, id: string, kind: FileKind): Promise<number> {
    const content = checkContent(kind)
    let size = 0
    const stream = (request.body ?? []) as unknown as AsyncIterable<Uint8Array>
    const staged = await context.blobs.write(id, stream, (chunk) => {
      size += chunk.length
      if (size > UPLOAD_BYTES_MAX) throw new Refused(413, TOO_LARGE)
      content.take(chunk)
    })
    try {
      if (size === 0) throw new Refused(422, 'The file is empty.')
      content.end()
      await context.db.transaction(async (tx) => {
        const now = context.clock.now()
        // Of several uploads to one target at once, through whatever process, the first to get here is taken.
        const [taken] = await tx
          .update(files)
          .set({ uploadedAt: now, size, updatedAt: now })
          .where(and(eq(files.id, id), isNull(files.uploadedAt)))
          .returning({ id: files.id })
        if (!taken || !(await staged.keep(tx))) throw refusedLink()
      })
    } catch (error) {
      // What cannot be discarded now is swept later.
      await staged.discard().catch(() => {})
      throw error
    }
    return size
  }

  /** PDFs come as a download: browsers show none under a sandboxing policy. Markdown comes as plain text (D29). */
  async function view(request: Request, id: string): Promise<Response> {
    const file = await findFile(context, id)
    const contentType = contentTypeOf(file?.kind ?? 'pdf')
    const allowed = context.links.allows({ method: 'GET', id, contentType }, new URL(request.url))
    const blob = allowed && file?.recordedAt ? await context.blobs.read(id) : undefined
    if (!file || !blob) throw refusedLink()
    // Only the head is wanted: nobody would ever read the stream to its end.
    if (request.method === 'HEAD') blob.stream.destroy()
    const disposition = file.kind === 'pdf' ? 'attachment' : 'inline'
    return new Response(Readable.toWeb(blob.stream) as ReadableStream<Uint8Array>, {
      headers: {
        'content-type': file.kind === 'pdf' ? contentType : 'text/plain; charset=utf-8',
        'content-length': String(blob.size),
        'content-disposition': `${disposition}; filename*=UTF-8''${encodeName(file.fileName)}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      },
    })
  }

  return { upload, view }
}

/** A file name for a header: everything but letters, digits and a few harmless characters as percent codes. */
function encodeName(fileName: string): string {
  return encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
