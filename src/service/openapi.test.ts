import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pageQuery } from '../contract/formats'
import { type OperationName, operations } from '../contract/operations'
import { versionContent } from '../contract/requests/agents'
import { TEST_NUMBERS } from '../contract/test-numbers'
import { handlers } from './handlers/handlers'
import { createOpenApi } from './openapi'
import { PUBLIC_URL, testService } from './service.fixture'

const document = JSON.parse(JSON.stringify(createOpenApi()))

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const

/** Keywords of JSON Schema that we use, each of the right kind; anything else is a mistake. */
const schema: z.ZodMiniType = z.lazy(() =>
  z.strictObject({
    $ref: z.optional(z.string().check(z.regex(/^#\/components\/schemas\/\w+$/))),
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
const refTo = (kind: string) =>
  z.strictObject({ $ref: z.string().check(z.regex(new RegExp(`^#/components/${kind}/\\w+$`))) })
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.optional(z.string()),
  schema,
})
const response = z.strictObject({
  description: z.string(),
  content: z.optional(content),
  headers: z.optional(z.record(z.string(), z.strictObject({ description: z.string(), schema }))),
})

const operation = z.strictObject({
  operationId: z.string(),
  summary: z.string().check(z.regex(/\.$/)),
  description: z.optional(z.string()),
  security: z
    .array(z.partialRecord(z.enum(['apiKey', 'accessToken', 'origin', 'chatToken']), z.array(z.never())))
    .check(z.maxLength(2)),
  tags: z.array(z.string()).check(z.length(1)),
  'x-extension': z.optional(z.literal(true)),
  parameters: z.optional(z.array(z.union([parameter, refTo('parameters')]))),
  requestBody: z.optional(z.strictObject({ required: z.literal(true), content })),
  responses: z.record(z.string().check(z.regex(/^[2-5]\d\d$/)), z.union([response, refTo('responses')])),
})

const openApi = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  jsonSchemaDialect: z.url(),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string().check(z.regex(/^\//)),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), z.unknown()),
  ),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.object({ type: z.enum(['apiKey', 'http']) })),
    schemas: z.record(z.string(), schema),
    responses: z.record(z.string(), response),
    parameters: z.record(z.string(), parameter),
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
    const inPath = (value.parameters ?? [])
      .filter((each) => 'in' in each)
      .filter((each) => each.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
  })

  test('has every operation, once, with the status it answers, and the addresses of uploads and views', () => {
    const ids = described.map(({ value }) => value.operationId)
    expect(ids.sort()).toEqual([...Object.keys(operations), 'uploadContent', 'viewContent'].sort())
    for (const name of Object.keys(operations) as OperationName[]) {
      const { path, method } = operations[name]
      const responses = document.paths[path][method.toLowerCase()].responses
      expect(Object.keys(responses)).toContain(String(handlers[name].status))
    }
  })

  test('refers only to schemas and schemes that are there', () => {
    const text = JSON.stringify(document)
    for (const [, kind = '', name = ''] of text.matchAll(/#\/components\/(\w+)\/(\w+)/g))
      expect(document.components[kind]).toHaveProperty(name)
    expect(text).not.toContain('$defs')
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

  test('says of each list how many a page has, and the pattern that the contract checks (§8, D27)', () => {
    const { pattern } = z.toJSONSchema(pageQuery.shape.limit)
    for (const [path, usual, most] of [
      ['/api/v1/tools', '10', 100],
      ['/api/v1/agents', '10', 100],
      ['/api/v1/threads/{threadId}/messages', '50', 100],
      ['/api/v1/testing-lab/runs', '50', 200],
    ] as const) {
      const refs: { $ref: string }[] = document.paths[path].get.parameters.filter(
        (each: object) => '$ref' in each,
      )
      const limit = refs
        .map(({ $ref }) => document.components.parameters[$ref.split('/').at(-1) ?? ''])
        .find(({ name }) => name === 'limit')
      expect(limit.description).toContain(`more than ${most} counts as ${most}`)
      expect(limit.schema).toEqual({ type: 'string', pattern, default: usual })
    }
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
    const { $ref } = responses['201'].content['application/json'].schema.properties.version
    expect($ref).toBe('#/components/schemas/Version')
    const told = document.components.schemas.Version
    for (const name of Object.keys(versionContent.shape)) {
      expect(sent.properties).toHaveProperty(name)
      expect(sent.required.includes(name)).toBe(/^prompt$|ConfigId$|^voiceId$/.test(name))
      expect(told.required).toContain(name)
    }
  })

  test('describes each record once, under its name', () => {
    const { Thread, ...schemas } = document.components.schemas
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Agent', 'Call', 'Collection', 'KnowledgeFile', 'Message', 'Tool', 'Version']),
    )
    expect(Thread.anyOf).toEqual(
      ['SmsThread', 'EmailThread', 'ChatThread'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    )
    const { properties } =
      document.paths['/api/v1/agent-calls'].get.responses['200'].content['application/json'].schema
    expect(properties).toEqual({
      agentCalls: { type: 'array', items: { $ref: '#/components/schemas/Call' } },
      pagination: { $ref: '#/components/schemas/Pagination' },
    })
  })

  test('marks what the interface document does not have, and nothing else', () => {
    for (const [name, { path, method, source }] of Object.entries(operations)) {
      const marked = document.paths[path][method.toLowerCase()]['x-extension'] === true
      expect(marked, name).toBe(source === 'extension')
    }
  })

  test('gives every operation a tag that is there', () => {
    const tags = document.tags.map(({ name }: { name: string }) => name)
    for (const { value } of described) expect(tags, value.operationId).toContain(value.tags[0])
    expect(new Set(described.map(({ value }) => value.tags[0]))).toEqual(new Set(tags))
  })

  test('tells every status, and which say when to come back', () => {
    for (const { value } of described) {
      const statuses = Object.keys(value.responses)
      for (const status of [
        '400',
        '403',
        '404',
        '405',
        '409',
        '413',
        '415',
        '422',
        '429',
        '500',
        '503',
        '507',
      ])
        expect(statuses, value.operationId).toContain(status)
      const isOpen = value.security.length === 0 || 'origin' in (value.security[0] ?? {})
      expect(statuses.includes('401'), value.operationId).toBe(!isOpen)
    }
    const { responses } = document.components
    const waits = Object.keys(responses).filter((name) => responses[name].headers?.['Retry-After'])
    expect(waits).toEqual(['TooManyRequests', 'Unavailable', 'StorageFull'])
    expect(responses.MethodNotAllowed.headers).toHaveProperty('Allow')
  })

  test('says what the visitor of a web chat may do, and that a key does so, too (D330)', () => {
    const open = described.filter(({ value }) => value.security.length > 1)
    expect(open.map(({ value }) => value.operationId).sort()).toEqual([
      'listChatMessages',
      'sendMessage',
      'streamMessages',
    ])
    for (const { value } of open)
      expect(value.security).toEqual([{ apiKey: [] }, { chatToken: [], origin: [] }])
  })

  test('shows that events are a stream, and where a reader goes on', () => {
    const { responses, parameters } = document.paths['/api/v1/threads/{threadId}/stream'].get
    expect(responses['200'].content).toEqual({
      'text/event-stream': { schema: { $ref: '#/components/schemas/Message' } },
    })
    expect(responses).toHaveProperty('204')
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/lastEventId' })
  })
})

describe('the page that shows it', () => {
  const service = testService()
  const read = (path: string, method = 'GET') =>
    service.service().fetch(new Request(new URL(path, `${PUBLIC_URL}/openapi`), { method }))

  test('needs no key, loads what it needs from here, and runs nothing that stands in it', async () => {
    const page = await read('/openapi')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|http|\*/)
    const html = await page.text()
    expect(html).not.toMatch(/<script>|style=|https?:/)
    const linked = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
    expect(linked).toHaveLength(3)
    // The console may stand under a path.
    expect(linked.filter((path) => path.startsWith('/'))).toEqual([])
    for (const path of linked) {
      const file = await read(path)
      expect(file.status, path).toBe(200)
      expect(file.headers.get('content-type')).toMatch(/^text\/(?:css|javascript); charset=utf-8$/)
      expect((await file.text()).length, path).toBeGreaterThan(100)
    }
    expect(await (await read('/openapi/start.js')).text()).toContain('supportedSubmitMethods: []')
  })

  test('serves nothing else of the package, and takes no other method', async () => {
    for (const path of ['/openapi/package.json', '/openapi/swagger-ui.js', '/openapi/..%2fpackage.json'])
      expect((await read(path)).status, path).toBe(404)
    expect((await read('/openapi', 'POST')).status).toBe(405)
    expect(await (await read('/openapi.json')).json()).toEqual(document)
  })
})
