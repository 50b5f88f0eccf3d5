import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { PHONE_NUMBER } from '../contract/formats'
import { wrongField } from './errors'

/** The documented default of tools (§8), used for most lists; a larger wish gets `most`, which is not documented (D27). */
export const LIMITS = { usual: 10, most: 100 }

/** For messages, which are short. */
export const MESSAGE_LIMITS = { usual: 50, most: 100 }

/** The content of a cursor: the last item of a page. */
export interface PlaceInList {
  readonly createdAt: string
  readonly id: string
}

export const limitOf = ({ limit }: { readonly limit?: string | undefined }, { usual, most } = LIMITS) =>
  Math.min(Number(limit ?? usual), most)

/** Cuts `limit + 1` rows to a page. `cursorOf`: the cursor of the rows after this one. */
export function cutPage<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { page, pagination: { limit, nextCursor: last ? cursorOf(last) : null } }
}

export const writeCursor = (row: { createdAt: Date; id: string }) =>
  Buffer.from(JSON.stringify([row.createdAt.toISOString(), row.id])).toString('base64url')

export function readCursor(cursor: string | undefined): PlaceInList | undefined {
  if (cursor === undefined) return undefined
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof createdAt === 'string' && typeof id === 'string' && !id.includes('\u0000')) {
      // The database reads only years of four digits in this form.
      if (/^[12]\d{3}-/.test(createdAt) && new Date(createdAt).toISOString() === createdAt)
        return { createdAt, id }
    }
  } catch {
    // Refused below.
  }
  throw wrongCursor()
}

export const wrongCursor = () => wrongField('cursor', 'This cursor is not one that the service gave out.')

/** Newest first, ties by id: the order, and what comes after a place. A new row shifts no later page. */
export function newestFirst(table: { createdAt: PgColumn; id: PgColumn }, after: PlaceInList | undefined) {
  const { createdAt, id } = table
  const at = after && sql`${after.createdAt}::timestamptz`
  return {
    after: after && sql`(${createdAt} <= ${at} and (${createdAt} < ${at} or ${id} > ${after.id}))`,
    order: [desc(createdAt), asc(id)] as const satisfies readonly SQL[],
  }
}

/** A query parameter that must be one of some words. */
export function readWord<Word extends string>(
  name: string,
  said: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (said === undefined) return undefined
  const word = words.find((each) => each === said)
  if (word === undefined) throw wrongField(name, `${name} must be one of ${words.join(', ')}.`)
  return word
}

/** A query parameter that must be an international phone number. */
export function readNumber(name: string, said: string | undefined): string | undefined {
  if (said === undefined || PHONE_NUMBER.test(said)) return said
  throw wrongField(name, `${name} must be a number such as +15551234567, with its + written as %2B.`)
}

/** A query parameter that must be an ISO time with its zone. */
export function readTime(name: string, said: string | undefined): Date | undefined {
  if (said === undefined) return undefined
  const isIso = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(said)
  const at = isIso ? new Date(said) : undefined
  if (at && !Number.isNaN(at.getTime())) return at
  throw wrongField(name, `${name} must be a time such as 2026-03-01T10:00:00Z.`)
}
