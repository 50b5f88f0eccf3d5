import * as z from 'zod/mini'
import { text } from '../formats'

/** The request for a new collection (§2). */
export const collectionRequest = z.strictObject({
  name: text({ label: 'Name', min: 1, max: 200 }),
  description: z.optional(text({ label: 'Description', max: 2_000 })),
})

export type CollectionRequest = z.infer<typeof collectionRequest>
