import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SearchRequest } from '../../contract/search'
import { handler } from '../context'
import { Refused, wrongField } from '../errors'
import { sqlState } from '../log'
import { inSearch, searchPassages as search } from '../search/search-passages'
import type { Queries } from '../store/open-database'
import { collectionFiles, files } from '../store/schema'
import { checkCollection } from './collections'

const foundPassages = z.strictObject({
  passages: z.array(
    z.strictObject({
      fileId: z.string(),
      fileName: z.string(),
      /** From 1; `null` where the format has no pages. */
      page: z.nullable(z.int()),
      /** Outermost first. */
      heading: z.array(z.string()),
      text: z.string(),
      /** The words found, in UTF-16 code units of the text, the end not included. */
      marks: z.array(z.strictObject({ start: z.int(), end: z.int() })),
      match: z.enum(['words', 'prefix', 'similar', 'some']),
    }),
  ),
  /** Milliseconds. */
  tookMs: z.number(),
})

const LIMIT = 10

/** Longest a statement may take, in milliseconds. */
const STATEMENT_MAX = 3_000
const QUERY_CANCELED = '57014'

export const searchPassages = handler(
  'searchPassages',
  200,
  foundPassages,
  async ({ db, findMeaning }, { body }) => {
    const started = performance.now()
    // Before the transaction, which holds a connection.
    const meaning = await findMeaning?.(body.query)
    const found = await inSearch(db, STATEMENT_MAX, async (tx) => {
      const fileIds = await scopeOf(tx, body)
      return search(tx, { query: body.query, fileIds, limit: body.limit ?? LIMIT, meaning })
    }).catch((error: unknown) => {
      if (sqlState(error) === QUERY_CANCELED)
        throw new Refused(422, 'The search took too long and was stopped. Use rarer words, or fewer files.')
      throw error
    })
    const passages = found.map(({ id: _, share: __, heading, marks, ...each }) => ({
      ...each,
      heading: [...heading],
      marks: [...marks],
    }))
    return { passages, tookMs: Math.round((performance.now() - started) * 10) / 10 }
  },
)

async function scopeOf(db: Queries, { fileIds, collectionId }: SearchRequest): Promise<SQL> {
  if (collectionId !== undefined) {
    await checkCollection(db, collectionId, 'collectionId')
    return sql`(select ${collectionFiles.fileId} from ${collectionFiles} where ${eq(collectionFiles.collectionId, collectionId)})`
  }
  if (!fileIds) return sql`(select ${files.id} from ${files})`
  const present = await db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, fileIds), isNotNull(files.recordedAt)))
  const ids = new Set(present.map(({ id }) => id))
  const wrong = fileIds.findIndex((id) => !ids.has(id))
  if (wrong >= 0) throw wrongField(`fileIds.${wrong}`, 'There is no file with this id.')
  return sql`(select unnest(${sql.param([...ids])}::text[]))`
}
