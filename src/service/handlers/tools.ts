import { sql } from 'drizzle-orm'
import type { Handler } from '../context'
import { wrongField } from '../errors'
import { tools } from '../store/schema'

/** §8. */
const LIMIT_DEFAULT = 10
/** Not documented; a larger wish gets this many, and `pagination.limit` says so (D27). */
const LIMIT_MAX = 100

/** Oldest first, so that pages stay as they are while tools are added. */
export const listTools: Handler<'listTools'> = async ({ db }, { query }) => {
  const limit = Math.min(Number(query.limit ?? LIMIT_DEFAULT), LIMIT_MAX)
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const rows = await db
    .select()
    .from(tools)
    .where(
      after && sql`(${tools.createdAt}, ${tools.id}) > (${after.createdAt}::timestamptz, ${after.id}::text)`,
    )
    .orderBy(tools.createdAt, tools.id)
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    tools: page.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      slug: row.slug,
      speech: row.speech,
      structure: row.structure,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    pagination: { limit, nextCursor: last ? writeCursor(last) : null },
  }
}

const writeCursor = (row: { createdAt: Date; id: string }) =>
  Buffer.from(JSON.stringify([row.createdAt.toISOString(), row.id])).toString('base64url')

function readCursor(cursor: string): { createdAt: string; id: string } {
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof createdAt === 'string' && typeof id === 'string' && !id.includes('\u0000')) {
      // Years of four digits only: the database knows no others in this form.
      if (/^[12]\d{3}-/.test(createdAt) && new Date(createdAt).toISOString() === createdAt)
        return { createdAt, id }
    }
  } catch {
    // Said below.
  }
  throw wrongField('cursor', 'This cursor is not one that the service gave out.')
}
