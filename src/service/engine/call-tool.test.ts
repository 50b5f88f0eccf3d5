import type { ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lookupPublic } from '../../net/public-address'
import type { ToolStructure } from '../store/schema'
import { createToolCaller } from './call-tool'
import type { EngineTool, ToolValues } from './engine'
import { startToolServer } from './tool-server.fixture'
import { toolTexts } from './values'

let server: Awaited<ReturnType<typeof startToolServer>>
beforeAll(async () => {
  server = await startToolServer()
})
afterAll(() => server.close())
beforeEach(() => server.behave(answerJson('{"status":"shipped"}')))

const answerJson =
  (body: string, status = 200) =>
  (_: unknown, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)

const never = new AbortController().signal
const SECRET = 'sk-very-secret-4711'

const toolOf = (structure: Partial<ToolStructure>): EngineTool => ({
  slug: 'find-order',
  name: 'Find order',
  description: '',
  speech: '',
  structure: {
    url: `${server.origin}/orders`,
    method: 'GET',
    headers: {},
    body: {},
    timeout: 5,
    variables: [],
    ...structure,
  },
})

const valuesOf = (stated: ToolValues['stated'] = {}, own: ToolValues['own'] = {}): ToolValues => ({
  own,
  stated,
})

async function callTool(structure: Partial<ToolStructure>, values = valuesOf(), lookup?: LookupFunction) {
  const before = server.called.length
  const call = createToolCaller(lookup ? { lookup } : { allowedHosts: [server.host] })(
    toolOf(structure),
    values,
  )
  const result = await call.send(never)
  return { request: call.request, result, called: server.called.slice(before) }
}

describe('variables are filled in', () => {
  test('in address, header values and body, encoded and with their types', async () => {
    const { called, result } = await callTool(
      {
        url: `${server.origin}/orders/{{number}}?name={{ name }}`,
        method: 'POST',
        headers: {
          'X-Trace': 'of {{number}}',
          Host: 'evil.example',
          'Content-Type': 'application/vnd.x+json',
        },
        body: {
          number: '{{number}}',
          count: '{{count}}',
          gone: '{{gone}}',
          text: 'For {{name}}',
          deep: ['{{name}}'],
        },
        variables: [
          { name: 'number', type: 'str', description: '', required: true },
          { name: 'count', type: 'int', description: '', required: false },
        ],
      },
      valuesOf({ number: '../47 11', name: 'Ada & "Co"', count: '3' }),
    )
    expect(called).toMatchObject([
      {
        method: 'POST',
        url: '/orders/..%2F47%2011?name=Ada%20%26%20%22Co%22',
        headers: { 'x-trace': 'of ../47 11', host: server.host, 'content-type': 'application/vnd.x+json' },
      },
    ])
    expect(JSON.parse(called[0]?.body ?? '')).toEqual({
      number: '../47 11',
      count: 3,
      text: 'For Ada & "Co"',
      deep: ['Ada & "Co"'],
    })
    expect(result).toEqual({ status: 200, answer: '{"status":"shipped"}', tookMs: expect.any(Number) })
  })

  test('and where that is impossible nothing is sent', async () => {
    const required = [{ name: 'number', type: 'str', description: '', required: true }]
    const url = `${server.origin}/orders/{{number}}`
    for (const [structure, told, error] of [
      [{ url, variables: required }, {}, 'The value of number is missing.'],
      [{ url }, { number: '..' }, 'The value of number cannot stand in an address.'],
      [{ headers: { 'X-A': '{{number}}' } }, { number: 'a\r\nX-B: c' }, /header X-A has characters/],
      [{ url: '{{number}}' }, { number: server.origin }, /address of the tool is none/],
    ] as const) {
      const { called, result } = await callTool({ ...structure } as Partial<ToolStructure>, valuesOf(told))
      expect(called).toEqual([])
      expect(result.error).toMatch(error)
    }
  })

  test('the host is of the version alone, so that nobody else says where secrets go', async () => {
    const structure = { url: '{{base}}/orders', headers: { Authorization: SECRET } }
    const values = valuesOf({ base: 'http://evil.example' }, { base: server.origin })
    expect((await callTool(structure, values)).called).toMatchObject([{ url: '/orders' }])
    // However the address is put together.
    const { protocol, host } = new URL(server.origin)
    for (const url of [
      '{{scheme}}://{{host}}/orders',
      'http:///{{host}}/orders',
      '{{scheme}}:{{host}}/orders',
    ]) {
      const own = { scheme: protocol.slice(0, -1), host }
      const stated = valuesOf({ host: 'evil.example' }, own)
      expect((await callTool({ ...structure, url }, stated)).called, url).toMatchObject([{ url: '/orders' }])
    }
  })
})

