import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { handler } from '../context'
import { cutPage, limitOf, readCursor, writeCursor } from '../pages'
import { tools } from '../store/schema'
import { dateTime, jsonValues, pagination } from './shapes'

const tool = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  slug: z.string(),
  speech: z.string(),
  structure: z.strictObject({
    url: z.string(),
    method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']),
    headers: z.record(z.string(), z.string()),
    body: jsonValues,
    /** Seconds (D27). */
    timeout: z.int(),
    variables: z.array(
      z.strictObject({ name: z.string(), type: z.string(), description: z.string(), required: z.boolean() }),
    ),
  }),
  createdAt: dateTime,
  updatedAt: dateTime,
})

const toolPage = z.strictObject({ tools: z.array(tool), pagination })

/** Oldest first, so that pages stay as they are while tools are added. */
export const listTools = handler('listTools', 200, toolPage, async ({ db }, { query }) => {
  const limit = limitOf(query)
  const after = readCursor(query.cursor)
  const rows = await db
    .select()
    .from(tools)
    .where(
      after && sql`(${tools.createdAt}, ${tools.id}) > (${after.createdAt}::timestamptz, ${after.id}::text)`,
    )
    .orderBy(tools.createdAt, tools.id)
    .limit(limit + 1)
  const { page, pagination } = cutPage(rows, limit, writeCursor)
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
