import { asc } from 'drizzle-orm'
import { wrongField } from '../errors'
import type { Queries } from '../store/open-database'
import { phoneNumbers } from '../store/schema'

/** All numbers of the organization. Each can call out for every agent (D31). */
export const listNumbers = (db: Queries) => db.select().from(phoneNumbers).orderBy(asc(phoneNumbers.labId))

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
