import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type CheckedOperation, checkedOperations as operations } from '../contract/checked-operations'
import { CONSOLE_ERROR_HEADER } from '../contract/errors'
import { gate } from '../net/gate.fixture'
import { listen } from '../net/test-server.fixture'
import {
  ACCESS_TOKEN,
  API_KEY,
  answerJson,
  openSocket,
  readAll,
  sendRaw,
  startPair,
  startTcpServer,
  startTestConsole,
  startUpstream,
} from './console.fixture'

const FILES = '/api/v1/knowledge-base/files'
const TOOLS = '/api/v1/tools'
const CHAT = '/api/v1/chat/threads'
const COLLECTION = '/api/v1/knowledge-base/collection'

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** The code of a refusal in the proxy's own name; `undefined` when the service spoke. */
async function refusalOf(answer: Response) {
  const code = answer.headers.get(CONSOLE_ERROR_HEADER)
  const body = await answer.json()
  if (code)
    expect(body).toEqual({
      status: answer.status,
      message: expect.any(String),
      code,
      success: false,
      ...(code === 'REQUEST_REFUSED' ? {} : { nextStep: expect.any(String) }),
    })
  return code ? { status: answer.status, code } : undefined
}

const codePoint = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

describe('what is forwarded', () => {
  it('sends every operation with its method, path and exactly its credential', async () => {
    const seen: Record<string, unknown> = {}
    const { origin } = await startPair((request, response) => {
      const { 'x-api-key': key, authorization, origin: from } = request.headers
      seen[`${request.method} ${request.url}`] = { key, authorization, from }
      answerJson(response, { fileId: 'f', uploadUrl: 'https://files.example.com/f' })
    })
    const expected = {
      apiKey: { key: API_KEY, authorization: undefined, from: undefined },
      bearer: { key: undefined, authorization: `Bearer ${ACCESS_TOKEN}`, from: undefined },
      origin: { key: undefined, authorization: undefined, from: origin },
      none: {},
    }
    const wanted: Record<string, unknown> = {}
    for (const { method, path, request, auth } of Object.values<CheckedOperation>(operations)) {
      const address = path.replace(/\{\w+\}/g, 'id-1')
      wanted[`${method} ${address}`] = expected[auth]
      const answer = await fetch(`${origin}${address}`, request ? { ...json({}), method } : { method })
      expect(answer.status).toBe(200)
      await answer.text()
    }
    expect(seen).toEqual(wanted)
  })

  it('keeps the base path of the service', async () => {
    const upstream = await startUpstream((request, response) => answerJson(response, { url: request.url }))
    const { origin } = await startTestConsole({ SERVICE_URL: `${upstream}/base/v2/` })
    expect(await (await fetch(`${origin}${TOOLS}?limit=5`)).json()).toEqual({
      url: `/base/v2${TOOLS}?limit=5`,
    })
  })

  it('passes nothing of the request on but method, path, named query and body', async () => {
    const { origin, upstream } = await startPair(async (request, response) => {
      const { rawHeaders, url } = request
      answerJson(response, { url, rawHeaders, body: await readAll(request) })
    })
    const answer = await fetch(`${origin}${COLLECTION}`, {
      ...json({ name: 'A', description: '' }),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-api-key': 'key of the page',
        authorization: 'Bearer of the page',
        cookie: 'a=b',
        accept: 'text/html',
        origin,
        referer: `${origin}/x`,
        'x-forwarded-for': '1.2.3.4',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=1.2.3.4',
        'x-http-method-override': 'DELETE',
        'x-anything': 'x',
      },
    })
    // The reply holds the key that went out, so it is withheld; what the service saw is asked of a console without that check.
    expect(await refusalOf(answer)).toEqual({ status: 502, code: 'SERVICE_REPLY_BROKEN' })
    const short = await startTestConsole({ SERVICE_URL: upstream, SERVICE_API_KEY: 'key-1' })
    const seen = await (
      await fetch(`${short.origin}${COLLECTION}`, {
        ...json({ name: 'A', description: '' }),
        headers: { 'content-type': 'application/json', 'x-api-key': 'key of the page', cookie: 'a=b' },
      })
    ).json()
    expect(seen).toEqual({
      url: COLLECTION,
      body: '{"name":"A","description":""}',
      rawHeaders: [
        ...['host', new URL(upstream).host],
        ...['connection', 'keep-alive'],
        ...['accept', 'application/json'],
        ...['accept-encoding', 'identity'],
        ...['user-agent', 'switchboard'],
        ...['content-type', 'application/json'],
        ...['x-api-key', 'key-1'],
        ...['content-length', '29'],
      ],
    })
  })

  it('an empty body goes out with the type of its operation, so that the service says what is missing', async () => {
    const { origin } = await startPair((request, response) =>
      answerJson(response, { type: request.headers['content-type'] ?? null }),
    )
    const typeOf = async (path: string, method: string) =>
      (await fetch(`${origin}${path}`, { method, headers: { 'content-type': 'application/json' } })).json()
    expect(await typeOf(COLLECTION, 'POST')).toEqual({ type: 'application/json' })
    expect(await typeOf('/api/v1/knowledge-base/file/f-1', 'DELETE')).toEqual({ type: null })
  })

  it('keeps the credential although Connection names it', async () => {
    const { origin } = await startPair((request, response) => {
      answerJson(response, { ok: request.headers['x-api-key'] === API_KEY, to: request.headers.connection })
    })
    const { host } = new URL(origin)
    const head = `GET ${FILES} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: mine\r\nConnection: close, x-api-key\r\n\r\n`
    expect(await sendRaw(origin, head)).toContain('{"ok":true,"to":"keep-alive"}')
  })

  it.each([
    [404, 'GET', '/api/v1/unknown'],
    [404, 'GET', '/api/v1/organization/'],
    [404, 'GET', '/api'],
    [404, 'GET', '/api/v1/TOOLS'],
    [404, 'GET', '/api/v1/agents/a/b/c'],
    [404, 'POST', '/console/anything'],
    [404, 'GET', '/blobs/file-1'],
    [405, 'POST', FILES],
    [405, 'HEAD', FILES],
    [405, 'GET', '/generate-presigned-url'],
    [400, 'DELETE', '/api/v1/knowledge-base/file/a%20b'],
    [400, 'DELETE', '/api/v1/knowledge-base/file/%252e%252e'],
    [400, 'DELETE', '/api/v1/knowledge-base/file/a%3Fb'],
    [400, 'DELETE', `/api/v1/knowledge-base/file/${'a'.repeat(201)}`],
    [400, 'GET', `${TOOLS}?limit=1&limit=2`],
    [400, 'GET', `${TOOLS}?apiKey=x`],
    [400, 'GET', `${FILES}?limit=1`],
  ])('%i for %s %s, which is not sent', async (status, method, path) => {
    let sent = false
    const { origin } = await startPair((_, response) => {
      sent = true
      answerJson(response, {})
    })
    const answer = await fetch(`${origin}${path}`, { method })
    expect(answer.status).toBe(status)
    expect(answer.headers.get(CONSOLE_ERROR_HEADER)).toBe('REQUEST_REFUSED')
    if (status === 405) expect(answer.headers.get('allow')).toBe(method === 'GET' ? 'POST' : 'GET')
    expect(sent).toBe(false)
  })

  it('encodes the query anew', async () => {
    const { origin } = await startPair((request, response) => answerJson(response, { url: request.url }))
    const answer = await fetch(`${origin}${TOOLS}?cursor=a%2Fb%26limit%3D9+c`)
    expect(await answer.json()).toEqual({ url: `${TOOLS}?cursor=a%2Fb%26limit%3D9+c` })
  })
})

