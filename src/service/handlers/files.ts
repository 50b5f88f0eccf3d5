import { and, eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { extensionOf } from '../../contract/files'
import { forgetBlob } from '../blobs/sweep-blobs'
import { contentTypeOf } from '../content-check'
import { handler } from '../context'
import { found, Refused } from '../errors'
import { INGESTION } from '../ingestion-queue'
import { enqueue } from '../jobs/queue'
import { wantSweep } from '../search/sweep-words'
import type { Queries } from '../store/open-database'
import { collectionFiles, collections, files } from '../store/schema'
import {
  FILES_AT_ONCE,
  knowledgeFile,
  knowledgeFileJson,
  readFilePages,
  readKnowledgeFile,
  streamList,
  versionOf,
} from './knowledge-file'
import { done } from './shapes'

const fileList = z.strictObject({ files: z.array(knowledgeFile) })

const uploadTarget = z.strictObject({ uploadUrl: z.url(), fileId: z.string() })

const fileView = z.strictObject({ viewUrl: z.url() })

/** Long enough for 50 MB over a slow line. */
const UPLOAD_SECONDS = 3600
const VIEW_SECONDS = 300

export const requestUpload = handler(
  'requestUpload',
  201,
  uploadTarget,
  async ({ db, links, clock, ids }, { body }) => {
    const kind = extensionOf(body.fileName) === '.pdf' ? 'pdf' : 'markdown'
    const id = ids.id()
    const now = clock.now()
    const { fileName } = body
    await db.insert(files).values({ id, fileName, kind, status: 'PENDING', requestedAt: now, updatedAt: now })
    const permission = { method: 'PUT', id, contentType: contentTypeOf(kind) } as const
    return { uploadUrl: links.create(permission, UPLOAD_SECONDS), fileId: id }
  },
)

/** A file with a record; without one it does not exist yet (§3). */
export const recordQuery = (db: Queries, fileId: string) =>
  db
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), isNotNull(files.recordedAt)))

export const findRecord = async (db: Queries, fileId: string) => found(await recordQuery(db, fileId), 'file')

export const createFile = handler('createFile', 201, knowledgeFile, async ({ clock, queueing }, { body }) => {
  const now = clock.now()
  return queueing(async (tx) => {
    const rows = await tx.select().from(files).where(eq(files.id, body.fileId)).for('update')
    const file = found(rows, 'file', 'fileId')
    if (file.recordedAt) throw new Refused(409, 'This file already has a record.')
    // §4 rule 1: the content comes before the record.
    if (!file.uploadedAt) throw new Refused(409, 'Upload the content first, then create the record.')
    await enqueue(tx, { queue: INGESTION, key: file.id })
    await tx
      .update(files)
      .set({ status: 'UPLOADED', prompt: body.prompt ?? null, recordedAt: now, updatedAt: now })
      .where(eq(files.id, file.id))
    return readKnowledgeFile(tx, file.id)
  }, INGESTION)
})

export const listFiles = handler(
  'listFiles',
  200,
  fileList,
  ({ db }) =>
    streamList(db, '{"files":[', (tx) =>
      readFilePages(tx, (last) => {
        const after = last
          ? sql`recorded_at <= ${last.at} and (recorded_at < ${last.at} or id > ${last.id})`
          : sql`true`
        return sql`select ${knowledgeFileJson} as json, recorded_at as at, id from ${files}
        where recorded_at is not null and ${after} order by recorded_at desc, id limit ${FILES_AT_ONCE}`
      }),
    ),
  versionOf(files),
)

export const viewFile = handler('viewFile', 200, fileView, async ({ db, links }, { params }) => {
  const file = await findRecord(db, params.fileId)
  const permission = { method: 'GET', id: file.id, contentType: contentTypeOf(file.kind) } as const
  return { viewUrl: links.create(permission, VIEW_SECONDS) }
})

/** Only a file that no collection contains (§4 rule 3). */
export const deleteFile = handler(
  'deleteFile',
  200,
  done,
  ({ clock, queueing, restBeforeSweep }, { params }) =>
    queueing(async (tx) => {
      // The lock prevents that a collection adds the file meanwhile.
      const file = found(await recordQuery(tx, params.fileId).for('update'), 'file')
      const holders = await tx
        .select({ name: collections.name })
        .from(collectionFiles)
        .innerJoin(collections, eq(collections.id, collectionFiles.collectionId))
        .where(eq(collectionFiles.fileId, file.id))
        .orderBy(collections.name)
      if (holders.length)
        throw new Refused(409, `Remove the file from ${listNames(holders.map(({ name }) => name))} first.`)
      await tx.delete(files).where(eq(files.id, file.id))
      await wantSweep(tx, restBeforeSweep)
      await forgetBlob(tx, file.id, clock)
      return { success: true as const }
    }),
)

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `“${name}”`)
  const rest = names.length - shown.length
  const all = rest > 0 ? [...shown, `${rest} more`] : shown
  return `the collection${names.length === 1 ? '' : 's'} ${new Intl.ListFormat('en-GB').format(all)}`
}
