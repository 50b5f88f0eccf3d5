import { and, eq, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { TOOL_METHODS, type ToolChanges, type ToolRequest } from '../../contract/tool-changes'
import { handler } from '../context'
import { found, returned, wrongField } from '../errors'
import { cutPage, limitOf, readCursor, writeCursor } from '../pages'
import { placesFor } from '../places'
import type { Queries } from '../store/open-database'
import { type ToolStructure, tools, versions } from '../store/schema'
import { dateTime, jsonValues, named, pagination, show } from './shapes'

const tool = named(
  'Tool',
  z.strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    slug: z.string(),
    speech: z.string(),
    structure: z.strictObject({
      url: z.string(),
      method: z.enum(TOOL_METHODS),
      /** In the form in which they were sent (D16). */
      headers: z.union([
        z.record(z.string(), z.string()),
        z.array(z.strictObject({ key: z.string(), value: z.string(), secure: z.optional(z.boolean()) })),
      ]),
      body: jsonValues,
      /** Seconds (D27). */
      timeout: z.int(),
      variables: z.array(
        z.strictObject({
          name: z.string(),
          type: z.string(),
          description: z.string(),
          required: z.boolean(),
        }),
      ),
    }),
    createdAt: dateTime,
    updatedAt: dateTime,
  }),
)

const toolPage = z.strictObject({ tools: z.array(tool), pagination })

const toolRecord = z.strictObject({ tool })

const toolAnswer = (row: typeof tools.$inferSelect) => show(tool, row)

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
  return { tools: page.map(toolAnswer), pagination }
})

/** Seconds, where none are sent (§8). */
const TIMEOUT = 30

/** A structure with every field: what is not sent is as it was, else empty. */
function fillStructure(
  { variables, ...given }: ToolRequest['structure'],
  before?: ToolStructure,
): ToolStructure {
  return {
    headers: {},
    body: {},
    timeout: TIMEOUT,
    ...before,
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as typeof given),
    variables:
      variables?.map(({ name, type = 'str', description = '', required = false }) => ({
        name,
        type,
        description,
        required,
      })) ??
      before?.variables ??
      [],
  } as ToolStructure
}

const SLUG_MAX = 100

/** What stands in prompts (D11): small letters, digits and dashes of the name. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-|-$/g, '') || 'tool'

/** One slug, one tool: versions name tools by it. */
async function checkSlug(tx: Queries, slug: string, toolId?: string): Promise<void> {
  // Two that are made at once wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(461003)`)
  const others = and(eq(tools.slug, slug), toolId === undefined ? undefined : ne(tools.id, toolId))
  const [taken] = await tx.select({ id: tools.id }).from(tools).where(others)
  if (taken) throw wrongField('slug', `Another tool has the slug ${slug}.`, 409)
}

/** Tools know their variables by name, each once. */
function checkVariables({ structure }: ToolChanges): void {
  const names = structure?.variables?.map(({ name }) => name) ?? []
  const at = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (at >= 0) throw wrongField(`structure.variables.${at}.name`, `Variable name ${names[at]} is used twice.`)
}

export const createTool = handler('createTool', 201, toolRecord, async ({ db, clock, ids }, { body }) => {
  checkVariables(body)
  const { name, description = '', speech = '', slug = slugOf(name) } = body
  return db.transaction(async (tx) => {
    await checkSlug(tx, slug)
    const now = clock.now()
    const rows = await tx
      .insert(tools)
      .values({
        id: ids.id(),
        slug,
        name,
        description,
        speech,
        structure: fillStructure(body.structure),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    return { tool: toolAnswer(returned(rows)) }
  })
})

export const readTool = handler('readTool', 200, toolRecord, async ({ db }, { params }) => {
  const rows = await db.select().from(tools).where(eq(tools.id, params.toolId))
  return { tool: toolAnswer(found(rows, 'tool')) }
})

/** What is not named stays (D270). A slug that a version names cannot change. */
export const updateTool = handler('updateTool', 200, toolRecord, async ({ db, clock }, { params, body }) => {
  checkVariables(body)
  return db.transaction(async (tx) => {
    const rows = await tx.select().from(tools).where(eq(tools.id, params.toolId)).for('update')
    const before = found(rows, 'tool')
    const { structure, ...changes } = body
    if (changes.slug !== undefined && changes.slug !== before.slug) {
      await checkSlug(tx, changes.slug, before.id)
      await refuseUsedSlug(tx, before.slug)
    }
    const changed = await tx
      .update(tools)
      .set({
        ...changes,
        structure: structure && fillStructure({ ...before.structure, ...structure }, before.structure),
        updatedAt: clock.now(),
      })
      .where(eq(tools.id, before.id))
      .returning()
    return { tool: toolAnswer(returned(changed)) }
  })
})

/** What is sent is for a person to see, so its secrets are masked (D307). */
export const toolRequest = named(
  'ToolRequest',
  z.strictObject({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.optional(z.string()),
  }),
)

const triedTool = z.strictObject({
  name: z.string(),
  request: toolRequest,
  /** Absent without an answer, as is the answer. */
  status: z.optional(z.int()),
  answer: z.optional(z.string()),
  error: z.optional(z.string()),
  /** Milliseconds. */
  tookMs: z.number(),
})

/** Each may take a minute, and hold a connection. */
const takePlace = placesFor(8, 'Too many tools are tried at once. Wait for one to end.')

/** The service makes the call, never the browser. What came of it is the answer, also when the tool failed. */
export const tryTool = handler(
  'tryTool',
  200,
  triedTool,
  async ({ db, prepareCall }, { params, body, signal }) => {
    const rows = await db.select().from(tools).where(eq(tools.id, params.toolId))
    const row = found(rows, 'tool')
    const call = prepareCall(row, { own: body.variables ?? {}, stated: {} })
    const leave = takePlace()
    try {
      return { name: row.name, request: call.request, ...(await call.send(signal)) }
    } finally {
      leave()
    }
  },
)

async function refuseUsedSlug(tx: Queries, slug: string): Promise<void> {
  const [user] = await tx
    .select({ id: versions.id })
    .from(versions)
    .where(sql`${versions.prompt} -> 'tools' ? ${slug}`)
    .limit(1)
  if (user)
    throw wrongField('slug', 'Versions name this tool by its slug, which therefore cannot change.', 409)
}
