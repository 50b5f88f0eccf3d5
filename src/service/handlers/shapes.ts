import * as z from 'zod/mini'

/** The names of shapes that the OpenAPI document describes once. */
export const shapeNames = z.registry<{ readonly id: string }>()

/** Names a shape of an answer; no two have the same name. */
export function named<Shape extends z.ZodMiniType>(id: string, shape: Shape): Shape {
  shapeNames.add(shape, { id })
  return shape
}

/** ISO 8601, in UTC, as `Date.toISOString` writes it. */
export const dateTime = z.iso.datetime()

/** What operations answer that have nothing to show. */
export const done = z.strictObject({ success: z.literal(true) })

export const jsonValues = z.record(z.string(), z.unknown())

/** `agent_version_id` as rows name it: `agentVersionId`. */
type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

type Shown<T> = {
  readonly [Name in keyof T as Camel<Name>]: T[Name] extends string
    ? string | Date
    : T[Name] extends string | null
      ? string | Date | null
      : T[Name]
}

/** What a schema names of a row, with times as texts. */
export const show = <Schema extends z.ZodMiniObject>(schema: Schema, row: Shown<z.infer<Schema>>) =>
  Object.fromEntries(
    Object.keys(schema.shape).map((name) => {
      const value = (row as Record<string, unknown>)[camel(name)]
      return [name, value instanceof Date ? value.toISOString() : value]
    }),
  ) as z.infer<Schema>

/** `nextCursor` is `null` on the last page (D27). */
export const pagination = named(
  'Pagination',
  z.strictObject({ limit: z.int(), nextCursor: z.nullable(z.string()) }),
)
