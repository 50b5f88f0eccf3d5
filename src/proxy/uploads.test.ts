import { createHash } from 'node:crypto'
import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { CONSOLE_ERROR_HEADER } from '../contract/errors'
import { gate } from '../net/gate.fixture'
import { lookupPublic } from '../net/public-address'
import {
  ACCESS_TOKEN,
  API_KEY,
  answerJson,
  askForUpload,
  openSocket,
  readAll,
  sendRaw,
  standstill,
  startPair,
  startTcpServer,
  startTestConsole,
  startUpstream,
} from './console.fixture'
import { readUploadRefusal } from './uploads'

const MB = 2 ** 20
const PDF = { 'content-type': 'application/pdf' }

async function requestTicket(origin: string): Promise<string> {
  const { uploadUrl } = await (await askForUpload(origin)).json()
  return uploadUrl
}

/** A service that names an upload address on itself, and what becomes of the `PUT` there. */
async function startStorage(
  onPut: (request: IncomingMessage, response: import('node:http').ServerResponse) => void,
  options: Parameters<typeof startPair>[2] = {},
) {
  const started = await startPair(
    (request, response) => {
      if (request.method === 'PUT') onPut(request, response)
      else
        answerJson(response, {
          fileId: 'f-1',
          uploadUrl: `http://${request.headers.host}/put/f-1?signature=s%2F1`,
        })
    },
    {},
    options,
  )
  return { ...started, ticket: await requestTicket(started.origin) }
}

const codeOf = (answer: Response) => answer.headers.get(CONSOLE_ERROR_HEADER)

describe('the upload address', () => {
  const ask = async (body: unknown, env = {}, status = 200) => {
    const { origin } = await startPair((_, response) => answerJson(response, body, status), env)
    return askForUpload(origin)
  }
  const target = 'https://storage.example.com/f?X-Signature=secret'

  it.each([
    [{ fileId: 'f-1', uploadUrl: target, key: 'internal/path' }],
    [{ data: { file: { id: 'f-1', presignedUrl: target } } }],
  ])('reaches the browser as a ticket and nothing else: %j', async (body) => {
    const answer = await ask(body)
    expect(await answer.json()).toEqual({
      fileId: 'f-1',
      uploadUrl: expect.stringMatching(/^\/console\/uploads\/[\w-]{60,}$/),
    })
  })

  it.each(['http://storage.example.com/f', 'https://169.254.169.254/f', 'https://u:p@storage.example.com/f'])(
    '%s is refused without being repeated',
    async (uploadUrl) => {
      const answer = await ask({ fileId: 'f-1', uploadUrl })
      expect([answer.status, codeOf(answer)]).toEqual([502, 'UPLOAD_TARGET_REFUSED'])
      expect(await answer.text()).not.toContain(uploadUrl)
    },
  )

  it('may be private where its origin is configured', async () => {
    const answer = await ask(
      { fileId: 'f-1', uploadUrl: 'http://10.0.0.5:9000/f' },
      { UPLOAD_ORIGINS: 'http://10.0.0.5:9000' },
    )
    expect(answer.status).toBe(200)
  })

  it('must be in the reply', async () => {
    for (const [reply, said] of [
      [{ fileId: 'f-1' }, 'The service answered without an upload address'],
      [{ success: false, message: 'The quota is used up' }, 'The quota is used up'],
    ] as const) {
      const answer = await ask(reply)
      expect([answer.status, codeOf(answer)]).toEqual([502, 'REQUEST_REFUSED'])
      expect((await answer.json()).message).toContain(said)
    }
  })

  it('is left alone in a refusal', async () => {
    const answer = await ask({ message: 'No', code: 'BAD_REQUEST' }, {}, 400)
    expect([answer.status, await answer.json()]).toEqual([400, { message: 'No', code: 'BAD_REQUEST' }])
  })
})