test('what is shown holds no secret, nor does an answer that repeats it', async () => {
  server.behave(({ headers, body }, response) => {
    answerJson(JSON.stringify({ headers, body }))(undefined, response)
  })
  const { request, result, called } = await callTool({
    url: `${server.origin}/orders?api_key=${SECRET}-q&a=1`,
    method: 'POST',
    headers: [
      { key: 'Authorization', value: `Bearer ${SECRET}-h` },
      { key: 'X-Whatever', value: `${SECRET}-w`, secure: true },
      { key: 'Accept', value: 'application/json' },
    ],
    body: { password: `${SECRET}-b`, a: 1 },
  })
  expect(called[0]?.headers.authorization).toBe(`Bearer ${SECRET}-h`)
  expect(called[0]?.body).toContain(`${SECRET}-b`)
  expect(JSON.stringify([request, result])).not.toContain('very-secret')
  expect(request).toEqual({
    method: 'POST',
    url: `${server.origin}/orders?api_key=•••&a=1`,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: '•••',
      'X-Whatever': '•••',
    },
    body: '{"password":"•••","a":1}',
  })
})

test('what is shown of a call that cannot be made, and answers that encode a secret, hold none', async () => {
  const needs = [{ name: 'id', type: 'str', description: '', required: true }]
  const cannot = await callTool({
    url: `${server.origin}/o?api_key=${SECRET}&id={{id}}`,
    headers: { Authorization: SECRET },
    variables: needs,
  })
  expect(cannot.request.url).toBe(`${server.origin}/o?api_key=•••&id={{id}}`)
  server.behave(({ url, headers }, response) =>
    answerJson(JSON.stringify({ url, headers }))(undefined, response),
  )
  const { protocol, host } = new URL(server.origin)
  const { result, called } = await callTool({ url: `${protocol}//user:pa55word@${host}/o?key=a%2Bbcd%3D` })
  expect(called[0]?.headers.authorization).toBe(`Basic ${btoa('user:pa55word')}`)
  expect(result.answer).not.toContain(btoa('user:pa55word'))
  expect(result.answer).not.toContain('a%2Bbcd%3D')
})

describe('a tool that', () => {
  test.each([
    ['hangs', () => {}, /no whole answer within 1 second\./],
    [
      'answers in drops',
      (_: unknown, response: ServerResponse) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(timer))
      },
      /no whole answer within 1 second\./,
    ],
    [
      'redirects inside',
      (_: unknown, response: ServerResponse) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      /elsewhere \(302\)/,
    ],
    [
      'announces 50 MB',
      (_: unknown, response: ServerResponse) =>
        response.writeHead(200, { 'content-length': String(50 * 2 ** 20) }).write('x'),
      /larger than 1024 KiB/,
    ],
    [
      'sends 50 MB',
      (_: unknown, response: ServerResponse) => {
        const send = () => {
          while (!response.destroyed && response.write(Buffer.alloc(2 ** 16)));
        }
        response.on('drain', send)
        send()
      },
      /larger than 1024 KiB/,
    ],
    ['refuses', answerJson('{"why":"no"}', 403), /refused the call \(403\)/],
    ['fails', answerJson('{"why":"no"}', 500), /^The tool failed \(500\)\.$/],
    [
      'wants another protocol',
      (_: unknown, { socket }: ServerResponse) =>
        socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
      /broke/,
    ],
    ['hangs up', (_: unknown, response: ServerResponse) => response.destroy(), /broke/],
  ] as const)('%s is given up with a sentence, and asked once', async (_, behaviour, reason) => {
    server.behave(behaviour)
    const { result, called } = await callTool({ timeout: 1 })
    expect(result.error).toMatch(reason)
    expect(result.tookMs).toBeLessThan(5_000)
    expect(called).toHaveLength(1)
  })

  test('answers with something that is no text is not read out', async () => {
    server.behave((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(9)),
    )
    expect((await callTool({})).result).toMatchObject({ status: 200, answer: '(9 bytes that are no text)' })
  })

  test('is called off with the conversation', async () => {
    const stop = new AbortController()
    server.behave(() => stop.abort(new Error('left')))
    const call = createToolCaller({ allowedHosts: [server.host] })(toolOf({}), valuesOf())
    await expect(call.send(stop.signal)).rejects.toThrow('left')
  })
})

