import type { lookup } from 'node:dns'
import { get as httpGet, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { viewFile } from '../contract/file-changes'
import { gate } from '../net/gate.fixture'
import { lookupPublic } from '../net/public-address'
import {
  ACCESS_TOKEN,
  API_KEY,
  answerJson,
  askForUpload,
  openSocket,
  standstill,
  startPair,
  startTcpServer,
  startTestConsole,
  startUpstream,
} from './console.fixture'
import { openPreviews } from './previews'
import { createTickets } from './tickets'
import { openStorage } from './upload-targets'
import { TIMEOUTS } from './upstream'

const MB = 2 ** 20
const VIEW = '/api/v1/knowledge-base/file/f-1/view'

/** Asks for the view address as the page does. */
const askView = (origin: string) =>
  fetch(`${origin}${VIEW}`, { method: 'POST', headers: { 'content-type': 'application/json' } })

const ticketOf = async (origin: string): Promise<string> =>
  viewFile.reply.parse(await (await askView(origin)).json()).preview ?? ''

/** A service that keeps its files on its own origin, and what it does when one is read. */
async function startStorage(
  onGet: (request: IncomingMessage, response: ServerResponse) => void,
  options: Parameters<typeof startPair>[2] = {},
) {
  const started = await startPair(
    (request, response) => {
      if (request.method === 'GET') onGet(request, response)
      else answerJson(response, { viewUrl: `http://${request.headers.host}/get/f-1?signature=s%2F1` })
    },
    {},
    options,
  )
  return { ...started, ticket: await ticketOf(started.origin) }
}

const answers = (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  startStorage((_, response) => response.writeHead(status, headers).end(body))

describe('the reply with a view address', () => {
  const ask = async (body: unknown) => {
    const { origin } = await startPair((_, response) => answerJson(response, body))
    return (await askView(origin)).json()
  }

  it.each([
    [
      { viewUrl: 'https://files.example.com/f', owner: 'sam' },
      { viewUrl: 'https://files.example.com/f', owner: 'sam' },
    ],
    [
      { data: { signedUrl: 'https://files.example.com/f' } },
      { data: { signedUrl: 'https://files.example.com/f' } },
    ],
    ['https://files.example.com/f', { viewUrl: 'https://files.example.com/f' }],
  ])('keeps what it has and gets a ticket: %j', async (body, kept) => {
    expect(await ask(body)).toEqual({
      ...kept,
      consolePreview: expect.stringMatching(/^\/console\/previews\/[\w-]{60,}$/),
    })
  })

  it.each([
    { viewUrl: 'http://files.example.com/f' },
    { viewUrl: 'https://169.254.169.254/latest' },
    { viewUrl: 'https://[::1]/f' },
    { viewUrl: 'https://u:p@files.example.com/f' },
    { viewUrl: 'javascript:alert(1)' },
    { viewUrl: '/relative' },
    { ok: true },
  ])('stays as it is where there is nothing to read: %j', async (body) => {
    expect(await ask(body)).toEqual(body)
  })

  it('is left alone in a refusal', async () => {
    const { origin } = await startPair((_, response) =>
      answerJson(response, { message: 'No such file' }, 404),
    )
    const answer = await askView(origin)
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'No such file' }])
  })
})

