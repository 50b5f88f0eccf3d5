import { wrongField } from './errors'

/** The documented default of tools (§8), used for most lists; a larger wish gets `most`, which is not documented (D27). */
const LIMITS = { usual: 10, most: 100 }

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