describe('addresses inside a network are not called (safety 13)', () => {
  const resolvesTo = (...addresses: string[]) =>
    lookupPublic(((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as never)

  test.each([
    ['http://127.0.0.1'],
    ['http://localhost'],
    ['http://2130706433'],
    ['http://0x7f.1'],
    ['http://169.254.169.254'],
    ['http://[::1]'],
    ['http://[::ffff:127.0.0.1]'],
    ['http://[::ffff:7f00:1]'],
    ['http://[fd00::1]'],
    ['http://0.0.0.0'],
  ])('%s', async (origin) => {
    const url = `${origin}:${server.host.split(':')[1]}/orders`
    const { result, called } = await callTool({ url }, valuesOf(), lookupPublic())
    expect(result.error).toMatch(/inside a private network/)
    expect(called).toEqual([])
  })

  test.each([
    ['a name with a private address', ['10.0.0.1']],
    ['a name with public and private addresses', ['93.184.216.34', '127.0.0.1']],
    ['a name with a mapped address', ['::ffff:10.0.0.1']],
  ])('%s', async (_, addresses) => {
    const { result } = await callTool({ url: 'http://tool.example/' }, valuesOf(), resolvesTo(...addresses))
    expect(result.error).toMatch(/inside a private network/)
  })

  test('a host that nobody knows is named', async () => {
    const lookup: LookupFunction = (name, _options, callback) =>
      callback(Object.assign(new Error(name), { code: 'ENOTFOUND' }), '')
    const { result } = await callTool({ url: 'https://api.example.com/orders' }, valuesOf(), lookup)
    expect(result).toMatchObject({ error: 'Host not found: api.example.com' })
  })

  test('and the connection goes to the address that was checked, whatever the name says next', async () => {
    const seen: string[] = []
    const lookup: LookupFunction = (name, options, callback) => {
      seen.push(name)
      const answer = { address: '127.0.0.1', family: 4 }
      if (options.all) callback(null, [answer])
      else callback(null, answer.address, answer.family)
    }
    const url = `http://tool.example:${server.host.split(':')[1]}/orders`
    const { called } = await callTool({ url }, valuesOf(), lookup)
    expect(seen).toEqual(['tool.example'])
    expect(called).toMatchObject([{ headers: { host: expect.stringContaining('tool.example') } }])
  })

  test('but a host that is allowed by name is', async () => {
    expect((await callTool({})).result.status).toBe(200)
    const other = createToolCaller({ allowedHosts: ['127.0.0.1:1'] })(toolOf({}), valuesOf())
    expect((await other.send(never)).error).toMatch(/inside a private network/)
  })
})

test('a password in an address that is no percent encoding is not sent, and fails in words', async () => {
  const url = server.origin.replace('://', '://u:50%off@')
  const { result, called } = await callTool({ url })
  expect([typeof result.error, called.length]).toEqual(['string', 0])
})

test('what the agent tells of an answer can be stored, whatever stands in it', () => {
  const { tell } = toolTexts(toolOf({}))
  for (const answer of ['{"status":"ok\\u0000"}', JSON.stringify({ a: `${'a'.repeat(296)}😀` })]) {
    const told = tell({ answer, tookMs: 0 })
    expect([told.includes('\u0000'), told.isWellFormed()]).toEqual([false, true])
  }
})
