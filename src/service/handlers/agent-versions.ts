import { and, desc, eq, max, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { handler } from '../context'
import { found, Refused, returned } from '../errors'
import { cutPage, limitOf, newestFirst, readCursor, writeCursor } from '../pages'
import { agents, versions } from '../store/schema'
import { listNumbers } from './choose-number'
import { pagination } from './shapes'
import {
  addVersion,
  agentAnswer,
  agentShape,
  attachCollections,
  checkReferences,
  columnsOf,
  findVersionOf,
  lockAgent,
  toAgent,
  toVersion,
  toVersions,
  versionRecord,
  versionShape,
} from './version-rows'

const agentRecord = z.strictObject({ agent: agentShape })

const versionPage = z.strictObject({
  agent: z.extend(agentShape, { versions: z.array(versionShape) }),
  pagination,
})

const agentPage = z.strictObject({
  agents: z.array(
    z.extend(agentShape, {
      deployedVersionId: z.nullable(z.string()),
      deployedVersionNumber: z.nullable(z.int()),
      versionCount: z.int(),
    }),
  ),
  pagination,
})

/** Newest first. No service is known to have this; ours tells what a second browser could not know (D268). */
export const listAgents = handler('listAgents', 200, agentPage, async ({ db }, { query }) => {
  const limit = limitOf(query)
  const { after, order } = newestFirst(agents, readCursor(query.cursor))
  const rows = await db
    .select({
      agent: agents,
      deployedVersionId: versions.id,
      deployedVersionNumber: versions.version,
      // Numbers are given one after the other, and no version is ever deleted.
      versionCount: sql<number>`(select max(version) from versions where agent_id = ${agents.id})`,
    })
    .from(agents)
    .leftJoin(versions, and(eq(versions.agentId, agents.id), eq(versions.deployed, true)))
    .where(after)
    .orderBy(...order)
    .limit(limit + 1)
  const { page, pagination } = cutPage(rows, limit, ({ agent }) => writeCursor(agent))
  const numbers = await listNumbers(
    db,
    page.map(({ agent }) => agent.id),
  )
  return {
    agents: page.map(({ agent, ...deployed }) => ({ ...agentAnswer(agent, numbers), ...deployed })),
    pagination,
  }
})

export const updateAgent = handler(
  'updateAgent',
  200,
  agentRecord,
  async ({ db, clock }, { params, body }) => {
    const { name, description } = body
    return db.transaction(async (tx) => {
      const rows = await tx
        .update(agents)
        .set({ name, description, updatedAt: clock.now() })
        .where(eq(agents.id, params.agentId))
        .returning()
      return { agent: await toAgent(tx, found(rows, 'agent')) }
    })
  },
)

export const listAgentVersions = handler(
  'listAgentVersions',
  200,
  versionPage,
  async ({ db }, { params, query }) => {
    const limit = limitOf(query)
    const after = readCursor(query.cursor)
    return db.transaction(async (tx) => {
      const agent = found(await tx.select().from(agents).where(eq(agents.id, params.agentId)), 'agent')
      const older = after && sql`${versions.version} < (select version from versions where id = ${after.id})`
      const rows = await tx
        .select()
        .from(versions)
        .where(and(eq(versions.agentId, agent.id), older))
        .orderBy(desc(versions.version))
        .limit(limit + 1)
      const { page, pagination } = cutPage(rows, limit, writeCursor)
      return {
        agent: { ...(await toAgent(tx, agent)), versions: await toVersions(tx, page) },
        pagination,
      }
    })
  },
)

/** Gives it the agent's next number; the lock makes two that are created at once wait for each other. */
export const createAgentVersion = handler(
  'createAgentVersion',
  201,
  versionRecord,
  async ({ db, clock, ids }, { params, body }) =>
    db.transaction(async (tx) => {
      const agent = await lockAgent(tx, params.agentId)
      await checkReferences(tx, body)
      const [last] = await tx
        .select({ number: max(versions.version) })
        .from(versions)
        .where(eq(versions.agentId, agent.id))
      const number = (last?.number ?? 0) + 1
      const version = { id: ids.id(), agentId: agent.id, number, request: body, now: clock.now() }
      return { version: await addVersion(tx, version) }
    }),
)

/** A deployed version handles live traffic, so it is replaced by another, not changed (D132). */
export const updateAgentVersion = handler(
  'updateAgentVersion',
  200,
  versionRecord,
  async ({ db, clock }, { params, body }) =>
    db.transaction(async (tx) => {
      const agent = await lockAgent(tx, params.agentId)
      const before = await findVersionOf(tx, agent.id, params.versionId)
      if (before.deployed)
        throw new Refused(
          409,
          'This version is deployed and handles live traffic. Create a new version with the change and deploy that.',
        )
      await checkReferences(tx, body)
      const change = { ...columnsOf(body, before), updatedAt: clock.now() }
      const row = returned(
        await tx.update(versions).set(change).where(eq(versions.id, before.id)).returning(),
      )
      if (body.knowledgeBaseCollectionIds)
        await attachCollections(tx, row.id, body.knowledgeBaseCollectionIds)
      return { version: await toVersion(tx, row) }
    }),
)
