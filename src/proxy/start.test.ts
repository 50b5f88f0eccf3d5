import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { gate } from '../net/gate.fixture'
import { StartRefused } from '../net/start-refused'
import { readConfig } from './config'
import {
  answerJson,
  openSocket,
  sendRaw,
  startPair,
  startTestConsole,
  startUpstream,
} from './console.fixture'
import { startConsole } from './start'

const HOSTED = { SERVICE_URL: 'https://service.example.com' }
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

describe('on the wire', () => {
  const ask = async (lines: readonly string[], close = true) => {
    const { origin } = await startTestConsole(HOSTED)
    const { host } = new URL(origin)
    const text = lines.map((line) => line.replace('{host}', host)).concat(close ? ['Connection: close'] : [])
    return sendRaw(origin, `${text.join('\r\n')}\r\n\r\n`)
  }

  it.each([
    [200, ['GET /healthz HTTP/1.1', 'Host: {host}']],
    [421, ['GET /healthz HTTP/1.1', 'Host: evil.example']],
    [421, ['GET /readyz HTTP/1.1', 'Host: evil.example']],
    [421, ['GET /healthz HTTP/1.1']],
    [421, ['GET /healthz HTTP/1.1', 'Host: {host}', 'Host: {host}']],
    [421, ['GET /healthz HTTP/1.0', 'Host: {host}']],
    [400, ['GET //healthz HTTP/1.1', 'Host: {host}']],
    [400, ['GET http://{host}/healthz HTTP/1.1', 'Host: {host}']],
    [400, ['GET /a/../healthz HTTP/1.1', 'Host: {host}']],
    [400, ['GET /api/v1/%2e%2e/tools HTTP/1.1', 'Host: {host}']],
    [400, ['OPTIONS * HTTP/1.1', 'Host: {host}']],
    [403, ['GET /healthz HTTP/1.1', 'Host: {host}', 'Origin: http://evil.example']],
    [403, ['GET /healthz HTTP/1.1', 'Host: {host}', 'Sec-Fetch-Site: cross-site']],
    [405, ['OPTIONS /api/v1/tools HTTP/1.1', 'Host: {host}', 'Access-Control-Request-Method: GET']],
    [405, ['OPTIONS /healthz HTTP/1.1', 'Host: {host}', 'Origin: http://{host}']],
  ])('%i for %j', async (status, lines) => {
    const answer = await ask(lines)
    expect(statusOf(answer)).toBe(status)
    expect(answer).not.toMatch(/access-control/i)
    expect(answer).toMatch(/x-content-type-options: nosniff/i)
  })

  it('refuses an upgrade and goes on', async () => {
    const answer = await ask(
      [
        'GET / HTTP/1.1',
        'Host: {host}',
        'Connection: upgrade, close',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
      ],
      false,
    )
    expect(statusOf(answer)).toBe(400)
    expect(answer).not.toMatch(/101 Switching/)
  })

  it('leaves a connection that names another host with CONNECT', async () => {
    expect(await ask(['CONNECT evil.example:443 HTTP/1.1', 'Host: {host}'])).not.toMatch(/^HTTP\/1\.1 2/)
  })
})

it('answers health and info', async () => {
  const { origin } = await startTestConsole({ ...HOSTED, CHAT_ORIGIN: 'https://www.example.com' })
  expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' })
  const info = await fetch(`${origin}/console/info`)
  expect(info.headers.get('cache-control')).toBe('no-store')
  expect(await info.json()).toEqual({
    service: 'hosted',
    serviceName: 'service.example.com',
    credentials: { apiKey: true, accessToken: true },
    chatOrigins: ['https://www.example.com'],
    chatAddress: 'https://service.example.com',
    limits: { uploadBytes: 52_428_800, bodyBytes: 1_048_576 },
  })
})

