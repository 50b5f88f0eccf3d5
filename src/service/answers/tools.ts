import * as z from 'zod/mini'
import { dateTime, jsonValues, pagination } from './shapes'

const tool = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  slug: z.string(),
  speech: z.string(),
  structure: z.strictObject({
    url: z.string(),
    method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']),
    headers: z.record(z.string(), z.string()),
    body: jsonValues,
    /** Seconds (D27). */
    timeout: z.int(),
    variables: z.array(
      z.strictObject({ name: z.string(), type: z.string(), description: z.string(), required: z.boolean() }),
    ),
  }),
  createdAt: dateTime,
  updatedAt: dateTime,
})

export const toolPage = z.strictObject({ tools: z.array(tool), pagination })