describe('bodies', () => {
  const post = async (init: RequestInit & { duplex?: 'half' }, path = COLLECTION) => {
    let sent = false
    const { origin } = await startPair((_, response) => {
      sent = true
      answerJson(response, {})
    })
    const { status } = await fetch(`${origin}${path}`, { method: 'POST', ...init })
    return { status, sent }
  }
  const type = (value: string) => ({ 'content-type': value })
  const chunked = (bytes: number) => ({
    body: new ReadableStream({
      start(controller) {
        for (let left = bytes; left > 0; left -= 65_536)
          controller.enqueue(new Uint8Array(Math.min(left, 65_536)).fill(32))
        controller.close()
      },
    }),
    duplex: 'half' as const,
  })

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonp'],
    ['application/json; charset=utf-16'],
    ['text/plain; application/json'],
  ])('%s is refused with 415', async (value) => {
    expect(await post({ headers: type(value), body: '{}' })).toEqual({ status: 415, sent: false })
  })

  it('a body without a type, or an encoded one, is refused with 415', async () => {
    expect(await post({ body: new Uint8Array([123, 125]) })).toEqual({ status: 415, sent: false })
    const headers = { ...type('application/json'), 'content-encoding': 'gzip' }
    expect(await post({ headers, body: '{}' })).toEqual({ status: 415, sent: false })
  })

  it('one byte too many is refused with 413, also when chunked', async () => {
    const headers = type('application/json')
    const max = 1024 * 1024
    expect(await post({ headers, body: ' '.repeat(max) })).toEqual({ status: 200, sent: true })
    expect(await post({ headers, body: ' '.repeat(max + 1) })).toEqual({ status: 413, sent: false })
    expect(await post({ headers, ...chunked(max) })).toEqual({ status: 200, sent: true })
    expect(await post({ headers, ...chunked(max + 1) })).toEqual({ status: 413, sent: false })
  })

  it('one that announces too much is refused without waiting for it, and its connection ends', async () => {
    const { origin } = await startPair((_, response) => answerJson(response, {}))
    const head = `POST ${COLLECTION} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nContent-Type: application/json\r\n`
    expect(await sendRaw(origin, `${head}Content-Length: 1048577\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('where the contract has none, none is taken', async () => {
    const view = `${COLLECTION}/c-1/file/f-1`
    expect(await post({}, view)).toEqual({ status: 200, sent: true })
    expect(await post({ headers: type('application/json'), body: '{}' }, view)).toEqual({
      status: 400,
      sent: false,
    })
    expect(await post({ headers: type('text/plain'), body: '{}' }, view)).toEqual({
      status: 415,
      sent: false,
    })
  })
})

describe('replies', () => {
  it('relays JSON with headers of its own', async () => {
    const { origin } = await startPair((_, response) => {
      response.writeHead(422, {
        'content-type': 'application/problem+json',
        'set-cookie': 'a=b',
        'access-control-allow-origin': '*',
        'x-internal': 'host-7',
        location: 'https://elsewhere.example.com',
        'retry-after': '7',
      })
      response.end('{"message":"No"}')
    })
    const answer = await fetch(`${origin}${FILES}`)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({ message: 'No' })
    const {
      date,
      'x-request-id': id,
      connection,
      'keep-alive': alive,
      ...headers
    } = Object.fromEntries(answer.headers)
    expect(headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '16',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'retry-after': '7',
      'x-content-type-options': 'nosniff',
    })
  })

  it('passes an empty reply on', async () => {
    const { origin } = await startPair((request, response) => {
      if (request.method === 'DELETE') response.writeHead(204).end()
      else response.writeHead(201, { 'content-type': 'text/html' }).end()
    })
    const deleted = await fetch(`${origin}/api/v1/knowledge-base/file/f-1`, { method: 'DELETE' })
    expect([deleted.status, await deleted.text()]).toEqual([204, ''])
    const added = await fetch(`${origin}${COLLECTION}/c-1/file/f-1`, { method: 'POST' })
    expect([added.status, await added.text(), added.headers.get('content-type')]).toEqual([201, '', null])
  })

  it('relays a large one whole', async () => {
    const items = Array.from({ length: 60_000 }, (_, at) => ({ id: `file-${at}`, status: 'INGESTED' }))
    const { origin } = await startPair((_, response) => answerJson(response, { files: items }))
    expect(await (await fetch(`${origin}${FILES}`)).json()).toEqual({ files: items })
  })

  it.each([
    ['a redirect', 302, { location: 'https://evil.example/' }, '', 'SERVICE_REDIRECTED'],
    ['a permanent redirect', 308, { location: '/elsewhere' }, '', 'SERVICE_REDIRECTED'],
    ['HTML', 200, { 'content-type': 'text/html' }, '<script>secret-1</script>', 'SERVICE_REPLY_NOT_JSON'],
    ['no type', 200, {}, '{"secret-1":1}', 'SERVICE_REPLY_NOT_JSON'],
    [
      'what only looks like JSON',
      200,
      { 'content-type': 'application/jsonx' },
      '{}',
      'SERVICE_REPLY_NOT_JSON',
    ],
    [
      'compressed JSON',
      200,
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      'secret-1',
      'SERVICE_REPLY_NOT_JSON',
    ],
    ['401', 401, { 'content-type': 'application/json' }, '{"key":"secret-1"}', 'CREDENTIAL_REFUSED'],
    ['403', 403, { 'content-type': 'application/json' }, '{"key":"secret-1"}', 'NOT_PERMITTED'],
  ])('%s becomes a 502 with nothing of the original', async (_, status, headers, body, code) => {
    const { origin } = await startPair((__, response) => response.writeHead(status, headers).end(body))
    const answer = await fetch(`${origin}${FILES}`, { redirect: 'manual' })
    const text = await answer.clone().text()
    expect(await refusalOf(answer)).toEqual({ status: 502, code })
    expect(text).not.toMatch(/secret-1|evil|elsewhere/)
    expect([...answer.headers].join()).not.toMatch(/evil|elsewhere|www-auth/)
  })

  it.each([
    [301, 'SERVICE_REPLY_NOT_JSON'],
    [303, 'SERVICE_REPLY_NOT_JSON'],
    [307, 'SERVICE_REDIRECTED'],
    [308, 'SERVICE_REDIRECTED'],
  ])('%i to a write is %s: what leads on may have been done (D1072)', async (status, code) => {
    const { origin } = await startPair((_, response) => response.writeHead(status, { location: '/x' }).end())
    const answer = await fetch(`${origin}${COLLECTION}/c-1/file/f-1`, { method: 'POST', redirect: 'manual' })
    expect(await refusalOf(answer)).toEqual({ status: 502, code })
  })

  it('withholds one that holds the credential, also across two chunks', async () => {
    const { origin } = await startPair((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.write(`{"message":"Bad key ${API_KEY.slice(0, 5)}`)
      setImmediate(() => response.end(`${API_KEY.slice(5)}"}`))
    })
    const answer = await fetch(`${origin}${FILES}`)
    expect(await answer.clone().text()).not.toContain(API_KEY.slice(5))
    expect([answer.status, answer.headers.get('x-service-status')]).toEqual([400, '400'])
  })

  it.each([
    ['as a JSON text', (key: string) => JSON.stringify(key)],
    ['as a JSON text with escaped slashes', (key: string) => JSON.stringify(key).replaceAll('/', '\\/')],
    [
      'as a JSON text in another',
      (key: string) => JSON.stringify(JSON.stringify(key).replaceAll('/', '\\/')),
    ],
    ['with code points for signs', (key: string) => `"${key.replace(/\W/g, codePoint)}"`],
    [
      'with capital code points',
      (key: string) => `"${key.replace(/\W/g, (sign) => codePoint(sign).toUpperCase().replace('U', 'u'))}"`,
    ],
    ['percent-encoded', (key: string) => `"${encodeURIComponent(key)}"`],
  ])('withholds one that holds the credential %s', async (_, write) => {
    const key = 'sk/live+"9f8Q\\abc=='
    const written = write(key)
    const middle = Math.floor(written.length / 2)
    const { origin } = await startPair(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write(`{"heard":${written.slice(0, middle)}`)
        setImmediate(() => response.end(`${written.slice(middle)}}`))
      },
      { SERVICE_API_KEY: key },
    )
    expect(await refusalOf(await fetch(`${origin}${FILES}`))).toEqual({
      status: 502,
      code: 'SERVICE_REPLY_BROKEN',
    })
  })

  const HTML = { 'content-type': 'text/html', 'retry-after': '7' }
  it.each([404, 405, 422, 429, 500, 501, 503])(
    'relays a %i by its status, whatever came with it, with a text of ours and the wait',
    async (status) => {
      let answer: [headers: Record<string, string>, body: string] = [HTML, '']
      const { origin } = await startPair((_, response) =>
        response.writeHead(status, answer[0]).end(answer[1]),
      )
      for (answer of [
        [HTML, '<h1>secret-1</h1>'],
        [HTML, ''],
        [{ 'content-type': 'text/plain', 'retry-after': '7' }, 'secret-1'],
        [{ 'retry-after': '7' }, 'secret-1'],
        [{ 'content-type': 'application/json', 'content-encoding': 'gzip', 'retry-after': '7' }, 'secret-1'],
        [{ 'content-type': 'application/json', 'content-length': '99000000', 'retry-after': '7' }, ''],
      ] satisfies (typeof answer)[]) {
        const got = await fetch(`${origin}${FILES}`)
        expect([got.status, got.headers.get('retry-after'), got.headers.get('x-service-status')]).toEqual([
          status,
          '7',
          String(status),
        ])
        expect(got.headers.has('x-console-error')).toBe(false)
        expect(got.headers.get('content-type')).toMatch(/^application\/json/)
        const { message, ...rest } = await got.json()
        expect(rest).toEqual({ status, success: false })
        expect(message).toMatch(/^The service /)
        expect(message).not.toContain('secret')
      }
    },
  )

  it('does not pass on a wait that is none', async () => {
    const { origin } = await startPair((_, response) =>
      response.writeHead(429, { 'content-type': 'text/html', 'retry-after': 'ask evil.example' }).end('no'),
    )
    expect((await fetch(`${origin}${FILES}`)).headers.get('retry-after')).toBeNull()
  })

  it.each([
    ['text/plain', '201'],
    ['text/html; charset=utf-8', null],
  ])('tells with an unreadable success of %s whether it was one (D792)', async (type, heard) => {
    const { origin } = await startPair((_, response) =>
      response.writeHead(201, { 'content-type': type }).end('<p>done</p>'),
    )
    const answer = await fetch(`${origin}${COLLECTION}`, json({ name: 'n', description: '' }))
    expect([answer.status, answer.headers.get('x-service-status')]).toEqual([502, heard])
    expect(await refusalOf(answer)).toEqual({ status: 502, code: 'SERVICE_REPLY_NOT_JSON' })
  })

  it('refuses one that is too large, whether it says so or not', async () => {
    const { origin } = await startPair(
      (request, response) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          ...(request.url === FILES ? { 'content-length': 20_001 } : {}),
        })
        response.end(`"${'x'.repeat(19_999)}"`)
      },
      {},
      { limits: { replyBytes: 20_000 } },
    )
    for (const path of [FILES, TOOLS]) {
      const answer = await fetch(`${origin}${path}`)
      expect(await refusalOf(answer)).toEqual({ status: 502, code: 'SERVICE_REPLY_TOO_LARGE' })
    }
  })

  it('refuses one that announces too much without waiting for it', async () => {
    const { origin } = await startPair(
      (_, response) => {
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': 20_001 })
          .flushHeaders()
      },
      {},
      { limits: { replyBytes: 20_000 } },
    )
    const answer = await fetch(`${origin}${FILES}`)
    expect(await refusalOf(answer)).toEqual({ status: 502, code: 'SERVICE_REPLY_TOO_LARGE' })
  })

  it('breaks off when a reply turns out too large after it began', async () => {
    const { origin } = await startPair(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(`"${'x'.repeat(900_000)}"`)
      },
      {},
      { limits: { replyBytes: 600_000 } },
    )
    const answer = await fetch(`${origin}${FILES}`)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })
})

