import { operation } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { isWire, listReply } from './reply'

const readWholeVariable = recordReader(
  {
    name: field.text('name'),
    type: field.text('type'),
    description: field.text('description'),
    required: (fields) => fields.flag('required') ?? false,
  },
  'required',
)

/** A variable of a custom tool (§2). */
export type ToolVariable = RecordOf<typeof readWholeVariable>

const readVariable = (value: unknown): ToolVariable | undefined =>
  typeof value === 'string' ? { name: value, required: false, other: {} } : readWholeVariable(value)

const asItIs = (each: unknown): unknown => each ?? undefined

const readStructure = recordReader(
  {
    url: field.text('url'),
    method: field.text('method'),
    /** An object in the document; a list of `{key, value}` has been seen (D16). Kept as it came. */
    headers: field.object(asItIs, 'headers'),
    body: field.object(asItIs, 'body'),
    /** The unit is not documented (§8). */
    timeout: field.number('timeout'),
    variables: (fields): readonly ToolVariable[] => fields.list(readVariable, 'variables') ?? [],
  },
  'variables',
)

export type ToolStructure = RecordOf<typeof readStructure>

const readBareTool = recordReader(
  {
    id: field.id('id', 'toolId', '_id', 'slug'),
    name: field.text('name'),
    description: field.text('description'),
    slug: field.text('slug'),
    speech: field.text('speech'),
    structure: field.object(readStructure, 'structure'),
    createdAt: field.time('createdAt', 'created_at'),
    updatedAt: field.time('updatedAt', 'updated_at'),
  },
  'id',
)

/** A custom tool: a live API call an agent can use (§2). */
export type Tool = RecordOf<typeof readBareTool>

/** Reads a tool, bare or wrapped in its own name. One without an id goes by its slug. */
export const readToolRecord = (value: unknown): Tool | undefined =>
  isWire(value) && isWire(value.tool) && value.id === undefined
    ? readToolRecord(value.tool)
    : readBareTool(value)

export const listTools = operation({
  name: 'listTools',
  method: 'GET',
  path: '/api/v1/tools',
  auth: 'bearer',
  summary: 'Lists the custom tools, a page at a time.',
  to: 'load the tools',
  sendsQuery: ({ pageQuery }) => pageQuery,
  reply: listReply(['tools'], readToolRecord),
})
