import * as z from 'zod/mini'

export const dispatched = z.strictObject({ id: z.string(), status: z.literal('queued') })
