import { sql } from 'drizzle-orm'
import { toolPage } from '../answers/tools'
import { handler } from '../context'
import { cutPage, limitOf, readCursor } from '../pages'
import { tools } from '../store/schema'

/** Oldest first, so that pages stay as they are while tools are added. */
export const listTools = handler('listTools', 200, toolPage, async ({ db }, { query }) => {
  const limit = limitOf(query)
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const rows = await db
    .select()
    .from(tools)
    .where(
      after && sql`(${tools.createdAt}, ${tools.id}) > (${after.createdAt}::timestamptz, ${after.id}::text)`,
    )
    .orderBy(tools.createdAt, tools.id)
    .limit(limit + 1)
  const { page, pagination } = cutPage(rows, limit)
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
    pagination,
  }
})
