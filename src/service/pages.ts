import { wrongField } from './errors'

/** Where the list of tools takes its number from (§8); the other lists do likewise. */
const LIMIT_DEFAULT = 10
/** Not documented; a larger wish gets this many, and `pagination.limit` says so (D27). */
const LIMIT_MAX = 100

/** What stands in a cursor: the place of the last item of a page. */
export interface PlaceInList {
  readonly createdAt: string
  readonly id: string
}

/** How many a page holds: what was asked for, within bounds. */
export const limitOf = ({ limit }: { readonly limit?: string | undefined }) =>
  Math.min(Number(limit ?? LIMIT_DEFAULT), LIMIT_MAX)

/** Cuts rows, of which one more than `limit` was asked for, to a page. */
export function cutPage<Row extends { createdAt: Date; id: string }>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { page, pagination: { limit, nextCursor: last ? writeCursor(last) : null } }
}

const writeCursor = (row: { createdAt: Date; id: string }) =>
  Buffer.from(JSON.stringify([row.createdAt.toISOString(), row.id])).toString('base64url')

/** Reads a cursor that this service gave out; refuses any other. */
export function readCursor(cursor: string): PlaceInList {
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof createdAt === 'string' && typeof id === 'string' && !id.includes('\u0000')) {
      // Years of four digits only: the database knows no others in this form.
      if (/^[12]\d{3}-/.test(createdAt) && new Date(createdAt).toISOString() === createdAt)
        return { createdAt, id }
    }
  } catch {
    // Said below.
  }
  throw wrongField('cursor', 'This cursor is not one that the service gave out.')
}
