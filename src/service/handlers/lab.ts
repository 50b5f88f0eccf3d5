import { and, desc, eq, lt, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { notFound, wrongField } from '../errors'
import { cutPage, limitOf, wrongCursor } from '../pages'
import type { Queries } from '../store/open-database'
import { agents, phoneNumbers, versions } from '../store/schema'

const ID_MAX = 2 ** 31 - 1

/** An integer id of an address, a query or a body; 0, which nothing has, for what our store has no room for. */
export function labIdFrom(given: string | number): number {
  const id = /^\d{1,10}$/.test(String(given)) ? Number(given) : 0
  return id <= ID_MAX ? id : 0
}

/** The agent, with the version that is named, else the deployed one, else the newest (D172). */
export async function findLabAgent(db: Queries, given: number, versionId?: string) {
  const labId = labIdFrom(given)
  const [found] = await db
    .select({ agent: agents, version: versions })
    .from(agents)
    .innerJoin(versions, eq(versions.agentId, agents.id))
    .where(and(eq(agents.labId, labId), versionId === undefined ? undefined : eq(versions.id, versionId)))
    .orderBy(desc(versions.deployed), desc(versions.version))
    .limit(1)
  if (found) return found
  // An agent always has a version, so if it is there, the named one is not.
  if (versionId !== undefined && (await db.$count(agents, eq(agents.labId, labId))) > 0)
    throw wrongField('agent_version_id', 'This agent has no version with this id.')
  throw notFound('agent', 'agent_id')
}

/** Throws `Refused` for an integer id that no phone number has; none at all is fine. */
export async function checkInboundNumber(db: Queries, labId: number | null | undefined): Promise<void> {
  if (labId === undefined || labId === null) return
  if ((await db.$count(phoneNumbers, eq(phoneNumbers.labId, labIdFrom(labId)))) === 0)
    throw wrongField('inbound_phone_number', 'There is no phone number with this id.')
}

/** Scenarios and runs are short (D171). */
export const LAB_LIMITS = { usual: 50, most: 200 }

/** A page of scenarios or runs, of one agent if it is named. Newest first, so the last id is where the next page starts. */
export async function readLabPage<Row>(
  query: Readonly<Partial<Record<'limit' | 'cursor' | 'agent_id', string | undefined>>>,
  id: AnyPgColumn<{ data: number }>,
  read: (where: SQL | undefined, limit: number) => Promise<Row[]>,
  idOf: (row: Row) => number,
) {
  const limit = limitOf(query, LAB_LIMITS)
  const before = query.cursor === undefined ? undefined : labIdFrom(query.cursor)
  if (before === 0) throw wrongCursor()
  const where = and(
    before === undefined ? undefined : lt(id, before),
    query.agent_id === undefined ? undefined : eq(agents.labId, labIdFrom(query.agent_id)),
  )
  return cutPage(await read(where, limit + 1), limit, (last) => String(idOf(last)))
}
