import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { handler } from '../context'
import { found, notFound, Refused, wrongField } from '../errors'
import type { Queries } from '../store/open-database'
import { collectionFiles, collections, files } from '../store/schema'
import { findRecord, recordQuery } from './files'
import {
  FILES_AT_ONCE,
  knowledgeFile,
  knowledgeFileJson,
  readFilePages,
  streamList,
  versionOf,
} from './knowledge-file'
import { dateTime, done, named, show } from './shapes'

const collection = named(
  'Collection',
  z.strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    createdAt: dateTime,
    updatedAt: dateTime,
    files: z.array(knowledgeFile),
  }),
)

const collectionList = z.strictObject({ collections: z.array(collection) })

const createdCollection = z.strictObject({ collection })

/** A collection as it is answered, still without its files, whose JSON the database makes. */
const toEmptyCollection = (row: typeof collections.$inferSelect) => show(collection, { ...row, files: [] })

/** Two collections may have the same name, because the document does not forbid it. */
export const createCollection = handler(
  'createCollection',
  201,
  createdCollection,
  async ({ db, clock, ids }, { body }) => {
    const now = clock.now()
    const { name, description = '' } = body
    const row = { id: ids.id(), name, description, createdAt: now, updatedAt: now }
    await db.insert(collections).values(row)
    return { collection: toEmptyCollection(row) }
  },
)

/** `path`: the field with the id, if it was in the body. */
export async function checkCollection(db: Queries, collectionId: string, path?: string): Promise<void> {
  if ((await db.$count(collections, eq(collections.id, collectionId))) > 0) return
  if (path) throw wrongField(path, 'There is no collection with this id.')
  throw notFound('collection')
}

const touch = (tx: Queries, collectionId: string, updatedAt: Date) =>
  tx.update(collections).set({ updatedAt }).where(eq(collections.id, collectionId))

/** Adding a file that is there already changes nothing and is no error (D25). */
export const addFileToCollection = handler(
  'addFileToCollection',
  200,
  done,
  async ({ db, clock }, { params }) => {
    const now = clock.now()
    await db.transaction(async (tx) => {
      await checkCollection(tx, params.collectionId)
      found(await recordQuery(tx, params.fileId).for('key share'), 'file')
      const added = await tx
        .insert(collectionFiles)
        .values({ collectionId: params.collectionId, fileId: params.fileId, addedAt: now })
        .onConflictDoNothing()
        .returning({ fileId: collectionFiles.fileId })
      if (added.length) await touch(tx, params.collectionId, now)
    })
    return { success: true as const }
  },
)

/** Membership only; the record stays (§4 rule 3). */
export const removeFileFromCollection = handler(
  'removeFileFromCollection',
  200,
  done,
  async ({ db, clock }, { params: { collectionId, fileId } }) => {
    await db.transaction(async (tx) => {
      await checkCollection(tx, collectionId)
      await findRecord(tx, fileId)
      const removed = await tx
        .delete(collectionFiles)
        .where(and(eq(collectionFiles.collectionId, collectionId), eq(collectionFiles.fileId, fileId)))
        .returning({ fileId: collectionFiles.fileId })
      if (!removed.length) throw new Refused(404, 'This collection does not hold this file.')
      await touch(tx, collectionId, clock.now())
    })
    return { success: true as const }
  },
)

interface Sized {
  readonly row: typeof collections.$inferSelect
  readonly size: number
}

/** Newest first, each with all its files. */
export const listCollections = handler(
  'listCollections',
  200,
  collectionList,
  ({ db }) => streamList(db, '{"collections":[', readCollections),
  versionOf(collections, collectionFiles, files),
)

async function* readCollections(db: Queries): AsyncGenerator<string, void> {
  let start = ''
  for (const group of groupsOf(await readSizes(db))) {
    const [only, ...more] = group
    if (only && more.length === 0) yield* readAlone(db, only.row, start)
    else yield start + (await readTogether(db, group))
    start = ','
  }
}

async function readSizes(db: Queries): Promise<Sized[]> {
  const rows = await db.select().from(collections).orderBy(desc(collections.createdAt), asc(collections.id))
  const counted = await db
    .select({ id: collectionFiles.collectionId, size: count() })
    .from(collectionFiles)
    .groupBy(collectionFiles.collectionId)
  const sizes = new Map(counted.map(({ id, size }) => [id, size]))
  return rows.map((row) => ({ row, size: sizes.get(row.id) ?? 0 }))
}

/** Collections that are read together, because they contain few files; a larger one is alone. */
function* groupsOf(sized: readonly Sized[]): Generator<Sized[], void> {
  let group: Sized[] = []
  let room = FILES_AT_ONCE
  for (const each of sized) {
    // Empty ones count too.
    const takes = each.size + 1
    if (takes > room && group.length > 0) {
      yield group
      group = []
      room = FILES_AT_ONCE
    }
    group.push(each)
    room -= takes
  }
  if (group.length > 0) yield group
}

/** The JSON of a collection up to its first file; `]}` ends it. */
const opening = (row: Sized['row']) => JSON.stringify(toEmptyCollection(row)).replace(/\]\}$/, '')

async function readTogether(db: Queries, group: readonly Sized[]): Promise<string> {
  const ids = group.map(({ row }) => row.id)
  const { rows } = await db.execute(sql`
    select collection_id as id, string_agg(${knowledgeFileJson}, ',' order by added_at, files.id) as json
    from ${collectionFiles} join ${files} on files.id = file_id where collection_id = any(${sql.param(ids)}::text[]) group by collection_id`)
  const held = new Map((rows as { id: string; json: string }[]).map(({ id, json }) => [id, json]))
  return group.map(({ row }) => `${opening(row)}${held.get(row.id) ?? ''}]}`).join(',')
}

async function* readAlone(db: Queries, row: Sized['row'], before: string): AsyncGenerator<string, void> {
  let start = before + opening(row)
  const pages = readFilePages(db, (last) => {
    const after = last ? sql`(added_at, file_id) > (${last.at}, ${last.id})` : sql`true`
    // The page comes first, so that JSON is made only for its files.
    return sql`
      with page as materialized (
        select added_at as at, file_id as id from ${collectionFiles}
        where collection_id = ${row.id} and ${after} order by added_at, file_id limit ${FILES_AT_ONCE}
      )
      select ${knowledgeFileJson} as json, at, page.id from page join ${files} on files.id = page.id order by at, page.id`
  })
  for await (const json of pages) {
    yield start + json
    start = ''
  }
  yield `${start}]}`
}
