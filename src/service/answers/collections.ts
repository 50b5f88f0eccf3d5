import * as z from 'zod/mini'
import { knowledgeFile } from './files'
import { dateTime } from './shapes'

const collection = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
  files: z.array(knowledgeFile),
})

export const collectionList = z.strictObject({ collections: z.array(collection) })

export const createdCollection = z.strictObject({ collection })
