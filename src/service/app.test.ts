import { describe, expect, test } from 'vitest'
import { type CheckedOperation, checkedOperations as operations } from '../contract/checked-operations'
import { BODY_BYTES_MAX } from '../contract/console-info'
import type { OperationName } from '../contract/operations'
import { addAgent, agentBody } from './journeys.fixture'
import { CREDENTIALS, PUBLIC_URL, testService } from './service.fixture'

const service = testService()
const { send } = service

const COLLECTION = '/api/v1/knowledge-base/collection'
const collection = (name: unknown) => ({ method: 'POST', body: { name, description: '' } })

/** An address of each operation. Its ids name nothing. */
const addressOf = (name: OperationName) => operations[name].path.replace(/\{\w+\}/g, 'nothing')
const names = Object.keys(operations) as OperationName[]

describe('credentials (§5)', () => {
  test.each(names)('%s refuses a request without its own', async (name) => {
    const { auth, method } = operations[name]
    const body = method === 'POST' ? {} : undefined
    for (const headers of [
      { 'x-api-key': '', authorization: '' },
      { 'x-api-key': `${CREDENTIALS.apiKey}x`, authorization: `Bearer ${CREDENTIALS.accessToken}x` },
      // Each in the other's place.
      { 'x-api-key': CREDENTIALS.accessToken, authorization: `Bearer ${CREDENTIALS.apiKey}` },
    ])
      expect((await send(addressOf(name), { method, body, headers })).status).toBe(
        auth === 'origin' ? 403 : 401,
      )
  })

  test('the key does not open what wants the token, nor the other way round', async () => {
    expect((await send('/api/v1/tools', { headers: { authorization: '' } })).status).toBe(401)
    expect((await send('/api/v1/tools', { headers: { 'x-api-key': '' } })).status).toBe(200)
  })
})

