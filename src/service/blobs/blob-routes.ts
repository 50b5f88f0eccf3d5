import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { UPLOAD_BYTES_MAX } from '../../contract/console-info'
import { isPathId } from '../../contract/operation'
import type { Clock } from '../clock'
import { checkContent, contentTypeOf, type FileKind } from '../content-check'
import { Refused } from '../errors'
import type { Database } from '../store/open-database'
import { files } from '../store/schema'
import { isDiskFull } from '../store/store-away'
import { toWebStream } from '../streamed-answer'
import type { Blobs } from './blobs'

interface BlobPermission {
  readonly method: 'PUT' | 'GET'
  readonly id: string
  readonly contentType: string
}

export type BlobLinks = ReturnType<typeof createBlobLinks>

interface LinkOptions {
  /** At least 32 bytes, stored with the data: links outlive a restart. */
  readonly key: Uint8Array
  readonly publicUrl: () => string
  readonly clock: Clock
}

const ADDRESS = /^\?expires=([1-9]\d{0,11})&signature=([\w-]+)$/

/** Signs method, id, content type and expiry, so that none can be changed (safety 10). */
export function createBlobLinks({ key, publicUrl, clock }: LinkOptions) {
  const sign = ({ method, id, contentType }: BlobPermission, expires: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([method, id, contentType, expires]))
      .digest()

  return {
    create(permission: BlobPermission, lifetimeSeconds: number): string {
      const expires = Math.floor(clock.now().getTime() / 1000) + lifetimeSeconds
      const address = new URL(`/blobs/${permission.id}`, publicUrl())
      address.searchParams.set('expires', String(expires))
      address.searchParams.set('signature', sign(permission, expires).toString('base64url'))
      return address.href
    },
    /** Takes addresses only as `create` writes them: what is written otherwise is altered. */
    allows(permission: BlobPermission, address: URL): boolean {
      const [, expires = '', given = ''] = ADDRESS.exec(address.search) ?? []
      const wanted = sign(permission, Number(expires)).toString('base64url')
      return (
        given.length === wanted.length &&
        timingSafeEqual(Buffer.from(given), Buffer.from(wanted)) &&
        Number(expires) * 1000 > clock.now().getTime()
      )
    },
  }
}

/** The same answer for used, altered, expired and made-up addresses (safety 10). */
const refusedLink = () => new Refused(403, 'This address is not valid, or not any more. Ask for a new one.')

interface RouteOptions {
  readonly db: Database
  readonly blobs: Blobs
  readonly links: BlobLinks
  readonly clock: Clock
}

/** An id that cannot exist is not looked for: the store refuses some. */
const findFile = async (db: Database, id: string) =>
  isPathId(id) ? (await db.select().from(files).where(eq(files.id, id)))[0] : undefined

const TOO_LARGE = `The file is larger than ${UPLOAD_BYTES_MAX / 1024 / 1024} MB, which is the most that can be uploaded.`

const DISK_FULL = 'The disk is full. Nothing of this file was stored.'

export function createBlobRoutes({ db, blobs, links, clock }: RouteOptions) {
  async function upload(request: Request, id: string): Promise<Response> {
    const file = await findFile(db, id)
    const kind: FileKind = file?.kind ?? 'pdf'
    const contentType = contentTypeOf(kind)
    const allowed = links.allows({ method: 'PUT', id, contentType }, new URL(request.url))
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
    const hash = createHash('sha256')
    const stream = (request.body ?? []) as unknown as AsyncIterable<Uint8Array>
    const staged = await blobs.write(id, stream, (chunk) => {
      size += chunk.length
      if (size > UPLOAD_BYTES_MAX) throw new Refused(413, TOO_LARGE)
      content.take(chunk)
      hash.update(chunk)
    })
    try {
      if (size === 0) throw new Refused(422, 'The file is empty.')
      content.end()
      await db.transaction(async (tx) => {
        const now = clock.now()
        const contentHash = hash.digest('hex')
        // Of several uploads to one target, in any process, the first wins.
        const [taken] = await tx
          .update(files)
          .set({ uploadedAt: now, size, contentHash, updatedAt: now })
          .where(and(eq(files.id, id), isNull(files.uploadedAt)))
          .returning({ id: files.id })
        if (!taken || !(await staged.keep(tx))) throw refusedLink()
      })
    } catch (error) {
      // The sweep removes what cannot be discarded now.
      await staged.discard().catch(() => {})
      throw error
    }
    return size
  }

  /** PDFs are downloads, because browsers show none under a sandbox policy. Markdown is plain text (D29). */
  async function view(request: Request, id: string): Promise<Response> {
    const file = await findFile(db, id)
    const contentType = contentTypeOf(file?.kind ?? 'pdf')
    const allowed = links.allows({ method: 'GET', id, contentType }, new URL(request.url))
    const blob = allowed && file?.recordedAt ? await blobs.read(id) : undefined
    if (!file || !blob) throw refusedLink()
    // Nobody would read the stream.
    if (request.method === 'HEAD') blob.stream.destroy()
    const disposition = file.kind === 'pdf' ? 'attachment' : 'inline'
    return new Response(toWebStream(blob.stream), {
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

function encodeName(fileName: string): string {
  return encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