describe('an upload', () => {
  it('arrives whole at the target, with its type, its length and no credential', async () => {
    let seen: unknown
    const { origin, upstream, ticket } = await startStorage(async (request, response) => {
      seen = { url: request.url, rawHeaders: request.rawHeaders, body: await readAll(request) }
      response.writeHead(200, { etag: '"internal"', 'content-type': 'application/xml' }).end('<Result/>')
    })
    const answer = await fetch(`${origin}${ticket}`, {
      method: 'PUT',
      headers: { 'content-type': 'text/markdown; charset=utf-8', cookie: 'a=b', 'x-api-key': 'mine' },
      body: '# Héllo',
    })
    expect([answer.status, await answer.json(), answer.headers.get('etag')]).toEqual([
      200,
      { ok: true },
      null,
    ])
    expect(seen).toEqual({
      url: '/put/f-1?signature=s%2F1',
      body: '# Héllo',
      rawHeaders: [
        ...['host', new URL(upstream).host],
        ...['connection', 'keep-alive'],
        ...['content-type', 'text/markdown'],
        ...['user-agent', 'switchboard'],
        ...['content-length', '8'],
      ],
    })
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${API_KEY}|${ACCESS_TOKEN}`))
  })

  it('can be repeated after it failed', async () => {
    let times = 0
    const { origin, ticket } = await startStorage((request, response) => {
      times++
      if (times === 1) request.socket.resetAndDestroy()
      else request.resume().once('end', () => response.end())
    })
    const put = () => fetch(`${origin}${ticket}`, { method: 'PUT', headers: PDF, body: '%PDF-' })
    const first = await put()
    expect([first.status, codeOf(first)]).toEqual([502, 'SERVICE_REPLY_BROKEN'])
    expect((await put()).status).toBe(200)
    expect(times).toBe(2)
  })

  it.each([
    [405, 'POST', PDF],
    [405, 'GET', {}],
    [415, 'PUT', { 'content-type': 'text/html' }],
    [415, 'PUT', { 'content-type': 'application/octet-stream' }],
  ])('%i for %s with %j', async (status, method, headers) => {
    let put = false
    const { origin, ticket } = await startStorage((_, response) => {
      put = true
      response.end()
    })
    const body = method === 'GET' ? undefined : '%PDF-'
    expect((await fetch(`${origin}${ticket}`, { method, headers, body })).status).toBe(status)
    expect(put).toBe(false)
  })

  it('needs a ticket of ours', async () => {
    const { origin, ticket } = await startStorage((_, response) => response.end())
    const altered = `${ticket.slice(0, -2)}${ticket.endsWith('AA') ? 'BB' : 'AA'}`
    for (const path of [altered, '/console/uploads/', '/console/uploads/x/y']) {
      const answer = await fetch(`${origin}${path}`, { method: 'PUT', headers: PDF, body: '%PDF-' })
      expect([answer.status, codeOf(answer)]).toEqual([410, 'REQUEST_REFUSED'])
    }
  })

  it('may not be larger than the limit, declared or chunked', async () => {
    let received = 0
    const { origin, ticket } = await startStorage(
      (request, response) => {
        request.on('data', (chunk) => {
          received += chunk.length
        })
        request.on('end', () => response.end())
      },
      { limits: { uploadBytes: MB } },
    )
    const put = (body: Uint8Array | ReadableStream) =>
      fetch(`${origin}${ticket}`, { method: 'PUT', headers: PDF, body, duplex: 'half' } as RequestInit)
    const chunked = (bytes: number) => new Blob([new Uint8Array(bytes)]).stream()

    expect((await put(new Uint8Array(MB))).status).toBe(200)
    expect((await put(chunked(MB))).status).toBe(200)
    received = 0
    expect((await put(new Uint8Array(MB + 1))).status).toBe(413)
    expect(received).toBe(0)
    expect((await put(chunked(MB + 1))).status).toBe(413)
    expect(received).toBeLessThanOrEqual(MB)
  })

  it('of 200 MB is streamed, and held back while the target takes nothing', async () => {
    const size = 200 * MB
    let received = 0
    let go: () => void = () => {}
    const { origin, ticket } = await startStorage(
      (request, response) => {
        request.on('data', (chunk) => {
          received += chunk.length
        })
        request.on('end', () => response.end())
        request.pause()
        go = () => request.resume()
      },
      { limits: { uploadBytes: size } },
    )
    const chunk = Buffer.alloc(256 * 1024, 1)
    let written = 0
    let peak = 0
    const before = process.memoryUsage().rss
    const asked = httpRequest(`${origin}${ticket}`, {
      method: 'PUT',
      headers: { ...PDF, 'content-length': size },
      agent: false,
    })
    const answered = new Promise<number | undefined>((settle, reject) => {
      asked.on('error', reject)
      asked.on('response', (answer) => {
        answer.resume()
        settle(answer.statusCode)
      })
    })
    const push = () => {
      while (written < size) {
        written += chunk.length
        peak = Math.max(peak, process.memoryUsage().rss - before)
        if (!asked.write(chunk)) {
          asked.once('drain', push)
          return
        }
      }
      asked.end()
    }
    push()
    await standstill(() => written)
    expect(written).toBeLessThan(50 * MB)
    go()
    expect(await answered).toBe(200)
    expect(received).toBe(size)
    expect(peak).toBeLessThan(100 * MB)
  })

  it('that the browser gives up ends at the target', async () => {
    const { open: arrive, opened: arrived } = gate()
    const { open: end, opened: ended } = gate<string>()
    const { origin, ticket } = await startStorage((request) => {
      request.on('error', () => {})
      request.once('data', arrive)
      request.once('close', () => end(request.complete ? 'whole' : 'broken off'))
    })
    const socket = openSocket(origin)
    socket.write(
      `PUT ${ticket} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nContent-Type: application/pdf\r\nContent-Length: 1000000\r\n\r\n%PDF-`,
    )
    await arrived
    const started = performance.now()
    socket.destroy()
    expect(await ended).toBe('broken off')
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('that was sent whole and is given up before its answer ends at the target, too', async () => {
    const { open: arrive, opened: arrived } = gate()
    const { open: end, opened: ended } = gate()
    const { origin, ticket } = await startStorage((request, response) => {
      response.once('close', end)
      request.once('end', arrive).resume()
    })
    const socket = openSocket(origin)
    const head = `PUT ${ticket} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nContent-Type: application/pdf\r\n`
    socket.write(`${head}Content-Length: 5\r\n\r\n%PDF-`)
    await arrived
    const started = performance.now()
    socket.destroy()
    await ended
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('that the browser gives up ends although the target takes nothing', async () => {
    let target: IncomingMessage | undefined
    const { origin, ticket, lines } = await startStorage(
      (request) => {
        request.on('error', () => {})
        target = request.pause()
      },
      { limits: { uploadBytes: 100 * MB } },
    )
    // As a browser asks: it says so in this header.
    const asked = httpRequest(`${origin}${ticket}`, {
      method: 'PUT',
      headers: {
        ...PDF,
        'content-length': 100 * MB,
        'sec-fetch-mode': 'cors',
        'sec-fetch-site': 'same-origin',
      },
      agent: false,
    })
    asked.on('error', () => {})
    asked.write(Buffer.alloc(90 * MB))
    let last = -1
    const stands = () => {
      const still = asked.socket?.bytesWritten === last
      last = asked.socket?.bytesWritten ?? -1
      return still && target !== undefined
    }
    await expect.poll(stands, { interval: 500, timeout: 10_000 }).toBe(true)
    expect(lines.filter((line) => line.includes('PUT upload'))).toEqual([])
    const started = performance.now()
    asked.destroy()
    await expect.poll(() => lines.some((line) => line.includes('PUT upload')), { interval: 20 }).toBe(true)
    expect(performance.now() - started).toBeLessThan(1_000)
    // Only now does the target look: what it gets is broken off.
    const ended = new Promise((settle) => target?.once('close', () => settle(target?.complete)))
    target?.resume()
    expect(await ended).toBe(false)
  })

  it('that the target gives up ends in the browser, with an answer', async () => {
    const { origin, ticket } = await startStorage((request) => {
      request.on('error', () => {})
      request.once('data', () => request.socket.resetAndDestroy())
    })
    const socket = openSocket(origin)
    socket.on('error', () => {})
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
    })
    const closed = new Promise((settle) => socket.once('close', settle))
    socket.write(
      `PUT ${ticket} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nContent-Type: application/pdf\r\nContent-Length: 1000000\r\n\r\n%PDF-`,
    )
    const started = performance.now()
    await closed
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(heard).toMatch(/^HTTP\/1\.1 502 /)
    expect(heard).toContain('SERVICE_REPLY_BROKEN')
  })

  it('that the target refuses early is answered although not all was sent', async () => {
    const { origin, ticket } = await startStorage((request, response) => {
      request.once('data', () => answerJson(response, { message: 'The address has expired' }, 403))
    })
    const answer = await fetch(`${origin}${ticket}`, {
      method: 'PUT',
      headers: PDF,
      body: new Uint8Array(20 * MB),
    })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { status: 403, message: 'The address has expired', code: 'UPLOAD_REFUSED', success: false },
    ])
  })

  it('that is refused early runs out, and its connection serves the next request', async () => {
    const { origin, ticket } = await startStorage((request, response) => {
      request.once('data', () => answerJson(response, { message: 'No' }, 403))
    })
    const { host } = new URL(origin)
    const socket = openSocket(origin)
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.write(
      `PUT ${ticket} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/pdf\r\nContent-Length: ${2 * MB}\r\n\r\n%PDF-`,
    )
    await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 403 /)
    socket.write(Buffer.alloc(2 * MB - 5))
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    await expect.poll(() => heard).toContain('{"status":"ok"}')
  })

  it.each([
    [302, { location: 'http://169.254.169.254/' }, '', 502, 'SERVICE_REDIRECTED'],
    [
      403,
      { 'content-type': 'application/xml' },
      '<Error><Code>AccessDenied</Code><Message>secret-1</Message></Error>',
      403,
      null,
    ],
    [500, { 'content-type': 'text/html' }, '<h1>secret-1</h1>', 500, null],
    // A gateway's page; some storages name that type for an answer with nothing in it.
    [200, { 'content-type': 'text/html' }, '<h1>secret-1</h1>', 502, 'SERVICE_REPLY_NOT_JSON'],
    [200, { 'content-type': 'text/html' }, '', 200, null],
    // Refused inside a success (D792).
    [200, { 'content-type': 'application/json' }, '{"success":false,"message":"Quota reached"}', 400, null],
    [200, { 'content-type': 'application/json' }, '{"success":"false","message":"Quota reached"}', 400, null],
    [200, {}, '{"success":false,"status":507,"message":"secret-1"}', 507, null],
    [201, { 'content-type': 'application/json' }, '{"success":true}', 200, null],
  ])('answered with %i is summarised', async (status, headers, body, expected, code) => {
    const { origin, ticket } = await startStorage((request, response) => {
      request.resume().once('end', () => response.writeHead(status, headers).end(body))
    })
    const answer = await fetch(`${origin}${ticket}`, { method: 'PUT', headers: PDF, body: '%PDF-' })
    expect([answer.status, codeOf(answer)]).toEqual([expected, code])
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await answer.text()).not.toMatch(/secret-1|169\.254/)
  })

  it('to a target that does not answer is given up', async () => {
    const { origin, ticket } = await startStorage((request) => request.resume(), {
      timeouts: { headers: 200 },
    })
    const answer = await fetch(`${origin}${ticket}`, { method: 'PUT', headers: PDF, body: '%PDF-' })
    expect([answer.status, codeOf(answer)]).toEqual([504, 'SERVICE_TIMED_OUT'])
  })

  it('is not sent to a name that leads to a private address when it comes to connecting', async () => {
    let connections = 0
    const server = await startTcpServer((socket) => {
      connections++
      socket.destroy()
    })
    const { port } = new URL(server)
    const start = async (resolve: ReturnType<typeof lookupPublic>) => {
      const service = await startUpstream((_, response) =>
        answerJson(response, { fileId: 'f', uploadUrl: `https://localhost:${port}/f` }),
      )
      const { origin } = await startTestConsole({ SERVICE_URL: service }, { lookup: resolve })
      const put = { method: 'PUT', headers: PDF, body: '%PDF-' }
      return codeOf(await fetch(`${origin}${await requestTicket(origin)}`, put))
    }
    expect(await start(lookupPublic())).toBe('UPLOAD_TARGET_REFUSED')
    expect(connections).toBe(0)
    // The same without the check does connect, so it is the check that held it back.
    expect(await start(lookup as ReturnType<typeof lookupPublic>)).toBe('SERVICE_UNREACHABLE')
    expect(connections).toBeGreaterThan(0)
  })
})

