import type * as z from 'zod/mini'

/** The fields of a declaration that a request gives, to be kept in one column: a further field is declared and nothing else. */
export const givenOf = <Schema extends z.ZodMiniObject>(
  declared: Schema,
  request: Readonly<Record<string, unknown>>,
) =>
  Object.fromEntries(
    Object.keys(declared.shape)
      .filter((name) => request[name] !== undefined)
      .map((name) => [name, request[name]]),
  ) as z.infer<Schema>
