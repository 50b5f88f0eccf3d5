import { and, desc, eq } from 'drizzle-orm'
import { notFound, wrongField } from '../errors'
import type { Queries } from '../store/open-database'
import { agents, phoneNumbers, versions } from '../store/schema'

/** The largest integer that an id can be in the store. */
const ID_MAX = 2 ** 31 - 1

/** An integer id of an address or a query; `undefined` for what cannot be one, so names nothing. */
export function labIdFrom(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id >= 1 && id <= ID_MAX ? id : undefined
}

/**
 * The agent by its integer id, with the version to test: the one that is named, else the deployed one, else the newest (D172).
 */
export async function findLabAgent(db: Queries, labId: number, versionId?: string) {
  const [found] = await db
    .select({ agent: agents, version: versions })
    .from(agents)
    .innerJoin(versions, eq(versions.agentId, agents.id))
    .where(and(eq(agents.labId, labId), versionId === undefined ? undefined : eq(versions.id, versionId)))
    .orderBy(desc(versions.deployed), desc(versions.version))
    .limit(1)
  if (found) return found
  // An agent always has a version, so if it is there, the named one is not.
  if (versionId !== undefined) {
    const [agent] = await db.select({ id: agents.id }).from(agents).where(eq(agents.labId, labId))
    if (agent) throw wrongField('agent_version_id', 'This agent has no version with this id.')
  }
  throw notFound('agent', 'agent_id')
}

/** Throws `Refused` for an integer id that no phone number has; none at all is fine. */
export async function checkInboundNumber(db: Queries, labId: number | null | undefined): Promise<void> {
  if (labId === undefined || labId === null) return
  const [known] = await db
    .select({ id: phoneNumbers.id })
    .from(phoneNumbers)
    .where(eq(phoneNumbers.labId, labId))
  if (!known) throw wrongField('inbound_phone_number', 'There is no phone number with this id.')
}

/** Pages of the lab go from the newest to the oldest, so the last id of a page is where the next one starts. */
export function readIdCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const id = labIdFrom(cursor)
  if (id === undefined) throw wrongField('cursor', 'This cursor is not one that the service gave out.')
  return id
}
