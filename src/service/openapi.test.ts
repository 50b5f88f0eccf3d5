import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type OperationName, operations } from '../contract/operations'
import { versionContent } from '../contract/requests/agents'
import { TEST_NUMBERS } from '../contract/test-numbers'
import { handlers } from './handlers/handlers'
import { createOpenApi } from './openapi'

const document = JSON.parse(JSON.stringify(createOpenApi()))

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const

/** Keywords of JSON Schema that we use, each of the right kind; anything else is a mistake. */
const schema: z.ZodMiniType = z.lazy(() =>
  z.strictObject({
    $ref: z.optional(z.literal('#/components/schemas/Refusal')),
    type: z.optional(z.union([z.enum(TYPES), z.array(z.enum(TYPES))])),
    description: z.optional(z.string()),
    const: z.optional(z.unknown()),
    default: z.optional(z.unknown()),
    enum: z.optional(z.array(z.unknown()).check(z.minLength(1))),
    format: z.optional(z.string()),
    pattern: z.optional(z.string().check(z.refine((value) => Boolean(new RegExp(value, 'u'))))),
    minLength: z.optional(z.int()),
    maxLength: z.optional(z.int()),
    minimum: z.optional(z.number()),
    maximum: z.optional(z.number()),
    minItems: z.optional(z.int()),
    maxItems: z.optional(z.int()),
    items: z.optional(schema),
    properties: z.optional(z.record(z.string(), schema)),
    propertyNames: z.optional(schema),
    additionalProperties: z.optional(z.union([z.boolean(), schema])),
    required: z.optional(z.array(z.string())),
    anyOf: z.optional(z.array(schema).check(z.minLength(1))),
  }),
)

const content = z.record(z.string(), z.strictObject({ schema }))

const operation = z.strictObject({
  operationId: z.string(),
  summary: z.string().check(z.regex(/\.$/)),
  description: z.optional(z.string()),
  security: z
    .array(z.partialRecord(z.enum(['apiKey', 'accessToken', 'origin']), z.array(z.never())))
    .check(z.maxLength(1)),
  parameters: z.optional(
    z.array(
      z.strictObject({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema }),
    ),
  ),
  requestBody: z.optional(z.strictObject({ required: z.literal(true), content })),
  responses: z.record(
    z.string().check(z.regex(/^[2-5]\d\d$/)),
    z.strictObject({ description: z.string(), content }),
  ),
})

const openApi = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  jsonSchemaDialect: z.url(),
  paths: z.record(
    z.string().check(z.regex(/^\//)),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), z.unknown()),
  ),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.object({ type: z.enum(['apiKey', 'http']) })),
    schemas: z.record(z.string(), schema),
  }),
})

const described = Object.entries(
  document.paths as Record<string, Record<string, z.infer<typeof operation>>>,
).flatMap(([path, methods]) => Object.entries(methods).map(([method, value]) => ({ path, method, value })))

describe('the OpenAPI document', () => {
  test('has the structure of OpenAPI 3.1', () => {
    expect(openApi.safeParse(document).error).toBeUndefined()
  })

  test.each(described)('describes $method $path rightly', ({ path, value }) => {
    expect(operation.safeParse(value).error).toBeUndefined()
    const inPath = (value.parameters ?? []).filter((each) => each.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
  })

  test('has every operation, once, with the status it answers, and the upload', () => {
    const ids = described.map(({ value }) => value.operationId)
    expect(ids.sort()).toEqual([...Object.keys(operations), 'uploadContent'].sort())
    for (const name of Object.keys(operations) as OperationName[]) {
      const { path, method } = operations[name]
      const responses = document.paths[path][method.toLowerCase()].responses
      expect(Object.keys(responses)).toContain(String(handlers[name].status))
    }
  })

  test('refers only to schemas and schemes that are there', () => {
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
      expect(document.components.schemas).toHaveProperty(name ?? '')
    for (const { value } of described)
      for (const name of value.security.flatMap(Object.keys))
        expect(document.components.securitySchemes).toHaveProperty(name)
  })

  test('tells what each test number does, and that a call may have been placed (D135)', () => {
    const { description, responses } = document.paths['/api/v1/agent/{agentId}/dispatch'].post
    for (const { phoneNumber, happens } of TEST_NUMBERS) {
      expect(description).toContain(phoneNumber)
      expect(description).toContain(happens)
    }
    expect(responses['504'].description).toContain('may have been placed')
    expect(document.paths['/api/v1/agents'].post.responses).not.toHaveProperty('504')
  })

  test('shows every field of a request (§2)', () => {
    const body = document.paths['/api/v1/agent/{agentId}/dispatch'].post.requestBody
    const { properties, required } = body.content['application/json'].schema
    expect(Object.keys(properties)).toEqual([
      'versionId',
      'outboundPhoneNumberId',
      'leadId',
      'firstName',
      'toPhoneNumber',
      'variables',
      'metadata',
      // Beyond the document (D241).
      'mode',
      'customer',
      'forwardingNumber',
      'zipcode',
      'roomName',
    ])
    expect(required).toEqual(['versionId', 'toPhoneNumber'])
    expect(properties.metadata.type).toEqual(['object', 'string'])
  })

  test('says that no further field is taken (D239)', () => {
    for (const { value } of described)
      for (const [type, { schema }] of Object.entries(value.requestBody?.content ?? {}))
        if (type === 'application/json')
          expect(schema, value.operationId).toMatchObject({ additionalProperties: false })
  })

  test('shows the settings of a version in what is sent and in what is answered (D240)', () => {
    const { requestBody, responses } = document.paths['/api/v1/agents/{agentId}'].post
    const sent = requestBody.content['application/json'].schema
    const told = responses['201'].content['application/json'].schema.properties.version
    for (const name of Object.keys(versionContent.shape)) {
      expect(sent.properties).toHaveProperty(name)
      expect(sent.required.includes(name)).toBe(/^prompt$|ConfigId$|^voiceId$/.test(name))
      expect(told.required).toContain(name)
    }
  })
})
