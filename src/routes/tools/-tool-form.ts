import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import type { FieldError } from '../../contract/errors'
import { text, toolHeaders, variableName, wholeNumber } from '../../contract/formats'
import { variablesIn } from '../../contract/placeholders'
import { isWire, type OtherFields, type Wire } from '../../contract/reply'
import { TOOL_METHODS, type ToolChanges, type ToolRequest } from '../../contract/tool-changes'
import type { ToolDraft } from '../../contract/tool-draft'
import { headersOf, toolTexts } from '../../contract/tool-texts'
import type { Tool } from '../../contract/tools'
import { readJsonObject } from '../../ui/fields/json-text'
import { changedFields, hasChanges, ofChanged } from '../-shared/changed-fields'

/** Seconds; what services take where none are sent (§8). */
const TIMEOUT = 30

export const emptyTool = {
  name: '',
  slug: '',
  description: '',
  speech: '',
  method: 'GET',
  url: '',
  /** `other`, here and of a variable: what the form cannot show of it, which is sent back. */
  headers: [] as { name: string; value: string; secure: boolean; other?: OtherFields }[],
  /** JSON as it is typed; empty: no body. */
  body: '',
  timeout: TIMEOUT as number | null,
  variables: [] as {
    name: string
    type: string
    description: string
    required: boolean
    other?: OtherFields
  }[],
}

export type ToolValues = typeof emptyTool

const other = z.optional(z.custom<OtherFields>())

const headerRow = z.object({ name: z.string(), value: z.string(), secure: z.boolean(), other }).check(
  z.refine(({ name, value }) => toolHeaders.safeParse([{ key: name.trim(), value }]).success, {
    error: 'A header has a name without spaces and a value of one line',
    path: ['name'],
  }),
)