describe('web chat', () => {
  it('goes out with the configured origin', async () => {
    const { origin } = await startPair(
      (request, response) => answerJson(response, { from: request.headers.origin }),
      { CHAT_ORIGIN: 'https://www.example.com' },
    )
    expect(await (await fetch(`${origin}${CHAT}`, json({ agentId: 'a' }))).json()).toEqual({
      from: 'https://www.example.com',
    })
  })

  it('goes out with another of the configured origins when the page chooses it, and with no other', async () => {
    const heard: (string | undefined)[] = []
    const { origin } = await startPair(
      (request, response) => {
        heard.push(request.headers.origin)
        answerJson(response, {})
      },
      { CHAT_ORIGIN: 'https://www.example.com, https://shop.example.com' },
    )
    const create = (chosen: string) => {
      const { headers, ...rest } = json({ agentId: 'a' })
      return fetch(`${origin}${CHAT}`, { ...rest, headers: { ...headers, 'x-chat-origin': chosen } })
    }
    expect((await create('https://shop.example.com')).status).toBe(200)
    expect((await create('https://evil.example')).status).toBe(400)
    expect((await create('https://shop.example.com, https://www.example.com')).status).toBe(400)
    expect(heard).toEqual(['https://shop.example.com'])
  })

  it('explains a refused origin by its value', async () => {
    const { origin } = await startPair((_, response) => answerJson(response, { message: 'secret-1' }, 403), {
      CHAT_ORIGIN: 'https://www.example.com',
    })
    const answer = await fetch(`${origin}${CHAT}`, json({ agentId: 'a' }))
    const { message } = await answer.clone().json()
    expect(await refusalOf(answer)).toEqual({ status: 502, code: 'CREDENTIAL_REFUSED' })
    expect(message).toMatch(/does not allow web chat from https:\/\/www\.example\.com\./)
    expect(message).not.toContain('secret-1')
  })
})

