import { and, count, lte } from 'drizzle-orm'
import * as z from 'zod/mini'
import { handler } from '../context'
import { returned } from '../errors'
import type { Queries } from '../store/open-database'
import { calls, organizations } from '../store/schema'
import { isOpen } from './call-records'
import { dateTime, show } from './shapes'

const organizationRecord = z.strictObject({
  organization: z.strictObject({
    id: z.string(),
    name: z.string(),
    allowedChatDomains: z.array(z.string()),
    activeCallCount: z.int(),
    /** Where e-mails come from (D30). */
    sendingDomain: z.nullable(z.string()),
    sendingDomainVerified: z.boolean(),
    createdAt: dateTime,
    updatedAt: dateTime,
  }),
})

/** The organization, of which there is one. */
export async function findOrganization(db: Queries) {
  const [organization] = await db.select().from(organizations)
  if (!organization) throw new TypeError('The database has no organization.')
  return organization
}

async function toOrganization(db: Queries, row: typeof organizations.$inferSelect, now: Date) {
  const [active] = await db
    .select({ count: count() })
    .from(calls)
    .where(and(lte(calls.startsAt, now), isOpen(now)))
  return show(organizationRecord.shape.organization, { ...row, activeCallCount: active?.count ?? 0 })
}

export const readOrganization = handler(
  'readOrganization',
  200,
  organizationRecord,
  async ({ db, clock }) => ({
    organization: await toOrganization(db, await findOrganization(db), clock.now()),
  }),
)

/** Holds at once: each web chat is checked against the stored list. */
export const updateOrganization = handler(
  'updateOrganization',
  200,
  organizationRecord,
  async ({ db, clock }, { body }) => {
    const now = clock.now()
    const change = { ...body, updatedAt: now }
    const row = returned(await db.update(organizations).set(change).returning())
    return { organization: await toOrganization(db, row, now) }
  },
)