test('a visitor without a token is told of it, and not only of a key that no visitor has', async () => {
  const headers = { 'x-api-key': '', authorization: '' }
  const { json } = await send(addressOf('streamMessages'), { headers })
  expect(json).toMatchObject({
    status: 401,
    message: expect.stringMatching(/^The visitor's token is missing/),
  })
  const key = await send(addressOf('listCollections'), { headers })
  expect(key.json).toMatchObject({ message: expect.stringMatching(/^The API key is missing or wrong/) })
})

describe('addresses', () => {
  test('unknown ones are 404, other methods 405 with what there is', async () => {
    expect((await send('/api/v1/nothing')).json).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const refused = await send('/api/v1/tools', { method: 'DELETE' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST'])
    const file = await send('/api/v1/knowledge-base/file/x')
    expect([file.status, file.headers.get('allow')]).toEqual([405, 'DELETE'])
    expect((await send('/blobs/x', { method: 'POST' })).headers.get('allow')).toBe('GET, PUT')
  })

  test.each(['%2e%2e', '%00', 'a%2fb', '%ff', '%', 'a b', `${'x'.repeat(201)}`, "' or 1=1 --"])(
    'an id that cannot exist is 404: %s',
    async (id) => {
      const { status } = await send(`/api/v1/knowledge-base/file/${id}/view`, { method: 'POST' })
      expect(status).toBe(404)
    },
  )

  test('health and the OpenAPI document need no credential', async () => {
    const get = async (path: string) =>
      (await service.service().fetch(new Request(new URL(path, PUBLIC_URL)))).json()
    expect(await get('/healthz')).toEqual({ status: 'ok' })
    expect(await get('/readyz')).toEqual({ status: 'ok' })
    expect(await get('/openapi.json')).toMatchObject({ openapi: '3.1.0' })
  })
})

describe('bodies', () => {
  const raw = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    service.service().fetch(
      new Request(new URL(COLLECTION, PUBLIC_URL), {
        method: 'POST',
        headers: { 'x-api-key': CREDENTIALS.apiKey, ...headers },
        body,
        duplex: 'half',
      } as RequestInit),
    )

  test('only JSON is taken', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])
      expect((await raw('{}', { 'content-type': type })).status).toBe(415)
    expect((await raw(new Uint8Array([123, 125]), {})).status).toBe(415)
    const charset = { 'content-type': 'application/json; charset=utf-8' }
    expect((await raw('{"name": "n", "description": ""}', charset)).status).toBe(201)
  })

  test.each(['', '{', 'nonsense', '{"name": }', '\u0000'])('malformed JSON is 400: %j', async (body) => {
    expect((await raw(body)).status).toBe(400)
  })

  test('bytes that are no UTF-8 are 400', async () => {
    expect((await raw(new Uint8Array([123, 34, 0xff, 34, 58, 49, 125]))).status).toBe(400)
  })

  test('too large is 413, with and without a length announced', async () => {
    const large = `{"name": "${'x'.repeat(BODY_BYTES_MAX)}", "description": ""}`
    expect((await raw(large)).status).toBe(413)
    const json = { 'content-type': 'application/json' }
    expect((await raw(large, { ...json, 'content-length': String(large.length) })).status).toBe(413)
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(64 * 1024))),
    })
    expect((await raw(endless)).status).toBe(413)
  })

  test.each([
    ['a list', []],
    ['null', null],
    ['a number', 1],
    ['a name that is a list', { name: ['x'], description: '' }],
    ['a name with NUL', { name: 'a\u0000b', description: '' }],
    ['half a character', { name: 'a\ud800', description: '' }],
    ['deep nesting', `{"name": "x", "description": "", "more": ${'['.repeat(2e5)}${']'.repeat(2e5)}}`],
  ])('%s is refused with 400', async (_, body) => {
    expect((await send(COLLECTION, { method: 'POST', body })).status).toBe(400)
  })

  test('NUL and half characters deep in metadata are named, not a failure of the store', async () => {
    const { agentId, versionId } = await addAgent(service)
    const dispatch = (metadata: unknown) =>
      send(`/api/v1/agent/${agentId}/dispatch`, {
        method: 'POST',
        body: { versionId, outboundPhoneNumberId: 'number-main', toPhoneNumber: '+15551234567', metadata },
      })
    for (const text of ['\u0000', '\udfff']) {
      expect(await dispatch({ crm: [{ note: text }] })).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'metadata.crm.0.note' }] },
      })
      expect((await dispatch({ [text]: 1 })).status).toBe(400)
    }
    expect((await dispatch([1])).json).toMatchObject({ errors: [{ path: 'metadata' }] })
  })

  test('names that programs trip over are just names', async () => {
    for (const name of ['__proto__', 'constructor', "'; drop table files; --", '%s%n', '🙂 ñ \u202e', '$1'])
      expect((await send(COLLECTION, collection(name))).json).toMatchObject({ collection: { name } })
    const body = '{"name": "n", "description": "", "__proto__": {"polluted": true}}'
    expect(await send(COLLECTION, { method: 'POST', body })).toMatchObject({
      status: 400,
      json: { errors: [{ path: '__proto__' }] },
    })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('whatever is sent', () => {
  const odd = [
    null,
    '',
    'x',
    0,
    -1,
    1e308,
    2 ** 53,
    true,
    [],
    [null],
    {},
    { a: { b: [] } },
    '\u0000',
    '\ud800',
    'x'.repeat(20_000),
  ]
  const full: Record<string, unknown> = { ...agentBody(), agent_id: 1, num_scenarios: 1, scenarios: [1] }
  const bodies = [
    ...odd,
    ...Object.keys(full).flatMap((key) => odd.map((value) => ({ ...full, [key]: value }))),
  ]

  test.each(names)('%s never fails on it', async (name) => {
    const { method, request }: CheckedOperation = operations[name]
    for (const body of request ? bodies : [undefined]) {
      const headers = { origin: 'http://localhost' }
      const { status } = await send(addressOf(name), { method, body: JSON.stringify(body), headers })
      expect(status, JSON.stringify(body)?.slice(0, 200)).toBeLessThan(500)
    }
  })
})

test('what breaks inside is answered and logged without what people sent', async () => {
  service.log.length = 0
  await service.database().execute('alter table collections rename to collections_away')
  const { status, text } = await send(COLLECTION, collection('A very private name'))
  await service.database().execute('alter table collections_away rename to collections')
  expect(status).toBe(500)
  const failures = service.log.filter(({ event }) => event === 'error')
  expect(failures).toMatchObject([{ operation: 'createCollection', code: '42P01' }])
  expect(text + JSON.stringify(service.log)).not.toMatch(/private|insert into/i)
})
