import { Fields, idOf, isWire, textOf, type Wire } from './reply'
import type { DeclaredVariable } from './variable-lint'
import {
  type FieldKind,
  type FieldPath,
  fieldList,
  type KindOf,
  type ValueOf,
  versionFields,
} from './version-fields'

/**
 * What a version is made of, by wire names, in one shape whatever it was read from: a request, a stored or imported one, or a version as
 * a service reports it. A field that was not given is absent, and `null` is what was given; what is not declared stays as it came.
 */
export type VersionContent = Readonly<Wire>

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const idText = (value: unknown) => text(value) ?? idOf(value)
const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
const anything = (value: unknown) => value

const list =
  <T>(read: (value: unknown) => T | undefined) =>
  (value: unknown) =>
    Array.isArray(value) ? value.map(read).filter((each) => each !== undefined) : undefined

const isNothing = (value: unknown) => value === null || value === ''

/** Whether nothing of a value was lost as it was read: what is left out of a list would be taken out of it by the next change. */
const isWhole = (given: unknown, read: unknown) =>
  read === given ||
  (Array.isArray(given) && Array.isArray(read)
    ? read.length === given.filter((each) => !isNothing(each)).length
    : read !== undefined)

/** A slug or an id, bare or of an object that has one (D16). */
function readReference(value: unknown): string | undefined {
  return isWire(value) ? new Fields(value).id('slug', 'id', 'name') : idOf(value)
}

/** What a service says of a variable beyond §2 stays with it; some say only its name. */
function readVariable(value: unknown): DeclaredVariable | undefined {
  const wire = textOf(value) === undefined ? value : { name: value }
  if (!isWire(wire)) return undefined
  const fields = new Fields(wire)
  const name = fields.text('name')
  if (name === undefined) return undefined
  const required = fields.flag('required') ?? false
  const defaultValue = fields.text('defaultValue', 'default') ?? ''
  return { name, required, defaultValue, ...fields.others() }
}

/** How a value of each kind is read, and what stands for a field that is not there. */
const KINDS: Readonly<Record<FieldKind, readonly [read: (value: unknown) => unknown, empty: unknown]>> = {
  prompt: [text, ''],
  spoken: [text, ''],
  text: [text, ''],
  phone: [text, ''],
  choice: [text, ''],
  id: [idText, ''],
  ids: [list(readReference), []],
  flag: [flag, false],
  flagOrNull: [flag, false],
  number: [(value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined), null],
  variables: [list(readVariable), []],
  json: [anything, undefined],
  postCallVariables: [anything, undefined],
  language: [anything, undefined],
}

/** What only the service sets; it belongs to the version, not to what the version does. */
const NOT_CONTENT = new Set(
  'id _id versionId agentId version versionNumber deployed isDeployed isActive createdAt created_at updatedAt updated_at'.split(
    ' ',
  ),
)

/** The value at a path such as `prompt.system`. */
export function at(content: unknown, path: string): unknown {
  if (!isWire(content)) return undefined
  const [first = '', inner] = path.split('.', 2)
  const value = Object.hasOwn(content, first) ? content[first] : undefined
  return inner === undefined ? value : at(value, inner)
}

/** A content with a value at a path; `undefined` changes nothing. */
export function put(content: Wire, path: string, value: unknown): Wire {
  if (value === undefined) return content
  const [first = '', inner] = path.split('.', 2)
  const within = content[first]
  return {
    ...content,
    [first]: inner === undefined ? value : put(isWire(within) ? within : {}, inner, value),
  }
}

/** Reads the content of a version. What cannot be read as its field is declared stays as it came. */
export function readContent(value: unknown): VersionContent | undefined {
  if (!isWire(value)) return undefined
  let content: Wire = Object.fromEntries(
    Object.entries(value).filter(([name, each]) => !NOT_CONTENT.has(name) && each !== undefined),
  )
  if (typeof content.prompt === 'string') content.prompt = { system: content.prompt }
  for (const [path, field] of fieldList) {
    for (const name of field.also ?? [])
      if (Object.hasOwn(content, name) && at(content, path) === undefined) {
        content = put(content, path, content[name])
        delete content[name]
      }
    const given = at(content, path)
    if (given === undefined || given === null) continue
    const read = KINDS[field.kind][0](given)
    if (isWhole(given, read)) content = put(content, path, read)
  }
  return content
}

/** Whether a version can be made of a content: without its prompt it is but a part. `null` is what a flow may have. */
export const isMakeable = (content: VersionContent | undefined): boolean =>
  content !== undefined && Object.hasOwn(content, 'prompt')

/** One field of a version; empty where the version does not have it. Takes content, or anything that content can be read from. */
export function fieldOf<P extends FieldPath>(content: unknown, path: P): ValueOf<P> {
  const [read, empty] = KINDS[versionFields[path].kind]
  const given = at(content, path)
  return ((given === undefined || given === null ? undefined : read(given)) ?? empty) as ValueOf<P>
}

/** The fields that hold something that cannot be read, by path; of the variables, those that are none. */
export function unfitIn(content: unknown): string[] {
  return fieldList.flatMap(([path, { kind }]): string[] => {
    const given = at(content, path)
    if (given === undefined || given === null) return []
    if (kind === 'variables' && Array.isArray(given))
      return given.flatMap((each, index) =>
        isNothing(each) || readVariable(each) ? [] : [`${path}.${index}`],
      )
    return isWhole(given, KINDS[kind][0](given)) ? [] : [path]
  })
}

/** The texts of a version that are said or obeyed, and in which variables may stand. */
export const spokenFields = fieldList.flatMap(([path, { kind, label }]) =>
  kind === 'prompt' || kind === 'spoken' ? [{ path: path as SpokenPath, label }] : [],
)
export type SpokenPath = {
  [P in FieldPath]: KindOf<P> extends 'prompt' | 'spoken' ? P : never
}[FieldPath]

/** One field by its wire path; each variable by itself. */
export interface FieldValue {
  readonly path: string
  readonly value: unknown
}

const ORDER = [...spokenFields.map(({ path }) => path as string), ...Object.keys(versionFields)]

/** Texts that are said first, then the other declared fields, then what is left in the order of the wire. */
export function rank(path: string): number {
  const declared = path.startsWith('prompt.variables.') ? 'prompt.variables' : path
  const found = ORDER.indexOf(declared)
  return found < 0 ? ORDER.length : found
}

/** The fields that a content has; those of the prompt and each variable by themselves. */
export function fieldsOf(content: VersionContent): FieldValue[] {
  const fields = Object.entries(content).flatMap(([name, value]): FieldValue[] => {
    if (name !== 'prompt' || !isWire(value)) return [{ path: name, value }]
    return Object.entries(value).flatMap(([inner, each]) =>
      inner === 'variables' && Array.isArray(each)
        ? each.map((variable, index) => ({
            path: `prompt.variables.${text(at(variable, 'name')) ?? index + 1}`,
            value: variable,
          }))
        : [{ path: `prompt.${inner}`, value: each }],
    )
  })
  return fields.toSorted((one, other) => rank(one.path) - rank(other.path))
}
