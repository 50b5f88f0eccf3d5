import * as z from 'zod/mini'

export const foundPassages = z.strictObject({
  passages: z.array(
    z.strictObject({
      fileId: z.string(),
      fileName: z.string(),
      /** From 1; `null` where the format has no pages. */
      page: z.nullable(z.int()),
      /** Outermost first. */
      heading: z.array(z.string()),
      text: z.string(),
      /** The words found, in UTF-16 code units of the text, the end not included. */
      marks: z.array(z.strictObject({ start: z.int(), end: z.int() })),
      match: z.enum(['words', 'prefix', 'similar', 'some']),
    }),
  ),
  /** Milliseconds. */
  tookMs: z.number(),
})
