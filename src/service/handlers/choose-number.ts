import { asc, inArray, isNull, or } from 'drizzle-orm'
import { wrongField } from '../errors'
import type { Queries } from '../store/open-database'
import { type agents, phoneNumbers } from '../store/schema'

/** All numbers of the organization, each of which can call out for every agent (D31), and those that these agents answer. */
export const listNumbers = (db: Queries, agentIds: readonly string[] = []) =>
  db
    .select()
    .from(phoneNumbers)
    .where(or(isNull(phoneNumbers.agentId), inArray(phoneNumbers.agentId, [...agentIds])))
    .orderBy(asc(phoneNumbers.labId))

/** Numbers of the range that is never assigned have four digits of their own. */
const LAB_ID_MAX = 9_999

/** Gives a voice agent a sample number to answer, once (D322). */
export async function assignNumber(
  tx: Queries,
  { id, labId, agentType }: Pick<typeof agents.$inferSelect, 'id' | 'labId' | 'agentType'>,
): Promise<void> {
  if (agentType !== 'CALL' || labId > LAB_ID_MAX) return
  const number = { id: `number-of-${labId}`, labId, phoneNumber: `+1500555${labId}`, agentId: id }
  await tx.insert(phoneNumbers).values(number).onConflictDoNothing()
}

/** The number of a call or thread: the one with this id, else with these digits, else the first (D241). */
export async function chooseNumber(
  db: Queries,
  { path, id, phoneNumber }: { path: string; id: string | undefined; phoneNumber?: string | undefined },
) {
  const numbers = await listNumbers(db)
  const named = id !== undefined || phoneNumber !== undefined
  const from = named
    ? numbers.find((each) => (id === undefined ? each.phoneNumber === phoneNumber : each.id === id))
    : numbers[0]
  if (from) return from
  throw wrongField(
    path,
    id === undefined ? 'There is no such number to send from.' : 'There is no phone number with this id.',
  )
}