describe('a credential that is not there', () => {
  it.each([
    [FILES, 'SERVICE_API_KEY'],
    [TOOLS, 'SERVICE_ACCESS_TOKEN'],
  ])('for %s is named, and nothing is sent', async (path, variable) => {
    let sent = false
    const { origin } = await startPair(
      (_, response) => {
        sent = true
        answerJson(response, {})
      },
      { [variable]: '' },
    )
    const answer = await fetch(`${origin}${path}`)
    expect((await answer.clone().json()).message).toContain(`Set ${variable}`)
    expect(await refusalOf(answer)).toEqual({ status: 502, code: 'CREDENTIAL_MISSING' })
    expect(sent).toBe(false)
  })
})

describe('when the service fails', () => {
  /** A server that treats each request as it is told to. */
  const startTcp = (onRequest: (socket: Socket, heard: string) => void) =>
    startTcpServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (chunk) => onRequest(socket, chunk.toString()))
    })
  const askVia = async (service: string, options = {}) => {
    const console = await startTestConsole({ SERVICE_URL: service }, options)
    const answer = await fetch(`${console.origin}${FILES}`)
    const text = await answer.clone().text()
    // Neither where the service is nor what opens it can be read anywhere.
    expect(text).not.toContain(new URL(service).host)
    expect(text + [...answer.headers].join() + console.lines.join()).not.toContain(API_KEY)
    return refusalOf(answer)
  }
  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n'

  it('refused connection', async () => {
    const free = createTcpServer()
    const unused = await listen(free)
    await new Promise<void>((settle) => free.close(() => settle()))
    expect(await askVia(unused)).toEqual({ status: 502, code: 'SERVICE_UNREACHABLE' })
  })

  it('unknown name', async () => {
    expect(await askVia('https://service.invalid')).toEqual({ status: 502, code: 'SERVICE_UNREACHABLE' })
  })

  it('no TLS where TLS is expected', async () => {
    const plain = await startUpstream((_, response) => response.end())
    expect(await askVia(plain.replace('http:', 'https:'))).toEqual({
      status: 502,
      code: 'SERVICE_TLS_FAILED',
    })
  })

  it('connection reset before the answer', async () => {
    const service = await startTcp((socket) => socket.resetAndDestroy())
    expect(await askVia(service)).toEqual({ status: 502, code: 'SERVICE_REPLY_BROKEN' })
  })

  it('connection reset in the middle of the body', async () => {
    const service = await startTcp((socket) =>
      socket.write(`${HEAD}{"files":[`, () => socket.resetAndDestroy()),
    )
    expect(await askVia(service)).toEqual({ status: 502, code: 'SERVICE_REPLY_BROKEN' })
  })

  it('truncated body', async () => {
    const service = await startTcp((socket) => socket.end(`${HEAD}{"files":[`))
    expect(await askVia(service)).toEqual({ status: 502, code: 'SERVICE_REPLY_BROKEN' })
  })

  it('something that is not HTTP', async () => {
    const service = await startTcp((socket) => socket.end('220 mail.example.com ESMTP\r\n'))
    expect(await askVia(service)).toEqual({ status: 502, code: 'SERVICE_REPLY_BROKEN' })
  })

  it('no answer', async () => {
    const service = await startTcp(() => {})
    const timeouts = { headers: 200 }
    expect(await askVia(service, { timeouts })).toEqual({ status: 504, code: 'SERVICE_TIMED_OUT' })
  })

  it('an answer that stops', async () => {
    const service = await startTcp((socket) => socket.write(`${HEAD}{"files":[`))
    const timeouts = { body: 200 }
    expect(await askVia(service, { timeouts })).toEqual({ status: 504, code: 'SERVICE_TIMED_OUT' })
  })

  it('a write on a kept connection that breaks is not sent again', async () => {
    const requests: string[] = []
    const service = await startTcp((socket, heard) => {
      requests.push(heard.split(' ', 1)[0] ?? '')
      if (requests.length === 1)
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')
      else socket.resetAndDestroy()
    })
    const { origin } = await startTestConsole({ SERVICE_URL: service })
    await (await fetch(`${origin}${FILES}`)).text()
    const answer = await fetch(`${origin}${COLLECTION}`, json({ name: 'A', description: '' }))
    expect(await refusalOf(answer)).toEqual({ status: 502, code: 'SERVICE_REPLY_BROKEN' })
    // Another request takes its turn, so that a second attempt would have been seen by now.
    await (await fetch(`${origin}${FILES}`)).text()
    expect(requests).toEqual(['GET', 'POST', 'GET'])
  })

  it('a browser that leaves ends the request to the service', async () => {
    const { open: arrive, opened: arrived } = gate()
    const { open: leave, opened: left } = gate()
    const { origin } = await startPair((request, response) => {
      response.once('close', leave)
      request.once('end', arrive).resume()
    })
    const socket = openSocket(origin)
    socket.write(`GET ${FILES} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`)
    await arrived
    socket.destroy()
    await left
  })

  it('a browser that reads slowly holds the service back', async () => {
    let written = 0
    const { origin } = await startPair((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const chunk = Buffer.alloc(64 * 1024, 32)
      const push = () => {
        while (written < 60 * 2 ** 20) {
          written += chunk.length
          if (!response.write(chunk)) {
            response.once('drain', push)
            return
          }
        }
        response.end('1')
      }
      push()
    })
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    onTestFinished(() => {
      socket.destroy()
    })
    socket.write(`GET ${FILES} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nConnection: close\r\n\r\n`)
    await new Promise((settle) => socket.once('readable', settle))
    // Nobody reads: the flow comes to a stand long before the end.
    let before = -1
    await expect
      .poll(
        () => {
          const still = written === before
          before = written
          return still
        },
        { interval: 200, timeout: 5_000 },
      )
      .toBe(true)
    expect(written).toBeLessThan(30 * 2 ** 20)
    let read = 0
    socket.on('data', (chunk) => {
      read += chunk.length
    })
    await new Promise((settle) => socket.once('close', settle))
    expect(read).toBeGreaterThan(60 * 2 ** 20)
  })
})

