import * as z from 'zod/mini'
import { type CheckedOperation, checkedOperations } from '../contract/checked-operations'
import { uploadContent } from '../contract/file-changes'
import type { OperationName } from '../contract/operations'
import { TEST_NUMBERS } from '../contract/test-numbers'
import { handlers } from './handlers/handlers'
import { shapeNames } from './handlers/shapes'
import { OWN_STATUSES, parameterRefs, refusalResponses, responseComponents } from './openapi-parts'

type Json = Record<string, unknown>

const REF = '#/components/schemas/'

/** Shapes with a name, as they are met; each is described once, under `components`. */
type Components = Record<string, Json>

/** A schema as JSON Schema 2020-12, without checks that only code can express. Named shapes go to the components. */
function toSchema(schema: z.core.$ZodType, io: 'input' | 'output', components: Components): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: shapeNames,
    override({ zodSchema, jsonSchema }) {
      // The contract's custom checks all want an object.
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'object'
      delete jsonSchema.id
    },
  })
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = JSON.parse(JSON.stringify(made).replaceAll('#/$defs/', REF)) as Json
  Object.assign(components, $defs)
  const name = shapeNames.get(schema as z.ZodMiniType)?.id
  if (name === undefined) return rest
  components[name] = rest
  return { $ref: `${REF}${name}` }
}

const refusal = z.strictObject({
  status: z.int(),
  message: z.string(),
  code: z.string(),
  success: z.literal(false),
  errors: z.optional(z.array(z.strictObject({ path: z.string(), message: z.string() }))),
})

const NOTES: Readonly<Partial<Record<OperationName, string>>> = {
  dispatchCall: [
    'These test numbers always do the same:',
    ...TEST_NUMBERS.map(({ phoneNumber, name, happens }) => `- ${phoneNumber} (${name}): ${happens}`),
  ].join('\n'),
  streamMessages: [
    'Each event has the number of a message as its `id` and the message as its `data`. A comment shows every 15 s that the stream lives.',
    'Who reconnects with `Last-Event-ID` gets what came after it. `event: closed` ends the stream of a thread that was closed.',
  ].join('\n'),
  tryVersion: [
    'Without messages the agent opens. The fields of `version` stand in for those that are stored.',
    'Events by type: `text` (a piece of the answer), `passage` (what it rests on), `toolCall` and `toolResult`, `rule` (the line of the prompt that decided), and `end`, the last. A comment shows every 15 s that the stream lives.',
  ].join('\n'),
  renewChatToken:
    'A token can be renewed until 24 hours after its end, from the origin that it was made for.',
  sendMessage:
    'The reply of the agent is a message that comes later: list the messages, or follow the thread.',
}

/** What an operation is about, by the start of its path; the first that fits. */
const TAGS = [
  [
    'Knowledge base',
    /^\/(?:api\/v1\/knowledge-base|generate-presigned-url|blobs)/,
    'Files, collections and search.',
  ],
  ['Calls', /^\/api\/v1\/agent(?:-calls|\/)/, 'Dispatching calls, and their records.'],
  ['Agents', /^\/api\/v1\/agents/, 'Agents and their versions.'],
  ['Threads', /^\/api\/v1\/(?:threads|email|chat)/, 'SMS, e-mail and web chat, with their messages.'],
  ['Tools', /^\/api\/v1\/tools/, 'Live API calls that agents make.'],
  ['Testing lab', /^\/api\/v1\/testing-lab/, 'Scenarios and runs.'],
  ['Organization', /^\/api\/v1\/organization/, 'Name and settings.'],
] as const

const SECURITY = {
  apiKey: [{ apiKey: [] }],
  bearer: [{ accessToken: [] }],
  origin: [{ origin: [] }],
  none: [],
} as const

