import { asc, count, desc, sql } from 'drizzle-orm'
import { collectionList } from '../answers/collections'
import { handler } from '../context'
import type { Queries } from '../store/open-database'
import { collectionFiles, collections, files } from '../store/schema'
import { streamAnswer } from '../streamed-answer'
import { toEmptyCollection } from './collections'
import { FILES_AT_ONCE, readFilePages } from './file-pages'
import { knowledgeFileJson } from './knowledge-file'

/** A collection, and how many files it holds. */
interface Sized {
  readonly row: typeof collections.$inferSelect
  readonly size: number
}

/** All collections with their files, as they are at one moment, newest first; sent as they are read, like the list of files (D115). */
export const listCollections = handler('listCollections', 200, collectionList, ({ db }) =>
  streamAnswer(async (write) => {
    let start = '{"collections":['
    await db.transaction(
      async (tx) => {
        for (const group of groupsOf(await readSizes(tx))) {
          const [only, ...more] = group
          const pieces = only && more.length === 0 ? readAlone(tx, only.row) : readTogether(tx, group)
          for await (const json of pieces) {
            await write(start + json)
            start = ''
          }
          start = ','
        }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await write(start === ',' ? ']}' : `${start}]}`)
  }),
)

async function readSizes(db: Queries): Promise<Sized[]> {
  const rows = await db.select().from(collections).orderBy(desc(collections.createdAt), asc(collections.id))
  const counted = await db
    .select({ id: collectionFiles.collectionId, size: count() })
    .from(collectionFiles)
    .groupBy(collectionFiles.collectionId)
  const sizes = new Map(counted.map(({ id, size }) => [id, size]))
  return rows.map((row) => ({ row, size: sizes.get(row.id) ?? 0 }))
}

/** Collections that are read together, because they hold no more than is read at once; a larger one stands alone. */
function* groupsOf(sized: readonly Sized[]): Generator<Sized[], void> {
  let group: Sized[] = []
  let room = FILES_AT_ONCE
  for (const each of sized) {
    // An empty one takes its place, too.
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

async function* readTogether(db: Queries, group: readonly Sized[]): AsyncGenerator<string, void> {
  const ids = group.map(({ row }) => row.id)
  const { rows } = await db.execute(sql`
    select collection_id as id, string_agg(${knowledgeFileJson}, ',' order by added_at, files.id) as json
    from ${collectionFiles} join ${files} on files.id = file_id where collection_id = any(${sql.param(ids)}::text[]) group by collection_id`)
  const held = new Map((rows as { id: string; json: string }[]).map(({ id, json }) => [id, json]))
  yield group.map(({ row }) => `${opening(row)}${held.get(row.id) ?? ''}]}`).join(',')
}

async function* readAlone(db: Queries, row: Sized['row']): AsyncGenerator<string, void> {
  let start = opening(row)
  const pages = readFilePages(db, (last) => {
    const after = last ? sql`(added_at, file_id) > (${last.at}, ${last.id})` : sql`true`
    // Which files they are comes first, so that what each says is made for no more than these.
    return sql`
      with page as materialized (
        select added_at as at, file_id as id from ${collectionFiles}
        where collection_id = ${row.id} and ${after} order by added_at, file_id limit ${FILES_AT_ONCE}
      )
      select ${knowledgeFileJson} as json, at, page.id from page join ${files} on files.id = page.id order by at, page.id`
  })
  for await (const json of pages) {
    yield start + json
    start = ','
  }
  yield start === ',' ? ']}' : `${start}]}`
}
