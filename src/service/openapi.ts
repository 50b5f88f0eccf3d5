import * as z from 'zod/mini'
import { type CheckedOperation, checkedOperations } from '../contract/checked-operations'
import { uploadContent } from '../contract/files'
import type { OperationName } from '../contract/operations'
import { TEST_NUMBERS } from '../contract/test-numbers'
import { handlers } from './handlers/handlers'

type Json = Record<string, unknown>

/** A schema as JSON Schema 2020-12, for OpenAPI 3.1. Checks that only code can express are left out. */
function toSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // The contract's custom checks all want an object.
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'object'
    },
  })
  return rest
}

const refusal = z.strictObject({
  status: z.int(),
  message: z.string(),
  code: z.string(),
  success: z.literal(false),
  errors: z.optional(z.array(z.strictObject({ path: z.string(), message: z.string() }))),
})

const ERROR_STATUSES = {
  400: 'The request is wrong; `errors` names the fields.',
  401: 'The credential is missing or wrong.',
  403: 'Not permitted.',
  404: 'Not found.',
  409: 'The current state does not allow it.',
  413: 'The body is too large.',
  415: 'The content type is not accepted.',
  429: 'Too many requests.',
} as const

const NOTES: Readonly<Partial<Record<OperationName, string>>> = {
  dispatchCall: [
    'These test numbers always do the same:',
    ...TEST_NUMBERS.map(({ phoneNumber, name, happens }) => `- ${phoneNumber} (${name}): ${happens}`),
  ].join('\n'),
}

/** Statuses that only one operation answers. */
const OWN_STATUSES: Readonly<Partial<Record<OperationName, Record<string, string>>>> = {
  dispatchCall: { 504: 'The call was not confirmed in time; it may have been placed.' },
  searchPassages: { 422: 'The search took too long and was stopped.' },
}

const SECURITY = {
  apiKey: [{ apiKey: [] }],
  bearer: [{ accessToken: [] }],
  origin: [{ origin: [] }],
  none: [],
} as const

const jsonContent = (schema: Json) => ({ 'application/json': { schema } })

const refusals = (name: string) =>
  Object.fromEntries(
    Object.entries({ ...ERROR_STATUSES, ...OWN_STATUSES[name as OperationName] }).map(
      ([status, description]) => [
        status,
        { description, content: jsonContent({ $ref: '#/components/schemas/Refusal' }) },
      ],
    ),
  )

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: z.core.$ZodType): Json[] {
  const { properties = {}, required = [] } = toSchema(query, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function describe(operation: CheckedOperation, answer: { status: number; body: z.core.$ZodType }): Json {
  const query = operation.query ? queryParameters(operation.query) : []
  const parameters = [...pathParameters(operation.path), ...query]
  const note = NOTES[operation.name as OperationName]
  return {
    operationId: operation.name,
    summary: operation.summary,
    ...(note ? { description: note } : {}),
    security: SECURITY[operation.auth],
    ...(parameters.length ? { parameters } : {}),
    ...(operation.request
      ? { requestBody: { required: true, content: jsonContent(toSchema(operation.request, 'input')) } }
      : {}),
    responses: {
      [answer.status]: { description: 'Done.', content: jsonContent(toSchema(answer.body, 'output')) },
      ...refusals(operation.name),
    },
  }
}

/** The upload address comes from the service; this is its form (§4). */
function describeUpload(): Json {
  const binary = { schema: { type: 'string', format: 'binary' } }
  const text = (name: string) => ({ name, in: 'query', required: true, schema: { type: 'string' } })
  const described = describe(
    { ...uploadContent, path: '/blobs/{fileId}', request: undefined, query: undefined },
    { status: 200, body: z.strictObject({ fileId: z.string(), size: z.number() }) },
  )
  return {
    ...described,
    parameters: [...pathParameters('/blobs/{fileId}'), text('expires'), text('signature')],
    requestBody: { required: true, content: { 'application/pdf': binary, 'text/markdown': binary } },
  }
}

/** The service's OpenAPI 3.1 document, from the same table as its routes. */
export function createOpenApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(checkedOperations)) {
    const described = describe(operation, handlers[name as OperationName])
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described }
  }
  paths['/blobs/{fileId}'] = { put: describeUpload() }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Conversational agent service',
      version: '1.0.0',
      description: 'The local service: agents, calls, threads, knowledge base, tools and testing lab.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        accessToken: { type: 'http', scheme: 'bearer' },
        origin: { type: 'apiKey', in: 'header', name: 'Origin', description: 'A domain on the allowlist.' },
      },
      schemas: {
        Refusal: toSchema(refusal, 'output'),
      },
    },
  }
}
