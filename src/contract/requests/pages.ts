import * as z from 'zod/mini'

/** Where a page of a list starts and how long it is. Both are strings on the wire (§4 Tools). */
export const pageQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(500, 'cursor is too long'))),
  limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'limit must be a whole number from 1'))),
})

export type PageQuery = z.infer<typeof pageQuery>