const jsonContent = (schema: Json) => ({ 'application/json': { schema } })

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(path: string, query: z.core.$ZodType, components: Components): Json[] {
  const { properties = {}, required = [] } = toSchema(query, 'input', components) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const shared = parameterRefs(path)
  return Object.entries(properties).map(
    ([name, schema]) => shared[name] ?? { name, in: 'query', required: required.includes(name), schema },
  )
}

interface Answer {
  readonly status: number
  readonly body: z.core.$ZodType
}

function describe(operation: CheckedOperation, { status, body }: Answer, components: Components): Json {
  const { name, path, summary, auth, source, request, isStream, isForVisitors } = operation
  // Other streams end with what they answer, and cannot be resumed.
  const isFollowed = isStream && operation.method === 'GET'
  const query = operation.query ? queryParameters(path, operation.query, components) : []
  const parameters = [
    ...pathParameters(path),
    ...query,
    ...(isFollowed ? [parameterRefs(path)['Last-Event-ID'] ?? {}] : []),
  ]
  const note = NOTES[name as OperationName]
  const answered = toSchema(body, 'output', components)
  return {
    operationId: name,
    summary,
    ...(note ? { description: note } : {}),
    tags: [TAGS.find(([, start]) => start.test(path))?.[0]],
    ...(source === 'extension' ? { 'x-extension': true } : {}),
    security: [...SECURITY[auth], ...(isForVisitors ? [{ chatToken: [], origin: [] }] : [])],
    ...(parameters.length ? { parameters } : {}),
    ...(request
      ? { requestBody: { required: true, content: jsonContent(toSchema(request, 'input', components)) } }
      : {}),
    responses: {
      [status]: {
        description: 'Done.',
        content: isStream ? { 'text/event-stream': { schema: answered } } : jsonContent(answered),
      },
      ...(isFollowed ? { 204: { description: 'The thread is closed, and nothing is left to tell.' } } : {}),
      ...refusalResponses(auth, OWN_STATUSES[name]),
    },
  }
}

const BLOB = '/blobs/{fileId}'

/** Upload and view addresses come from the service, signed; this is their form (§4). */
function describeBlobs(components: Components): Json {
  const binary = { schema: { type: 'string', format: 'binary' } }
  const text = (name: string) => ({ name, in: 'query', required: true, schema: { type: 'string' } })
  const parameters = [...pathParameters(BLOB), text('expires'), text('signature')]
  const bare = { ...uploadContent, path: BLOB, request: undefined, query: undefined }
  const stored = { status: 200, body: z.strictObject({ fileId: z.string(), size: z.number() }) }
  const put = describe(bare, stored, components)
  const view = { ...bare, name: 'viewContent', summary: 'Reads a stored file at its view address.' }
  const get = describe(view, stored, components)
  const answers = {
    200: { description: 'The file.', content: { 'application/pdf': binary, 'text/plain': binary } },
  }
  return {
    put: {
      ...put,
      parameters,
      requestBody: { required: true, content: { 'application/pdf': binary, 'text/markdown': binary } },
    },
    get: { ...get, parameters, responses: { ...(get.responses as Json), ...answers } },
  }
}

/** The service's OpenAPI 3.1 document, from the same table as its routes. */
export function createOpenApi(): Json {
  const components: Components = {}
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(checkedOperations)) {
    const described = describe(operation, handlers[name as OperationName], components)
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described }
  }
  paths[BLOB] = describeBlobs(components)
  components.Refusal = toSchema(refusal, 'output', components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Conversational agent service',
      version: '1.0.0',
      description:
        'The local service: agents, calls, threads, knowledge base, tools and testing lab. `x-extension` marks operations that the interface document does not have.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    tags: TAGS.map(([name, , description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        accessToken: { type: 'http', scheme: 'bearer' },
        chatToken: { type: 'http', scheme: 'bearer', description: 'The token of a web chat.' },
        origin: { type: 'apiKey', in: 'header', name: 'Origin', description: 'A domain on the allowlist.' },
      },
      ...responseComponents,
      schemas: Object.fromEntries(
        Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    },
  }
}
