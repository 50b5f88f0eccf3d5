import { type Formats, operation, type RequestBody, type SentWrite, type Subject } from './operation'
import { anyReply, findObject, objectReply, textOf } from './reply'
import { readToolRecord } from './tools'

export const TOOL_METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

/** What a tool is made of: its fields without id and dates (§2). */
const toolFields = ({ z, text, jsonObject, toolHeaders, wholeNumber }: Formats) => ({
  name: text({ label: 'Name', min: 1, max: 200 }),
  description: z.optional(text({ label: 'Description', max: 2_000 })),
  /** Absent: the service makes one of the name. */
  slug: z.optional(text({ label: 'Slug', min: 1, max: 100 })),
  /** What the agent says while it waits. */
  speech: z.optional(text({ label: 'Speech', max: 2_000 })),
  structure: z.strictObject(
    {
      url: text({ label: 'URL', min: 1, max: 2_000 }).check(
        z.regex(/^(?:https?:\/\/|\{\{)\S+$/i, 'URL must start with https:// or http://, and have no spaces'),
      ),
      method: z.enum(TOOL_METHODS, `Method must be one of ${TOOL_METHODS.join(', ')}`),
      headers: z.optional(toolHeaders),
      body: z.optional(jsonObject('Body')),
      /** The unit is not documented; 30 is indicated (§8). */
      timeout: z.optional(wholeNumber('Timeout', 1, 86_400)),
      variables: z.optional(
        z
          .array(
            z.strictObject(
              {
                name: text({ label: 'Variable name', min: 1, max: 100 }),
                type: z.optional(text({ label: 'Type', min: 1, max: 100 })),
                description: z.optional(text({ label: 'Description', max: 2_000 })),
                required: z.optional(z.boolean('Required must be true or false')),
              },
              'Variable must be an object with name',
            ),
            'Variables must be a list',
          )
          .check(z.maxLength(100, 'A tool can have at most 100 variables')),
      ),
    },
    'Structure must be an object with url and method',
  ),
})

const REPLY_NAMES = ['tool']

const aboutTool = ({ params, body, reply }: SentWrite): Subject => {
  const tool = findObject(reply, REPLY_NAMES, readToolRecord)
  return { toolId: params.toolId ?? tool?.id, name: textOf(body.name) ?? tool?.name }
}

/** Headers may hold secrets under any name. */
const withoutHeaders = (reply: unknown) => {
  const { id, name, slug } = findObject(reply, REPLY_NAMES, readToolRecord) ?? {}
  return { id, name, slug }
}

export const createTool = operation({
  name: 'createTool',
  method: 'POST',
  path: '/api/v1/tools',
  source: 'extension',
  summary: 'Creates a custom tool.',
  to: 'create the tool',
  done: 'the tool was created',
  changes: ['tools'],
  about: aboutTool,
  stores: withoutHeaders,
  sendsBody: (formats) => formats.z.strictObject(toolFields(formats)),
  reply: anyReply(REPLY_NAMES, readToolRecord),
})

export const readTool = operation({
  name: 'readTool',
  method: 'GET',
  path: '/api/v1/tools/{toolId}',
  source: 'extension',
  summary: 'Reads a custom tool.',
  to: 'load the tool',
  reply: objectReply(REPLY_NAMES, readToolRecord, 'the reply has no tool with an id'),
})

export const updateTool = operation({
  name: 'updateTool',
  method: 'PATCH',
  path: '/api/v1/tools/{toolId}',
  source: 'extension',
  summary: 'Changes a custom tool. What it does not name stays, within its structure too.',
  to: 'change the tool',
  done: 'the tool was changed',
  changes: ['tools'],
  about: aboutTool,
  stores: withoutHeaders,
  sendsBody: (formats) => {
    const { z } = formats
    const fields = toolFields(formats)
    return z
      .partial(z.strictObject({ ...fields, structure: z.partial(fields.structure) }))
      .check(z.refine((changes) => Object.keys(changes).length > 0, 'Name at least one field to change'))
  },
  reply: anyReply(REPLY_NAMES, readToolRecord),
})

export type ToolRequest = RequestBody<typeof createTool>
export type ToolChanges = RequestBody<typeof updateTool>