describe('with the local service', () => {
  const startLocal = async (onPut: (request: Request) => Response | Promise<Response>, options = {}) => {
    const state = { origin: '' }
    const { origin } = await startTestConsole(
      {},
      {
        ...options,
        openService: (publicUrl) => {
          state.origin = publicUrl
          return {
            credentials: { apiKey: API_KEY, accessToken: ACCESS_TOKEN },
            fetch: (request) =>
              request.method === 'POST'
                ? Response.json({ fileId: 'f-1', uploadUrl: `${state.origin}/blobs/f-1?signature=s` })
                : onPut(request),
          }
        },
      },
    )
    return { origin, ticket: await requestTicket(origin) }
  }

  it('the file is handed over in process, and blobs take no PUT from outside', async () => {
    let seen: unknown
    const { origin, ticket } = await startLocal(async (request) => {
      seen = { url: request.url, headers: Object.fromEntries(request.headers), body: await request.text() }
      return Response.json({ size: 5 })
    })
    const put = { method: 'PUT', headers: PDF, body: '%PDF-' }
    expect(await (await fetch(`${origin}${ticket}`, put)).json()).toEqual({ ok: true })
    expect(seen).toEqual({
      url: `${origin}/blobs/f-1?signature=s`,
      headers: { 'content-type': 'application/pdf', 'content-length': '5', 'user-agent': 'switchboard' },
      body: '%PDF-',
    })
    expect((await fetch(`${origin}/blobs/f-1?signature=s`, put)).status).toBe(405)
  })

  it('a ticket is taken by every console on the same store, by no other, and nowhere but in process', async () => {
    const asked: string[] = []
    const start = async (secret: string) => {
      const state = { origin: '', upload: '' }
      const { origin } = await startTestConsole(
        {},
        {
          openService: (publicUrl) => {
            state.origin = publicUrl
            return {
              credentials: { apiKey: API_KEY, accessToken: ACCESS_TOKEN },
              sharedKey: (purpose) => createHash('sha256').update(secret).update(purpose).digest(),
              fetch: (request) => {
                asked.push(`${request.method} ${request.url}`)
                return request.method === 'POST'
                  ? Response.json({ fileId: 'f-1', uploadUrl: state.upload || `${publicUrl}/blobs/f-1?s=1` })
                  : Response.json({ size: 5 })
              },
            }
          },
        },
      )
      return { origin, state }
    }
    const [one, two, other] = [await start('a'), await start('a'), await start('b')]
    const put = async (origin: string, ticket: string) =>
      (await fetch(`${origin}${ticket}`, { method: 'PUT', headers: PDF, body: '%PDF-' })).status
    const ticket = await requestTicket(one.origin)
    asked.length = 0
    expect(await put(two.origin, ticket)).toBe(200)
    expect(asked).toEqual([`PUT ${two.origin}/blobs/f-1?s=1`])
    expect(await put(other.origin, ticket)).toBe(410)
    // Only stored files have no origin in their ticket: anything else of a console is private to every other one.
    one.state.upload = `${one.origin}/api/v1/agents`
    expect(await put(two.origin, await requestTicket(one.origin))).toBe(502)
    for (const upload of ['/blobs/f-1', '//storage.example.com/f', `${one.origin}//storage.example.com/f`]) {
      one.state.upload = upload
      const answer = await askForUpload(one.origin)
      if (answer.ok) expect(await put(two.origin, (await answer.json()).uploadUrl)).toBe(502)
      else expect(answer.status).toBe(502)
    }
    expect(asked.filter((each) => each.startsWith('PUT'))).toHaveLength(1)
  })

  it('its refusal reaches the person', async () => {
    const { origin, ticket } = await startLocal(() =>
      Response.json({ message: 'The file is empty.', code: 'UNPROCESSABLE' }, { status: 422 }),
    )
    const answer = await fetch(`${origin}${ticket}`, {
      method: 'PUT',
      headers: PDF,
      body: new Uint8Array(5 * MB),
    })
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { status: 422, message: 'The file is empty.', code: 'UNPROCESSABLE', success: false },
    ])
  })

  it('so is one in the middle of a file, such as for a full disk', async () => {
    const { origin, ticket } = await startLocal(async ({ body }) => {
      for await (const _ of body ?? []) break
      return Response.json({ message: 'The disk is full.', code: 'INSUFFICIENT_STORAGE' }, { status: 507 })
    })
    const answer = await fetch(`${origin}${ticket}`, {
      method: 'PUT',
      headers: PDF,
      body: new Uint8Array(5 * MB),
    })
    expect([answer.status, (await answer.json()).message]).toEqual([507, 'The disk is full.'])
  })

  it('a chunked file is held to the limit', async () => {
    const { origin, ticket } = await startLocal(
      // It has its own words for a body that breaks off; the limit is the better reason.
      (request) =>
        request.arrayBuffer().then(
          ({ byteLength }) => Response.json({ size: byteLength }),
          () => Response.json({ message: 'The body broke off' }, { status: 400 }),
        ),
      { limits: { uploadBytes: MB } },
    )
    const body = new Blob([new Uint8Array(MB + 1)]).stream()
    const answer = await fetch(`${origin}${ticket}`, {
      method: 'PUT',
      headers: PDF,
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
  })

  it('a browser that leaves ends the handing over', async () => {
    const { open: arrive, opened: arrived } = gate()
    const { open: end, opened: ended } = gate<string>()
    const { origin, ticket } = await startLocal(async (request) => {
      arrive()
      await request.arrayBuffer().then(
        () => end('whole'),
        () => end('broken off'),
      )
      return Response.json({})
    })
    const socket = openSocket(origin)
    socket.write(
      `PUT ${ticket} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nContent-Type: application/pdf\r\nContent-Length: 1000000\r\n\r\n%PDF-`,
    )
    await arrived
    socket.destroy()
    expect(await ended).toBe('broken off')
  })

  it('a stored file is read with its headers and always under a sandboxing policy', async () => {
    const { origin } = await startLocal((request) =>
      new URL(request.url).pathname === '/blobs/bare'
        ? new Response('<script>', { headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } })
        : new Response('# Hello', {
            headers: {
              'content-type': 'text/plain; charset=utf-8',
              'content-disposition': 'inline',
              'content-security-policy': 'sandbox',
              'access-control-allow-origin': '*',
              'x-internal': 'x',
            },
          }),
    )
    const answer = await fetch(`${origin}/blobs/f-1?signature=s`)
    expect(await answer.text()).toBe('# Hello')
    const {
      date,
      connection,
      'keep-alive': alive,
      'x-request-id': id,
      ...headers
    } = Object.fromEntries(answer.headers)
    expect(headers).toEqual({
      'cache-control': 'private, no-store',
      'content-disposition': 'inline',
      'content-security-policy': 'sandbox',
      'content-type': 'text/plain; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'transfer-encoding': 'chunked',
      'x-content-type-options': 'nosniff',
    })
    const bare = await fetch(`${origin}/blobs/bare`)
    expect(bare.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(bare.headers.get('set-cookie')).toBeNull()
  })

  it('is not asked for another path than the one given', async () => {
    const { origin } = await startLocal((request) => Response.json({ path: new URL(request.url).pathname }))
    const { host } = new URL(origin)
    const answer = await sendRaw(
      origin,
      `GET /blobs/../api HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })
})

it.each([
  ['application/json', '{"message":"Too big"}', 'Too big'],
  ['application/json', `{"message":"${'x'.repeat(900)}"}`, `${'x'.repeat(299)}…`],
  ['application/json', 'not json', 'The storage refused the file with status 400. Add the file again'],
  ['application/xml', '<Code>EntityTooLarge</Code>', 'The file is larger than the storage takes'],
  ['application/xml', '<Code>Odd</Code>', 'The storage refused the file with status 400. Add the file again'],
])('a refusal as %s %s is told as %s', (type, body, message) => {
  expect(readUploadRefusal(400, type, body).message).toBe(message)
})
