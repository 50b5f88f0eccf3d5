import type { Resolver } from 'react-hook-form'
import type { FieldError } from '../../contract/errors'
import { isWire, type Wire } from '../../contract/reply'
import type { AgentRequest, VersionChanges, VersionRequest } from '../../contract/requests/agents'
import { at, fieldOf, put, unfitIn } from '../../contract/version-content'
import {
  AGENT_TYPES,
  type FieldKind,
  type FieldPath,
  fieldList,
  type KindOf,
  type ValueOf,
  type versionFields,
} from '../../contract/version-fields'
import type { VariableRow } from '../../ui/fields/rows-fields'
import { changedFields, ofChanged } from '../-shared/changed-fields'

export type FormPath = {
  [P in FieldPath]: (typeof versionFields)[P] extends { part: string } ? P : never
}[FieldPath]

/** One post-call variable, as the form holds it. */
export type PostCallRow = { variableName: string; type: string; description: string; required: boolean }

/** A language, as the form holds it. What a service says of it beyond these names is kept. */
export type LanguageValue = { languageCode: string; languageId: string; languageDisplayName: string }

const NO_LANGUAGE: LanguageValue = { languageCode: '', languageId: '', languageDisplayName: '' }

type Edited<Kind, Value> = Kind extends 'json'
  ? string
  : Kind extends 'ids'
    ? string[]
    : Kind extends 'variables'
      ? VariableRow[]
      : Kind extends 'language'
        ? LanguageValue
        : Kind extends 'postCallVariables'
          ? PostCallRow[]
          : Kind extends 'flagOrNull'
            ? string
            : Kind extends 'number'
              ? number | null
              : Value
type FormValue<P extends FieldPath> = Edited<KindOf<P>, ValueOf<P>>
type OfPrompt<P> = P extends `prompt.${infer Name}` ? Name : never

/**
 * What the fields hold. Paths are those of the wire, so that the service's field errors land where they belong; only values that are
 * `null` or absent on the wire are empty text here, and JSON is text as it is typed.
 */
export type AgentFormValues = {
  name: string
  description: string
  agentType: AgentRequest['agentType']
  prompt: { [Name in OfPrompt<FormPath>]: FormValue<`prompt.${Name}` & FieldPath> }
} & { [P in Exclude<FormPath, `prompt.${string}`>]: FormValue<P> }

export const formFields = fieldList.filter(([, { part }]) => part !== undefined)

