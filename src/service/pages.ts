import { wrongField } from './errors'

/** The documented default of tools (§8), used for every list. */
const LIMIT_DEFAULT = 10
/** Not documented. A larger wish gets this many, and `pagination.limit` shows it (D27). */
const LIMIT_MAX = 100

/** The content of a cursor: the last item of a page. */
export interface PlaceInList {
  readonly createdAt: string
  readonly id: string
}

export const limitOf = ({ limit }: { readonly limit?: string | undefined }) =>
  Math.min(Number(limit ?? LIMIT_DEFAULT), LIMIT_MAX)

/** Cuts `limit + 1` rows to a page. */
export function cutPage<Row extends { createdAt: Date; id: string }>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { page, pagination: { limit, nextCursor: last ? writeCursor(last) : null } }
}

const writeCursor = (row: { createdAt: Date; id: string }) =>
  Buffer.from(JSON.stringify([row.createdAt.toISOString(), row.id])).toString('base64url')

export function readCursor(cursor: string): PlaceInList {
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
  throw wrongField('cursor', 'This cursor is not one that the service gave out.')
}