it('is ready when its local service is, and with a hosted one as soon as it listens (D225)', async () => {
  let reply = Response.json({ status: 'ok' })
  const asked: string[] = []
  const local = {
    fetch: (request: Request) => {
      asked.push(new URL(request.url).pathname)
      return reply
    },
    credentials: {},
  }
  const { origin } = await startTestConsole({}, { openService: () => local })
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  reply = Response.json({ status: 503 }, { status: 503, headers: { 'retry-after': '5' } })
  const away = await fetch(`${origin}/readyz`)
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await fetch(`${origin}/readyz`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  expect(asked).toEqual(['/readyz', '/readyz'])

  const hosted = await startTestConsole(HOSTED)
  expect(await (await fetch(`${hosted.origin}/readyz`)).json()).toEqual({ status: 'ok' })
})

it('says which credentials are missing, and that the console is its own chat origin', async () => {
  const { origin } = await startTestConsole({ ...HOSTED, SERVICE_API_KEY: '', SERVICE_ACCESS_TOKEN: '' })
  expect(await (await fetch(`${origin}/console/info`)).json()).toMatchObject({
    credentials: { apiKey: false, accessToken: false },
    chatOrigins: [origin],
  })
})

it('tells what the local service comes with', async () => {
  const samples = {
    sttConfigIds: ['stt-1'],
    ttsConfigIds: [],
    llmConfigIds: [],
    voiceIds: [],
    phoneNumbers: [],
    toolSlugs: [],
    preBuiltToolSlugs: [],
  }
  const service = {
    fetch: () => new Response(),
    credentials: { apiKey: 'secret-of-the-local-service', accessToken: 'other-secret-of-it' },
    samples: () => samples,
  }
  const { origin } = await startTestConsole({}, { openService: () => service })
  const text = await (await fetch(`${origin}/console/info`)).text()
  expect(JSON.parse(text)).toMatchObject({ service: 'local', serviceName: 'local', samples })
  expect(text).not.toContain('secret')
})

it('answers only after its service is open', async () => {
  const { open: address, opened: known } = gate<string>()
  const { open, opened: ready } = gate()
  let opened = false
  const starting = startTestConsole(
    {},
    {
      openService: async (publicUrl) => {
        address(publicUrl)
        await ready
        opened = true
        return { fetch: () => new Response(), credentials: {} }
      },
    },
  )
  const early = fetch(`${await known}/healthz`).then(() => opened)
  open()
  expect(await early).toBe(true)
  await starting
})

it('does nothing for who left while its service opened', async () => {
  const { open: address, opened: known } = gate<string>()
  const { open, opened: ready } = gate()
  const { open: arrived, opened: waiting } = gate<ServerResponse>()
  const came = (message: unknown) => arrived((message as { response: ServerResponse }).response)
  subscribe('http.server.request.start', came)
  onTestFinished(() => void unsubscribe('http.server.request.start', came))
  const asked: string[] = []
  const service = {
    fetch: ({ method }: Request) => {
      asked.push(method)
      return Response.json({})
    },
    credentials: { apiKey: 'k' },
  }
  const starting = startTestConsole(
    { ALLOWED_HOSTS: 'console.example' },
    {
      openService: async (publicUrl) => {
        address(publicUrl)
        await ready
        return service
      },
    },
  )
  const origin = await known
  const socket = openSocket(origin)
  socket.write('DELETE /api/v1/knowledge-base/file/f1 HTTP/1.1\r\nHost: console.example\r\n\r\n')
  const response = await waiting
  const gone = once(response, 'close')
  socket.destroy()
  await gone
  open()
  await starting
  await fetch(`${origin}/readyz`)
  expect(asked).toEqual(['GET'])
})

it('says in one sentence that the port is in use, before the service is opened', async () => {
  const origin = await startUpstream(() => {})
  const config = readConfig({ PORT: new URL(origin).port })
  let opened = false
  const openService = () => {
    opened = true
    return { fetch: () => new Response(), credentials: {} }
  }
  await expect(startConsole({ config, openService })).rejects.toThrow(
    new StartRefused(`Port ${config.port} is in use; stop what uses it, or set PORT.`),
  )
  expect(opened).toBe(false)
})

it('stops listening when its service does not open', async () => {
  let address = ''
  const openService = (publicUrl: string) => {
    address = publicUrl
    return Promise.reject(new Error('the data directory is held by another process'))
  }
  await expect(startConsole({ config: readConfig({ PORT: '0' }), openService })).rejects.toThrow(/held by/)
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
})

it('says that there is no build', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'console-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const config = readConfig({ PORT: '0', ...HOSTED })
  await expect(startConsole({ config, pages: directory })).rejects.toThrow(/not built/)
})

it('finishes what is in flight when it is closed, closes its service, and takes nothing new', async () => {
  let finish: () => void = () => {}
  const { open: arrived, opened: inFlight } = gate()
  let closed = false
  const running = await startConsole({
    config: readConfig({ PORT: '0' }),
    openService: () => ({
      credentials: { apiKey: 'k' },
      fetch: () =>
        new Promise<Response>((settle) => {
          finish = () => settle(Response.json({ collections: [] }))
          arrived()
        }),
      close: () => {
        closed = true
      },
    }),
  })
  const answer = fetch(`${running.origin}/api/v1/knowledge-base/collections`)
  await inFlight
  const closing = running.close()
  const ask = () =>
    fetch(`${running.origin}/healthz`).then(
      ({ headers }) => headers.get('connection'),
      () => 'refused',
    )
  // For a moment it answers, once a connection; then no more.
  expect(await ask()).toBe('close')
  await expect.poll(ask).toBe('refused')
  finish()
  expect(await (await answer).json()).toEqual({ collections: [] })
  await closing
  expect(closed).toBe(true)
})

it('logs one line a request from a fixed list of fields', async () => {
  const { origin, lines } = await startPair((_, response) => answerJson(response, { tools: [] }))
  const answer = await fetch(`${origin}/api/v1/tools?cursor=secret-cursor`, {
    headers: { 'x-api-key': 'secret-header', cookie: 'secret-cookie' },
  })
  await answer.text()
  await fetch(`${origin}/secret-path/../x?secret=1`).then((each) => each.text())
  await expect.poll(() => lines.length).toBe(2)
  expect(lines[0]).toMatch(/^\d{4}-[\d-]{5}T[\d:.]{12}Z GET listTools 200 \d+ms [0-9a-f]{12}$/)
  expect(lines[0]).toContain(answer.headers.get('x-request-id'))
  expect(lines.join('\n')).not.toContain('secret')
})

it('bounds the head of a request', async () => {
  const { origin } = await startTestConsole(HOSTED)
  const socket = openSocket(origin)
  const heard = new Promise<string>((settle) => {
    socket.once('data', (chunk) => settle(chunk.toString()))
  })
  socket.write(`GET / HTTP/1.1\r\nx-long: ${'x'.repeat(20_000)}`)
  expect(statusOf(await heard)).toBe(431)
})
