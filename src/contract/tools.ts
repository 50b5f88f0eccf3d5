import { operation } from './operation'
import { Fields, isWire, listReply, type OtherFields } from './reply'

/** A variable of a custom tool (§2). */
export interface ToolVariable {
  readonly name?: string
  readonly type?: string
  readonly description?: string
  readonly required: boolean
  readonly other: OtherFields
}

export interface ToolStructure {
  readonly url?: string
  readonly method?: string
  /** An object in the document; a list of `{key, value}` has been seen (D16). Kept as it came. */
  readonly headers?: unknown
  readonly body?: unknown
  /** The unit is not documented (§8). */
  readonly timeout?: number
  readonly variables: readonly ToolVariable[]
  readonly other: OtherFields
}

/** A custom tool: a live API call an agent can use (§2). */
export interface Tool {
  readonly id: string
  readonly name?: string
  readonly description?: string
  readonly slug?: string
  readonly speech?: string
  readonly structure?: ToolStructure
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly other: OtherFields
}

function readVariable(value: unknown): ToolVariable | undefined {
  if (typeof value === 'string') return { name: value, required: false, other: {} }
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  return {
    name: fields.text('name'),
    type: fields.text('type'),
    description: fields.text('description'),
    required: fields.flag('required') ?? false,
    other: fields.others(),
  }
}

function readStructure(value: unknown): ToolStructure | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  return {
    url: fields.text('url'),
    method: fields.text('method'),
    headers: fields.object((each) => each ?? undefined, 'headers'),
    body: fields.object((each) => each ?? undefined, 'body'),
    timeout: fields.number('timeout'),
    variables: fields.list(readVariable, 'variables') ?? [],
    other: fields.others(),
  }
}

/** Reads a tool, bare or wrapped in its own name. One without an id goes by its slug. */
export function readTool(value: unknown): Tool | undefined {
  if (!isWire(value)) return undefined
  if (isWire(value.tool) && value.id === undefined) return readTool(value.tool)
  const fields = new Fields(value)
  const id = fields.id('id', 'toolId', '_id', 'slug')
  if (id === undefined) return undefined
  return {
    id,
    name: fields.text('name'),
    description: fields.text('description'),
    slug: fields.text('slug'),
    speech: fields.text('speech'),
    structure: fields.object(readStructure, 'structure'),
    createdAt: fields.text('createdAt', 'created_at'),
    updatedAt: fields.text('updatedAt', 'updated_at'),
    other: fields.others(),
  }
}

export const listTools = operation({
  name: 'listTools',
  method: 'GET',
  path: '/api/v1/tools',
  auth: 'bearer',
  summary: 'Lists the custom tools, a page at a time.',
  to: 'load the tools',
  sendsQuery: ({ pageQuery }) => pageQuery,
  reply: listReply(['tools'], readTool),
})
