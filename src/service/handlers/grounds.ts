import * as z from 'zod/mini'
import type { Grounds } from '../store/schema'
import { named } from './shapes'

/** What the agent was given to say something. */
export const passage = z.strictObject({
  fileId: z.string(),
  fileName: z.string(),
  page: z.nullable(z.int()),
  heading: z.optional(z.array(z.string())),
  text: z.string(),
})

/** What an answer of the agent rests on (D323). Beyond the document, so a service need not answer it. */
export const groundsShape = named(
  'Grounds',
  z.strictObject({
    passages: z.array(passage),
    tools: z.array(
      z.strictObject({
        slug: z.string(),
        name: z.string(),
        request: z.strictObject({
          method: z.string(),
          url: z.string(),
          headers: z.record(z.string(), z.string()),
          body: z.nullable(z.string()),
        }),
        status: z.nullable(z.int()),
        answer: z.nullable(z.string()),
        error: z.nullable(z.string()),
        /** Milliseconds. */
        tookMs: z.nullable(z.number()),
      }),
    ),
    /** Who made the answer. */
    by: z.string(),
    /** Milliseconds. */
    tookMs: z.number(),
    /** Why there is no better answer. */
    error: z.nullable(z.string()),
  }),
)

export const groundsAnswer = (grounds: Grounds | null) =>
  grounds && {
    ...grounds,
    tools: grounds.tools.map(
      ({ request, status = null, answer = null, error = null, tookMs = null, ...tool }) => ({
        ...tool,
        request: { ...request, body: request.body ?? null },
        status,
        answer,
        error,
        tookMs,
      }),
    ),
    error: grounds.error ?? null,
  }
