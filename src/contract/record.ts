import { Fields, isWire, type OtherFields, type Wire } from './reply'

type FieldReader<T> = (fields: Fields, wire: Wire) => T | undefined
type Readers = Readonly<Record<string, FieldReader<unknown>>>
type FieldsOf<R extends Readers, Needed extends keyof R> = {
  readonly [Name in Exclude<keyof R, Needed>]?: Exclude<ReturnType<R[Name]>, undefined>
} & { readonly [Name in Needed]: Exclude<ReturnType<R[Name]>, undefined> } & { readonly other: OtherFields }

const named =
  <T>(read: (fields: Fields, names: readonly string[]) => T) =>
  (...names: string[]) =>
  (fields: Fields) =>
    read(fields, names)

/** A name without the marks by which "\u202efdp.exe" is read as a PDF and turns the words around it. Nothing, where it is nothing else. */
export const unturned = (name = '') => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '') || undefined

/** How a record's fields are declared for `recordReader`: each by its type and the names that it may have. */
export const field = {
  id: named((fields, names) => fields.id(...names)),
  text: named((fields, names) => fields.text(...names)),
  name: named((fields, names) => unturned(fields.text(...names))),
  time: named((fields, names) => fields.time(...names)),
  number: named((fields, names) => fields.number(...names)),
  flag: named((fields, names) => fields.flag(...names)),
  list:
    <T>(read: (value: unknown) => T | undefined, ...names: string[]) =>
    (fields: Fields): readonly T[] | undefined =>
      fields.list(read, ...names),
  /** A list that must not be taken for all there is where it is read in part; it then stays among the others (D1070). */
  whole:
    <T>(read: (value: unknown) => T | undefined, ...names: string[]) =>
    (fields: Fields) =>
      fields.object(
        (value): readonly T[] | undefined => {
          const items = Array.isArray(value) ? value.map((each) => read(each)) : [undefined]
          return items.includes(undefined) ? undefined : (items as T[])
        },
        ...names,
      ),
  object:
    <T>(read: (value: unknown) => T | undefined, ...names: string[]) =>
    (fields: Fields) =>
      fields.object(read, ...names),
}

/** Reads objects with these fields, of which all but the needed ones may be absent; without one of those it is no such object. */
export function recordReader<R extends Readers, Needed extends keyof R = never>(
  readers: R,
  ...needed: Needed[]
) {
  return (value: unknown): FieldsOf<R, Needed> | undefined => {
    if (!isWire(value)) return undefined
    const fields = new Fields(value)
    const read: Wire = {}
    for (const [name, reader] of Object.entries(readers)) read[name] = reader(fields, value)
    if (needed.some((name) => read[name as string] === undefined)) return undefined
    return { ...read, other: fields.others() } as FieldsOf<R, Needed>
  }
}

/** What a reader made by `recordReader` reads. */
export type RecordOf<R extends (value: unknown) => unknown> = Exclude<ReturnType<R>, undefined>