it('a failed handshake is its own error', async () => {
  const server = createTlsServer({}, () => {})
  server.on('tlsClientError', () => {})
  onTestFinished(() => {
    server.close()
  })
  const { host } = new URL(await listen(server))
  const { origin } = await startTestConsole({ SERVICE_URL: `https://${host}` })
  expect(await refusalOf(await fetch(`${origin}${FILES}`))).toEqual({
    status: 502,
    code: 'SERVICE_TLS_FAILED',
  })
})

describe('the local service', () => {
  const credentials = { apiKey: 'local-key-1', accessToken: 'local-token-1' }
  const startLocal = (answer: (request: Request) => Response | Promise<Response>) =>
    startTestConsole({}, { openService: () => ({ fetch: answer, credentials }) })

  it('is called in process with the same headers and its own credential', async () => {
    const { origin } = await startLocal(async (request) =>
      Response.json({
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      }),
    )
    const answer = await fetch(`${origin}${COLLECTION}`, {
      ...json({ name: 'A' }),
      headers: { 'content-type': 'application/json', cookie: 'a=b', 'x-api-key': 'mine' },
    })
    expect(await answer.json()).toEqual({
      method: 'POST',
      url: `${origin}${COLLECTION}`,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'user-agent': 'switchboard',
        'x-api-key': 'local-key-1',
      },
      body: '{"name":"A"}',
    })
  })

  it('gets the origin for web chat', async () => {
    const { origin } = await startLocal((request) => Response.json({ from: request.headers.get('origin') }))
    expect(await (await fetch(`${origin}${CHAT}`, json({ agentId: 'a' }))).json()).toEqual({ from: origin })
  })

  it('is broken when it throws', async () => {
    const { origin } = await startLocal(() => Promise.reject(new Error('secret-1')))
    const answer = await fetch(`${origin}${FILES}`)
    expect(await answer.clone().text()).not.toContain('secret-1')
    expect(await refusalOf(answer)).toEqual({ status: 502, code: 'SERVICE_REPLY_BROKEN' })
  })

  it('gives view addresses on the origin that the page was opened under', async () => {
    const service: { origin: string } = { origin: '' }
    const { origin } = await startLocal(() =>
      Response.json({ viewUrl: `${service.origin}/blobs/f-1?signature=s` }),
    )
    service.origin = origin
    const { port } = new URL(origin)
    const view = async (from: Record<string, string>) => {
      const init = { method: 'POST', headers: from }
      return (await fetch(`${origin}/api/v1/knowledge-base/file/f-1/view`, init)).json()
    }
    expect(await view({})).toMatchObject({ viewUrl: `${origin}/blobs/f-1?signature=s` })
    const head = `POST /api/v1/knowledge-base/file/f-1/view HTTP/1.1\r\nHost: localhost:${port}\r\n`
    expect(await sendRaw(origin, `${head}Connection: close\r\n\r\n`)).toContain(
      `"http://localhost:${port}/blobs/f-1?signature=s"`,
    )
  })
})