/** Text of a JSON field as a value of the wire. What is no JSON stays text: the field itself holds the form back (D73). */
function readJson(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A language without what was left empty; one without anything is none. */
function languageSent(value: object) {
  const said = Object.entries(value)
    .map(([name, each]) => [name, typeof each === 'string' ? each.trim() : each] as const)
    .filter(([, each]) => each !== '')
  return said.length > 0 ? Object.fromEntries(said) : null
}

/** Some services say only its code. */
function languageRead(value: unknown): LanguageValue {
  if (typeof value === 'string') return { ...NO_LANGUAGE, languageCode: value }
  const said = Object.entries(isWire(value) ? value : {}).filter(([, each]) => each !== null)
  return { ...NO_LANGUAGE, ...Object.fromEntries(said) }
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text)
const variable = (row: VariableRow): VariableRow => ({ ...row, name: row.name.trim() })

/** What a field of the form sends. Ids are trimmed: they are often pasted. A kind that is not here is sent as it stands. */
const SENT: { readonly [Kind in FieldKind]?: (value: never) => unknown } = {
  spoken: textOrNull,
  text: textOrNull,
  // The numbering plans would double the weight of the form, so only signs are taken out.
  phone: (text: string) => textOrNull(text.replace(/[\s().\-/\u2010-\u2015]/g, '')),
  choice: (value: string) => value || undefined,
  id: (value: string) => value.trim(),
  variables: (rows: VariableRow[]) => rows.map(variable),
  flagOrNull: (value: string) => (value === '' ? null : value === 'true'),
  json: readJson,
  postCallVariables: (rows: PostCallRow[]) =>
    rows.map((row) => ({ ...row, variableName: row.variableName.trim(), type: row.type.trim() })),
  language: languageSent,
}

const isEmpty = (sent: unknown) => sent === null || (Array.isArray(sent) && sent.length === 0)

/** The request of these values, not checked yet. `further`: fields of the version it starts from that the form does not have (D130). */
export function toAgentRequest(values: AgentFormValues, further: Wire = {}): AgentRequest {
  let request: Wire = {
    ...further,
    name: values.name.trim(),
    description: values.description,
    agentType: values.agentType,
  }
  for (const [path, { kind, omitEmpty }] of formFields) {
    const value = at(values, path) as never
    const toSent = SENT[kind]
    const sent = toSent ? toSent(value) : value
    if (!omitEmpty || !isEmpty(sent)) request = put(request, path, sent)
  }
  return request as AgentRequest
}

/** The request of a further version: the creation request without what belongs to the agent. */
export function toVersionRequest(values: AgentFormValues, further?: Wire): VersionRequest {
  const { name: _, description: _description, agentType: _type, ...version } = toAgentRequest(values, further)
  return version
}

/** What an edited version changes, each field whole; one that was emptied is `null`. */
export function toVersionChanges(
  before: AgentFormValues,
  after: AgentFormValues,
  further?: Wire,
): VersionChanges {
  const old = toVersionRequest(before, further)
  const emptied = Object.fromEntries(Object.keys(old).map((name) => [name, null]))
  return changedFields<Wire>({ ...old }, { ...emptied, ...toVersionRequest(after, further) })
}

/** What is read into the form, with the line ends that its fields make: else a text of Windows differs in every line (D1001). */
export function asTyped<Values>(values: Values): Values {
  const read: unknown = JSON.parse(JSON.stringify(values), (_, value) =>
    typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value,
  )
  return read as Values
}

/** What is sent of a form, where nothing but line ends would differ as it was `stored`. */
export function asStored<Request extends Wire>(stored: Wire, request: Request): Request {
  const kept = Object.entries(request).map(([name, value]) => {
    const before = stored[name]
    if (isWire(before) && isWire(value)) return [name, asStored(before, value)]
    const isSame = before !== undefined && JSON.stringify(asTyped(before)) === JSON.stringify(value)
    return [name, isSame ? before : value]
  })
  return Object.fromEntries(kept) as Request
}

/** What the fields can take of a request or a version, and what they cannot. */
export interface ReadRequest {
  readonly values: AgentFormValues
  /** Fields that the form does not have, by path; they were left out. */
  readonly unknown: readonly string[]
  /** Fields that hold something else than the form can; they were left as they are in a new form. */
  readonly unfit: readonly string[]
}

const postCallRows = (value: unknown) =>
  (Array.isArray(value) ? value.filter(isWire) : []).map((each) => ({
    variableName: '',
    type: '',
    description: '',
    required: false,
    ...each,
  }))

/** What a field of the form holds of what was read. A kind that is not here is held as it stands. */
const EDITED: { readonly [Kind in FieldKind]?: (value: never) => unknown } = {
  variables: (rows: VariableRow[]) => rows.map(variable),
  postCallVariables: postCallRows,
  flagOrNull: (value: unknown) => (typeof value === 'boolean' ? String(value) : ''),
  language: languageRead,
  json: (value: unknown) => (value === undefined || value === null ? '' : JSON.stringify(value, null, 2)),
}

/** Reads a request or the content of a version into the form. Nothing is required; what is `null` or missing is an empty field. */
export function fromRequest(request: Wire): ReadRequest {
  const { name, description, agentType } = request
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const type = AGENT_TYPES.find((each) => each === agentType)
  let values: Wire = { name: text(name), description: text(description), agentType: type ?? AGENT_TYPES[0] }
  for (const [path, { kind }] of formFields) {
    const toEdited = EDITED[kind]
    // Read as a flag, one that is not set would be "No".
    const value = kind === 'flagOrNull' ? at(request, path) : fieldOf(request, path)
    values = put(values, path, toEdited ? toEdited(value as never) : value)
  }
  const isInForm = (path: string) => formFields.some(([each]) => path === each || path.startsWith(`${each}.`))
  const notText = Object.entries({ name, description }).flatMap(([field, value]) =>
    value === undefined || value === null || typeof value === 'string' ? [] : [field],
  )
  const unknownIn = (wire: unknown, of: unknown, prefix = '') =>
    Object.keys(isWire(wire) ? wire : {})
      .filter((each) => !Object.hasOwn(of as Wire, each))
      .map((each) => prefix + each)
  return {
    values: values as AgentFormValues,
    unknown: [...unknownIn(request, values), ...unknownIn(request.prompt, values.prompt, 'prompt.')],
    unfit: [
      ...notText,
      ...(agentType === undefined || agentType === null || type ? [] : ['agentType']),
      ...unfitIn(request).filter(isInForm),
    ],
  }
}

export const emptyAgent = fromRequest({}).values

export const loadJudge = () => import('./-judge-agent')

/**
 * Judges what would be sent, by the request schema of the contract, but for what is as the form began (`begun`). The schema comes when it is
 * first needed; where it cannot be loaded the service is the judge.
 */
export const agentResolver: Resolver<AgentFormValues> = async (values, begun, options) => {
  const judge = await loadJudge().catch(() => undefined)
  const errors = judge
    ? ofChanged(await judge.judgeAgent(toAgentRequest(values), options as never), values, begun)
    : {}
  const { language } = errors
  if (isWire(language) && language.message !== undefined) errors.language = { languageCode: language }
  return Object.keys(errors).length > 0 ? { values: {}, errors: errors as never } : { values, errors: {} }
}

/** A complaint about one of several ids stands at the field that holds them all, and says which is meant. */
export function placeErrors(errors: readonly FieldError[], values: AgentFormValues): FieldError[] {
  return errors.map((error) => {
    const [, path = '', index = ''] = /^(.+?)[.[](\d+)\]?$/.exec(error.path) ?? []
    const isIds = formFields.some(([each, { kind }]) => each === path && kind === 'ids')
    const meant = isIds ? (at(values, path) as string[])[Number(index)] : undefined
    // A complaint about what is inside of a text of JSON stands at that text.
    const json = formFields.find(([each, { kind }]) => kind === 'json' && error.path.startsWith(`${each}.`))
    if (json) return { path: json[0], message: `${error.path.slice(json[0].length + 1)}: ${error.message}` }
    // What is said of the language as a whole stands at its first field.
    if (error.path === 'language') return { ...error, path: 'language.languageCode' }
    return meant === undefined ? error : { path, message: `${meant}: ${error.message}` }
  })
}

type Named = Pick<AgentFormValues, 'name'>

/** What a form says of an agent whose creation was not answered. */
export const mayBeMade = ({ name }: Named) => `${name.trim()} may have been created`

/** The same of one that is there. */
export const wasMade = ({ name }: Named) => `${name.trim()} was created`
