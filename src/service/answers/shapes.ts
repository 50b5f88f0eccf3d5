import * as z from 'zod/mini'

/** ISO 8601, in UTC, as `Date.toISOString` writes it. */
export const dateTime = z.iso.datetime()

/** What operations answer that have nothing to show. */
export const done = z.strictObject({ success: z.literal(true) })

export const jsonValues = z.record(z.string(), z.unknown())
