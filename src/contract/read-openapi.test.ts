import { expect, it } from 'vitest'
import { readOpenApi } from './read-openapi'

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop' },
  servers: [{ url: 'https://{region}.shop.example/v1/', variables: { region: { default: 'eu' } } }],
  security: [{ bearer: [] }],
  paths: {
    '/orders/{order-id}': {
      parameters: [{ $ref: '#/components/parameters/Order' }],
      get: { operationId: 'getOrder', summary: 'Find an order', security: [] },
      patch: {
        summary: 'Change an order',
        description: 'Changes it.',
        parameters: [
          { name: 'notify', in: 'query', required: true, schema: { type: 'boolean' } },
          { name: 'dry', in: 'query', schema: { type: 'boolean' } },
          { name: 'X-Shop', in: 'header', required: true, schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Change' } } } },
      },
    },
  },
  components: {
    parameters: { Order: { name: 'order-id', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: {
      Change: {
        type: 'object',
        required: ['note', 'ship'],
        properties: {
          id: { type: 'string', readOnly: true },
          note: { type: 'string', description: 'What to write' },
          ship: { allOf: [{ $ref: '#/components/schemas/Address' }] },
          parent: { $ref: '#/components/schemas/Change' },
        },
      },
      Address: {
        properties: { city: { type: 'string' }, floors: { type: 'array', items: { type: 'integer' } } },
      },
    },
  },
}

it('lists the operations, and makes a tool of one', () => {
  const { title, operations } = readOpenApi(JSON.stringify(document))
  expect(title).toBe('Shop')
  expect(operations.map(({ key, summary }) => [key, summary])).toEqual([
    ['GET /orders/{order-id}', 'Find an order'],
    ['PATCH /orders/{order-id}', 'Change an order'],
  ])
  expect(operations[0]?.draft()).toEqual({
    name: 'Find an order',
    slug: 'get-order',
    description: 'Find an order',
    method: 'GET',
    url: 'https://eu.shop.example/v1/orders/{{order-id}}',
    headers: [],
    body: undefined,
    variables: [{ name: 'order-id', type: 'str', description: '', required: true }],
    notes: [],
  })
  const change = operations[1]?.draft()
  expect(change).toMatchObject({
    url: 'https://eu.shop.example/v1/orders/{{order-id}}?notify={{notify}}',
    headers: [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Shop', value: '{{X-Shop}}' },
    ],
    body: { note: '{{note}}', ship: { city: '{{ship_city}}', floors: ['{{ship_floors}}'] } },
  })
  expect(change?.variables).toContainEqual({
    name: 'note',
    type: 'str',
    description: 'What to write',
    required: true,
  })
  expect(change?.notes).toHaveLength(2)
})

const toolOf = (path: string, operation: object, schemas: object = {}) =>
  readOpenApi(
    JSON.stringify({ openapi: '3.1.0', paths: { [path]: { put: operation } }, components: { schemas } }),
  ).operations[0]?.draft()

const sends = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })

it('keeps a variable of the path required, though the body has one of that name that is not', () => {
  const tool = toolOf('/orders/{id}', {
    parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
    ...sends({ properties: { id: { type: 'string' } } }),
  })
  expect(tool?.variables).toMatchObject([{ name: 'id', required: true }])
})

it('leaves out what holds itself, however many fields do', () => {
  const itself = { $ref: '#/components/schemas/Node' }
  const links = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`link${at}`, itself]))
  const Node = { properties: { name: { type: 'string' }, ...links, all: { type: 'array', items: itself } } }
  const tool = toolOf('/nodes', sends(itself), { Node })
  expect(tool?.body).toEqual({ name: '{{name}}', all: [] })
})

it('takes a reference that is no address for one that leads nowhere', () => {
  const tool = toolOf(
    '/orders',
    sends({ properties: { a: { $ref: '#/components/schemas/100%' }, b: { type: 'string' } } }),
  )
  expect(tool?.body).toEqual({ a: '{{a}}', b: '{{b}}' })
})

it('cuts texts between characters', () => {
  const summary = `${'a'.repeat(199)}😀`
  expect(toolOf('/orders', { summary })?.name?.isWellFormed()).toBe(true)
})

it('reads Swagger 2.0', () => {
  const swagger = {
    swagger: '2.0',
    host: 'api.example',
    basePath: '/v2',
    paths: {
      '/pets': {
        post: {
          operationId: 'addPet',
          parameters: [{ name: 'pet', in: 'body', schema: { properties: { name: { type: 'string' } } } }],
        },
      },
    },
  }
  expect(readOpenApi(JSON.stringify(swagger)).operations[0]?.draft()).toMatchObject({
    url: 'https://api.example/v2/pets',
    body: { name: '{{name}}' },
  })
})

it.each([
  ['openapi: 3.0.0\npaths: {}', /YAML/],
  ['{"openapi": "3', /cut off/],
  ['{}', /no OpenAPI document/],
  ['{"openapi": "3.0.0", "paths": {}}', /no operation/],
])('refuses %s', (text, reason) => {
  expect(() => readOpenApi(text)).toThrow(reason)
})

it('leaves out what is too much of schemas that all refer to each other, and says so', () => {
  const names = Array.from({ length: 9 }, (_, at) => `Part${at}`)
  const properties = {
    title: { type: 'string' },
    ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }])),
  }
  const schema = { $ref: '#/components/schemas/Part0' }
  const [operation] = readOpenApi(
    JSON.stringify({
      openapi: '3.1.0',
      paths: { '/parts': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
      components: { schemas: Object.fromEntries(names.map((name) => [name, { properties }])) },
    }),
  ).operations
  const { variables, notes } = operation?.draft() ?? { variables: [], notes: [] }
  expect(variables[0]?.name).toBe('title')
  expect(variables.length).toBeLessThan(1_000)
  expect(notes).toContain('The body has too many parts; some of them were left out.')
})