const form = z.object({
  name: text({ label: 'Name', min: 1, max: 200 }),
  slug: text({ label: 'Slug', max: 100 }),
  description: text({ label: 'Description', max: 2_000 }),
  speech: text({ label: 'Speech', max: 2_000 }),
  method: z.enum(TOOL_METHODS, 'Choose a method'),
  url: text({ label: 'URL', min: 1, max: 2_000 }).check(
    z.regex(
      /^\s*(?:(?:https?:\/\/|\{\{)\S+)?\s*$/i,
      'URL must start with https:// or http://, and have no spaces',
    ),
  ),
  headers: z.array(headerRow).check(z.maxLength(50, 'At most 50 headers')),
  body: z.string(),
  timeout: z.nullable(wholeNumber('Timeout', 1, 86_400)),
  variables: z.array(
    z.object({
      name: z.string().check(variableName),
      type: text({ label: 'Type', min: 1, max: 100 }),
      description: text({ label: 'Description', max: 2_000 }),
      required: z.boolean(),
      other,
    }),
  ),
})

const judge = standardSchemaResolver<ToolValues, unknown, ToolValues>(form as never)

/** Judges the fields, but for what is as the form began (`begun`). */
export const toolResolver: typeof judge = async (values, begun, options) => {
  const errors = ofChanged((await judge(values, begun, options)).errors, values, begun)
  return hasChanges(errors) ? { values: {}, errors } : { values, errors: {} }
}

const bodyText = (body: unknown) =>
  isWire(body) && Object.keys(body).length > 0 ? JSON.stringify(body, null, 2) : ''

/** The fields of a tool as the service has it. `isCopy`: name and slug, which are one tool's own, are told apart, and what the form cannot show is left out. */
export function fromTool(
  { name = '', slug = '', description = '', speech = '', structure }: Tool,
  isCopy = false,
): ToolValues {
  const kept = (other: OtherFields = {}) => (!isCopy && hasChanges(other) ? { other } : {})
  return {
    name: isCopy ? `${name} copy` : name,
    slug: isCopy && slug ? `${slug}-copy` : slug,
    description,
    speech,
    method: structure?.method?.toUpperCase() ?? 'GET',
    url: structure?.url ?? '',
    headers: structure
      ? headersOf(structure).map(({ other, ...header }) => ({ secure: false, ...header, ...kept(other) }))
      : [],
    body: bodyText(structure?.body),
    timeout: structure?.timeout ?? null,
    variables: (structure?.variables ?? []).map((each) => ({
      name: each.name ?? '',
      type: each.type ?? 'str',
      description: each.description ?? '',
      required: each.required,
      ...kept(each.other),
    })),
  }
}

/** The fields with what an import knows; the rest stays as it was typed. */
export const withDraft = (values: ToolValues, draft: ToolDraft): ToolValues => ({
  ...values,
  name: draft.name || values.name,
  slug: draft.slug || values.slug,
  description: draft.description || values.description,
  method: draft.method,
  url: draft.url,
  headers: draft.headers.map((header) => ({ ...header, secure: false })),
  body: bodyText(draft.body),
  timeout: draft.timeout ?? values.timeout,
  variables: draft.variables.map(({ name = '', type = 'str', description = '', required }) => ({
    name,
    type,
    description,
    required,
  })),
})

/** A list where one is marked as a secret or comes twice, else an object, as documented (D16). */
function toHeaders(rows: ToolValues['headers']): NonNullable<ToolRequest['structure']['headers']> {
  const headers = rows.map(({ name, other, ...row }) => ({ ...other, key: name.trim(), ...row }))
  const isPlain =
    rows.every(({ secure, other }) => !secure && !other) &&
    new Set(headers.map(({ key }) => key)).size === headers.length
  if (isPlain) return Object.fromEntries(headers.map(({ key, value }) => [key, value]))
  return headers.map(({ secure, ...pair }) => (secure ? { ...pair, secure } : pair))
}

const bodyOf = (typed: string): Wire => {
  const read = readJsonObject(typed)
  return (read.ok && read.value) || {}
}

export function toToolRequest(values: ToolValues): ToolRequest {
  const slug = values.slug.trim()
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    ...(slug && { slug }),
    speech: values.speech.trim(),
    structure: {
      url: values.url.trim(),
      method: values.method as ToolRequest['structure']['method'],
      headers: toHeaders(values.headers),
      body: bodyOf(values.body),
      timeout: values.timeout ?? TIMEOUT,
      variables: values.variables.map(({ other, ...each }) => ({
        ...other,
        ...each,
        name: each.name.trim(),
      })),
    },
  }
}

/** What was changed; what is not named stays as it is, also what the form cannot show. */
export function toToolChanges(values: ToolValues, before: ToolValues): ToolChanges {
  const { structure, ...rest } = toToolRequest(values)
  const { structure: structureBefore, ...restBefore } = toToolRequest(before)
  const changed = changedFields(structureBefore, structure)
  return { ...changedFields(restBefore, rest), ...(hasChanges(changed) && { structure: changed }) }
}

/** The tool as it would be, for its checks. */
export const asTool = (values: ToolValues): Tool => {
  const { structure, ...rest } = toToolRequest(values)
  const variables = values.variables.map((each) => ({ ...each, other: {} }))
  const headers = values.headers.map(({ name, value, secure }) => ({ key: name, value, secure }))
  return { id: '', ...rest, structure: { ...structure, headers, variables, other: {} }, other: {} }
}

/** The variables that the tool uses and does not declare. */
export function undeclaredIn(values: ToolValues): string[] {
  const { structure } = asTool(values)
  const used = structure ? toolTexts(structure).flatMap((each) => variablesIn(each.text)) : []
  const declared = new Set(values.variables.map(({ name }) => name))
  return [...new Set(used)].filter((name) => !declared.has(name))
}

/** The form has no structure within it; what is said of a header by its name has no field. */
export const placeStructure = (errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ path, message }) => ({ path: path.replace(/^structure\./, ''), message }))