describe('a preview', () => {
  it('comes as a document that cannot be a page, asked for without a credential', async () => {
    let seen: unknown
    const { origin, upstream, ticket } = await startStorage((request, response) => {
      seen = { url: request.url, rawHeaders: request.rawHeaders }
      response
        .writeHead(200, { 'content-type': 'text/html', etag: '"internal"', 'set-cookie': 'a=b' })
        .end('<h1>Hi</h1>')
    })
    const answer = await fetch(`${origin}${ticket}`, { headers: { cookie: 'a=b', 'x-api-key': 'mine' } })
    expect([answer.status, await answer.text()]).toEqual([200, '<h1>Hi</h1>'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect([answer.headers.get('etag'), answer.headers.get('set-cookie')]).toEqual([null, null])
    expect(seen).toEqual({
      url: '/get/f-1?signature=s%2F1',
      rawHeaders: [
        ...['host', new URL(upstream).host],
        ...['connection', 'keep-alive'],
        ...['accept', '*/*'],
        ...['accept-encoding', 'identity'],
        ...['user-agent', 'switchboard'],
      ],
    })
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${API_KEY}|${ACCESS_TOKEN}`))
  })

  it.each([
    ['%PDF-1.7 rest', 'application/octet-stream', 'application/pdf'],
    [`${'x'.repeat(900)}%PDF-1.7`, 'text/html', 'application/pdf'],
    [`${'x'.repeat(2000)}%PDF-1.7`, 'application/pdf', 'text/plain; charset=utf-8'],
    ['# Title', 'text/markdown', 'text/plain; charset=utf-8'],
    ['', 'text/markdown', 'text/plain; charset=utf-8'],
  ])('is PDF or text by its beginning, whatever it is called', async (body, said, type) => {
    const { origin, ticket } = await answers(body, { 'content-type': said })
    const answer = await fetch(`${origin}${ticket}`)
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([type, body])
  })

  it('needs a ticket of ours that is neither altered nor for an upload', async () => {
    let asked = 0
    const { origin } = await startPair((request, response) => {
      if (request.method === 'GET') asked++
      answerJson(response, {
        fileId: 'f-1',
        uploadUrl: `http://${request.headers.host}/put`,
        viewUrl: `http://${request.headers.host}/get`,
      })
    })
    const ticket = await ticketOf(origin)
    const other = await askForUpload(origin)
    const { uploadUrl } = await other.json()
    const altered = `${ticket.slice(0, -2)}${ticket.endsWith('AA') ? 'BB' : 'AA'}`
    const ofUpload = `/console/previews/${String(uploadUrl).split('/').pop()}`
    for (const path of [altered, ofUpload, '/console/previews/', '/console/previews/x/y'])
      expect((await fetch(`${origin}${path}`)).status, path).toBe(410)
    expect(asked).toBe(0)
  })

  it('ends with its ticket', async () => {
    let now = 0
    const tickets = createTickets(() => now, undefined, 5 * 60 * 1000)
    const storage = openStorage({ origins: () => [], timeouts: TIMEOUTS })
    onTestFinished(storage.close)
    const previews = openPreviews(storage, MB, tickets)
    const origin = await startUpstream((request, response) =>
      previews.get(request, response, (request.url ?? '').slice(1)),
    )
    // The address behind it is private, which is told apart from a ticket that has ended.
    const ticket = tickets.seal('https://127.0.0.1/f')
    now = 5 * 60 * 1000 - 1
    expect((await fetch(`${origin}/${ticket}`)).status).toBe(502)
    now++
    expect((await fetch(`${origin}/${ticket}`)).status).toBe(410)
  })

  it.each(['POST', 'PUT', 'HEAD', 'DELETE'])('answers GET only, not %s', async (method) => {
    const { origin, ticket } = await answers('x')
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${origin}${ticket}`, { method, headers })).status).toBe(405)
  })

  it.each([[{ origin: 'https://elsewhere.example' }], [{ 'sec-fetch-site': 'cross-site' }]])(
    'is not for other websites: %j',
    async (headers) => {
      const { origin, ticket } = await answers('x')
      const status = await new Promise((settle) =>
        httpGet(`${origin}${ticket}`, { headers, agent: false }, (answer) => {
          answer.resume()
          settle(answer.statusCode)
        }),
      )
      expect(status).toBe(403)
    },
  )

  it('follows no redirect and repeats nothing of a refusal', async () => {
    const redirected = await answers('', { location: 'http://169.254.169.254/' }, 302)
    const answer = await fetch(`${redirected.origin}${redirected.ticket}`)
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('not followed')])
    for (const [status, word] of [
      [403, 'expired'],
      [404, 'no such file'],
      [500, 'status 500'],
    ] as const) {
      const refused = await answers('<Error>secret-1</Error>', { 'content-type': 'application/xml' }, status)
      const said = await fetch(`${refused.origin}${refused.ticket}`)
      const text = await said.text()
      expect([said.status, text]).toEqual([status, expect.stringContaining(word)])
      expect(text).not.toContain('secret-1')
    }
  })

  it('is not read in an encoding, which could not be capped', async () => {
    const { origin, ticket } = await answers(gzipSync('x'.repeat(9000)), { 'content-encoding': 'gzip' })
    expect((await fetch(`${origin}${ticket}`)).status).toBe(502)
  })

  it('may not be larger than the limit, declared or not', async () => {
    const limits = { uploadBytes: MB }
    const send = (bytes: number, declared: boolean) =>
      startStorage(
        (_, response) => {
          if (declared) response.setHeader('content-length', bytes)
          for (let sent = 0; sent < bytes; sent += 64 * 1024)
            response.write(Buffer.alloc(Math.min(64 * 1024, bytes - sent), 'x'))
          response.end()
        },
        { limits },
      )
    const whole = await send(MB, false)
    expect((await (await fetch(`${whole.origin}${whole.ticket}`)).arrayBuffer()).byteLength).toBe(MB)
    const declared = await send(MB + 1, true)
    expect((await fetch(`${declared.origin}${declared.ticket}`)).status).toBe(413)
    // It has begun when the limit is passed: then it breaks off and never looks whole.
    const chunked = await send(MB + 1, false)
    await expect(fetch(`${chunked.origin}${chunked.ticket}`).then((each) => each.text())).rejects.toThrow()
  })

  it('that breaks off never looks whole', async () => {
    const { origin, ticket } = await startStorage((request, response) => {
      response.writeHead(200, { 'content-length': 100_000 })
      response.write('x'.repeat(50_000), () => request.socket.destroy())
    })
    await expect(fetch(`${origin}${ticket}`).then((each) => each.text())).rejects.toThrow()
  })

  it('from a storage that does not answer is given up', async () => {
    const { origin, ticket } = await startStorage(() => {}, { timeouts: { headers: 200 } })
    expect((await fetch(`${origin}${ticket}`)).status).toBe(504)
  })

  it('that the browser gives up ends at the storage', async () => {
    const { open: end, opened: ended } = gate()
    const { origin, ticket } = await startStorage((_, response) => {
      response.once('close', end)
      response.writeHead(200)
      response.write('x'.repeat(5000))
    })
    const socket = openSocket(origin)
    const heard = new Promise((settle) => socket.once('data', settle))
    socket.write(`GET ${ticket} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`)
    await heard
    const started = performance.now()
    socket.destroy()
    await ended
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('is held back while the browser reads nothing', async () => {
    const size = 200 * MB
    let sent = 0
    const { origin, ticket } = await startStorage(
      (_, response) => {
        const chunk = Buffer.alloc(256 * 1024, 1)
        const push = () => {
          while (sent < size) {
            sent += chunk.length
            if (!response.write(chunk)) {
              response.once('drain', push)
              return
            }
          }
          response.end()
        }
        push()
      },
      { limits: { uploadBytes: size } },
    )
    const answer = await new Promise<IncomingMessage>((settle) =>
      httpGet(`${origin}${ticket}`, { agent: false }, settle),
    )
    await standstill(() => sent)
    expect(sent).toBeLessThan(50 * MB)
    let read = 0
    for await (const chunk of answer) read += chunk.length
    expect(read).toBe(size)
  })

  it('is not read from a name that leads to a private address when it comes to connecting', async () => {
    let connections = 0
    const server = await startTcpServer((socket) => {
      connections++
      socket.destroy()
    })
    const { port } = new URL(server)
    const toThisMachine = ((_: string, __: object, callback: (...given: unknown[]) => void) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup
    const { origin } = await startPair(
      (_, response) => answerJson(response, { viewUrl: `https://files.example.com:${port}/f` }),
      {},
      { lookup: lookupPublic(toThisMachine) },
    )
    const answer = await fetch(`${origin}${await ticketOf(origin)}`)
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('private')])
    expect(connections).toBe(0)
  })

  it('comes from the local service without a connection', async () => {
    const asked: string[] = []
    const { origin } = await startTestConsole(
      {},
      {
        openService: async (publicUrl) => ({
          credentials: { apiKey: 'k', accessToken: 't' },
          fetch: (request) => {
            asked.push(`${request.method} ${new URL(request.url).pathname}`)
            if (request.method === 'POST')
              return Response.json({ viewUrl: `${publicUrl}/blobs/f-1?signature=s` })
            return new Response('# From here', { headers: { 'content-type': 'text/plain' } })
          },
        }),
      },
    )
    const answer = await fetch(`${origin}${await ticketOf(origin)}`)
    expect(await answer.text()).toBe('# From here')
    expect(asked).toEqual([`POST ${VIEW}`, 'GET /blobs/f-1'])
  })

  it('that the browser gave up before the local service began is not read', async () => {
    const { open: begin, opened: begun } = gate()
    const taken = { asked: false, pieces: 0, cancelled: false }
    const body = () =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (taken.pieces++ < 800) controller.enqueue(Buffer.alloc(64 * 1024, 'x'))
            else controller.close()
          },
          cancel() {
            taken.cancelled = true
          },
        },
        { highWaterMark: 0 },
      )
    const { origin } = await startTestConsole(
      {},
      {
        openService: async (publicUrl) => ({
          credentials: { apiKey: 'k', accessToken: 't' },
          fetch: async (request) => {
            if (request.method === 'POST')
              return Response.json({ viewUrl: `${publicUrl}/blobs/f-1?signature=s` })
            taken.asked = true
            await begun
            return new Response(body())
          },
        }),
      },
    )
    const socket = openSocket(origin)
    socket.write(`GET ${await ticketOf(origin)} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`)
    await expect.poll(() => taken.asked).toBe(true)
    const left = new Promise((settle) => socket.once('close', settle))
    socket.destroy()
    await left
    // Long enough for the other end to hear of it.
    await (await fetch(`${origin}/healthz`)).text()
    begin()
    await expect.poll(() => taken.cancelled).toBe(true)
    expect(taken.pieces).toBeLessThan(10)
  })
})
