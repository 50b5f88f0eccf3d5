import * as z from 'zod/mini'
import { id, text } from '../formats'

/** A search in some files, in the files of a collection, or in all; the bounds keep it quick (D101). */
export const searchRequest = z
  .strictObject({
    query: text({ label: 'Query', min: 1, max: 300 }),
    fileIds: z.optional(
      z
        .array(id('File id'), 'File ids must be a list')
        .check(z.minLength(1, 'Name at least one file'), z.maxLength(100, 'At most 100 files')),
    ),
    collectionId: z.optional(id('Collection id')),
    limit: z.optional(
      z
        .int('Limit must be a whole number')
        .check(z.gte(1, 'Limit must be at least 1'), z.lte(50, 'Limit can be at most 50')),
    ),
  })
  .check(
    z.refine(({ fileIds, collectionId }) => !fileIds || !collectionId, {
      path: ['collectionId'],
      message: 'Give file ids or a collection id, not both',
    }),
  )

export type SearchRequest = z.infer<typeof searchRequest>
