import { and, asc, desc, eq, isNotNull } from 'drizzle-orm'
import type { Handler } from '../context'
import { notFound, Refused, wrongField } from '../errors'
import type { Queries } from '../store/open-database'
import { collectionFiles, collections, files } from '../store/schema'
import { findRecord } from './files'
import { toKnowledgeFile } from './knowledge-file'

type Row = typeof collections.$inferSelect

const toCollection = (row: Row, members: readonly (typeof files.$inferSelect)[]) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  files: members.map(toKnowledgeFile),
})

export const listCollections: Handler<'listCollections'> = async ({ db }) => {
  const rows = await db.select().from(collections).orderBy(desc(collections.createdAt), collections.id)
  const members = await db
    .select({ collectionId: collectionFiles.collectionId, file: files })
    .from(collectionFiles)
    .innerJoin(files, eq(files.id, collectionFiles.fileId))
    .where(isNotNull(files.recordedAt))
    .orderBy(asc(collectionFiles.addedAt), files.id)
  const held = new Map<string, (typeof files.$inferSelect)[]>(rows.map((row) => [row.id, []]))
  for (const { collectionId, file } of members) held.get(collectionId)?.push(file)
  return { collections: rows.map((row) => toCollection(row, held.get(row.id) ?? [])) }
}

/** Two collections may have the same name; nothing in the document says otherwise. */
export const createCollection: Handler<'createCollection'> = async ({ db, clock, ids }, { body }) => {
  const now = clock.now()
  const row = { id: ids.id(), name: body.name, description: body.description, createdAt: now, updatedAt: now }
  await db.insert(collections).values(row)
  return { collection: toCollection(row, []) }
}

/** `path` where the id stood in the body: then it is a field that is wrong, and the address is right. */
export async function checkCollection(db: Queries, collectionId: string, path?: string): Promise<void> {
  const [row] = await db
    .select({ id: collections.id })
    .from(collections)
    .where(eq(collections.id, collectionId))
  if (row) return
  if (path) throw wrongField(path, 'There is no collection with this id.')
  throw notFound('collection')
}

/** Adding a file that is there already changes nothing and is no error (D25). */
export const addFileToCollection: Handler<'addFileToCollection'> = async ({ db, clock }, { params }) => {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await checkCollection(tx, params.collectionId)
    const [file] = await tx
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.id, params.fileId), isNotNull(files.recordedAt)))
      .for('key share')
    if (!file) throw notFound('file')
    const added = await tx
      .insert(collectionFiles)
      .values({ collectionId: params.collectionId, fileId: params.fileId, addedAt: now })
      .onConflictDoNothing()
      .returning({ fileId: collectionFiles.fileId })
    if (added.length)
      await tx.update(collections).set({ updatedAt: now }).where(eq(collections.id, params.collectionId))
  })
  return { success: true }
}

/** Membership only; the record stays (§4 rule 3). */
export const removeFileFromCollection: Handler<'removeFileFromCollection'> = async (
  { db, clock },
  { params },
) => {
  await db.transaction(async (tx) => {
    await checkCollection(tx, params.collectionId)
    await findRecord(tx, params.fileId)
    const removed = await tx
      .delete(collectionFiles)
      .where(
        and(eq(collectionFiles.collectionId, params.collectionId), eq(collectionFiles.fileId, params.fileId)),
      )
      .returning({ fileId: collectionFiles.fileId })
    if (!removed.length) throw new Refused(404, 'This collection does not hold this file.')
    await tx
      .update(collections)
      .set({ updatedAt: clock.now() })
      .where(eq(collections.id, params.collectionId))
  })
  return { success: true }
}
