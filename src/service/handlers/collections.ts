import { and, eq, isNotNull } from 'drizzle-orm'
import { createdCollection } from '../answers/collections'
import { done } from '../answers/shapes'
import { handler } from '../context'
import { notFound, Refused, wrongField } from '../errors'
import type { Queries } from '../store/open-database'
import { collectionFiles, collections, files } from '../store/schema'
import { findRecord } from './files'

/** A collection as it is told. The files of one that holds any are made by the database, see `collection-list.ts`. */
export const toEmptyCollection = (row: typeof collections.$inferSelect) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  files: [],
})

/** Two collections may have the same name; nothing in the document says otherwise. */
export const createCollection = handler(
  'createCollection',
  201,
  createdCollection,
  async ({ db, clock, ids }, { body }) => {
    const now = clock.now()
    const row = {
      id: ids.id(),
      name: body.name,
      description: body.description ?? '',
      createdAt: now,
      updatedAt: now,
    }
    await db.insert(collections).values(row)
    return { collection: toEmptyCollection(row) }
  },
)

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
export const addFileToCollection = handler(
  'addFileToCollection',
  200,
  done,
  async ({ db, clock }, { params }) => {
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
    return { success: true as const }
  },
)

/** Membership only; the record stays (§4 rule 3). */
export const removeFileFromCollection = handler(
  'removeFileFromCollection',
  200,
  done,
  async ({ db, clock }, { params }) => {
    await db.transaction(async (tx) => {
      await checkCollection(tx, params.collectionId)
      await findRecord(tx, params.fileId)
      const removed = await tx
        .delete(collectionFiles)
        .where(
          and(
            eq(collectionFiles.collectionId, params.collectionId),
            eq(collectionFiles.fileId, params.fileId),
          ),
        )
        .returning({ fileId: collectionFiles.fileId })
      if (!removed.length) throw new Refused(404, 'This collection does not hold this file.')
      await tx
        .update(collections)
        .set({ updatedAt: clock.now() })
        .where(eq(collections.id, params.collectionId))
    })
    return { success: true as const }
  },
)
