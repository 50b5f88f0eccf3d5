import * as z from 'zod/mini'

/** ISO 8601, in UTC, as `Date.toISOString` writes it. */
export const dateTime = z.iso.datetime()

/** What operations answer that have nothing to show. */
export const done = z.strictObject({ success: z.literal(true) })

export const jsonValues = z.record(z.string(), z.unknown())

/** `nextCursor` is `null` on the last page (D27). */
export const pagination = z.strictObject({ limit: z.int(), nextCursor: z.nullable(z.string()) })