describe('a reply that the page has', () => {
  const KNOWN = 'W/"v1"'

  it('is asked for by its tag, and 304 comes through with nothing but its tag', async () => {
    const heard: unknown[] = []
    const { origin } = await startPair((request, response) => {
      heard.push(request.headers['if-none-match'])
      response.writeHead(request.headers['if-none-match'] === KNOWN ? 304 : 200, {
        'content-type': 'application/json',
        etag: KNOWN,
        'set-cookie': 'secret=1',
      })
      response.end(request.headers['if-none-match'] === KNOWN ? undefined : '{"tools":[]}')
    })
    const ask = (tag: string) => fetch(`${origin}/api/v1/tools`, { headers: { 'if-none-match': tag } })
    const first = await ask('"other"')
    expect(first.status).toBe(200)
    expect(first.headers.get('etag')).toBe(KNOWN)
    const again = await ask(KNOWN)
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(KNOWN)
    expect(again.headers.get('set-cookie')).toBeNull()
    expect(await again.text()).toBe('')
    // What is no tag does not go out.
    await ask('*')
    await ask('"a" x-evil')
    expect(heard).toEqual(['"other"', KNOWN, undefined, undefined])
  })

  it('is a redirect where nobody asked for it, and a tag in another form is left out', async () => {
    const { origin } = await startPair((request, response) => {
      const isKnown = request.url?.includes('cursor')
      response.writeHead(isKnown ? 304 : 200, { 'content-type': 'application/json', etag: 'no "tag"' })
      response.end(isKnown ? undefined : '{"tools":[]}')
    })
    expect((await fetch(`${origin}/api/v1/tools?cursor=1`)).status).toBe(502)
    expect((await fetch(`${origin}/api/v1/tools`)).headers.get('etag')).toBeNull()
  })
})
