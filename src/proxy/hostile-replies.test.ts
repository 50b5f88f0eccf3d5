import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { CONSOLE_ERROR_HEADER, SERVICE_STATUS_HEADER } from '../contract/errors'
import { type Operation, waitOf } from '../contract/operation'
import { operations } from '../contract/operations'
import { LIMITS } from '../net/server-limits'
import { askForUpload, openSocket, startTcpServer, startTestConsole } from './console.fixture'
import { TIMEOUTS } from './upstream'

const FILES = '/api/v1/knowledge-base/files'
const TOOLS = '/api/v1/tools'
const COLLECTION = '/api/v1/knowledge-base/collection'
const EVENTS = '/api/v1/threads/t-1/stream'
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'

/** A service that treats each request as its path says; others are answered. */
const startService = (treat: Record<string, (socket: Socket) => void>) =>
  startTcpServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const path = chunk.toString().split(' ')[1] ?? ''
      if (treat[path]) treat[path](socket)
      else socket.write(OK)
    })
  })

/** Writes something again and again until the other side has enough. */
const endlessly =
  (text: string, pause: number, head = '') =>
  (socket: Socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(text), pause)
    socket.once('close', () => clearInterval(timer))
  }

const START =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'

const codeOf = ({ status, headers }: Response) => ({ status, code: headers.get(CONSOLE_ERROR_HEADER) })
const post = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"name":"A","description":""}',
}

describe('one deadline for a whole exchange', () => {
  const timeouts = { exchange: () => 600 }

  it.each([
    ['interim replies without an end', endlessly(EARLY_HINTS, 100)],
    ['a byte now and then', endlessly('1\r\n \r\n', 100, START)],
    ['a header now and then', endlessly('X-A: a\r\n', 100, 'HTTP/1.1 200 OK\r\n')],
  ])('%s do not extend it', async (_, treat) => {
    const service = await startService({ [FILES]: treat, [COLLECTION]: treat })
    const { origin } = await startTestConsole({ SERVICE_URL: service }, { timeouts })
    const late = { status: 504, code: 'SERVICE_TIMED_OUT' }
    expect(codeOf(await fetch(`${origin}${FILES}`))).toEqual(late)
    expect(codeOf(await fetch(`${origin}${COLLECTION}`, post))).toEqual(late)
  })

  it('the proxy gives up before the page does, so that the page learns who did not answer (D909)', () => {
    for (const operation of Object.values<Operation>(operations))
      expect(TIMEOUTS.exchange(operation), operation.name).toBeLessThan(waitOf(operation))
    // A list may take as long as a write (D968).
    expect(TIMEOUTS.exchange(operations.listFiles)).toBeGreaterThan(40_000)
  })

  it('a flood of interim replies ends it at once', async () => {
    const service = await startService({ [FILES]: (socket) => socket.write(EARLY_HINTS.repeat(2_000)) })
    const { origin } = await startTestConsole({ SERVICE_URL: service })
    expect(codeOf(await fetch(`${origin}${FILES}`))).toEqual({ status: 502, code: 'SERVICE_REPLY_BROKEN' })
  })

  it('one that began breaks off, so that half a reply never looks whole', async () => {
    const much = ' '.repeat(0x50000)
    const service = await startService({
      [FILES]: endlessly('1\r\n \r\n', 100, `${START}50000\r\n${much}\r\n`),
    })
    const { origin } = await startTestConsole({ SERVICE_URL: service }, { timeouts })
    const answer = await fetch(`${origin}${FILES}`)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  it('a stream of events has none, once it began', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'
    const service = await startService({ [EVENTS]: endlessly('4\r\n:a\n\n\r\n', 100, head) })
    const { origin } = await startTestConsole({ SERVICE_URL: service }, { timeouts })
    const reader = (await fetch(`${origin}${EVENTS}`)).body?.getReader()
    const began = performance.now()
    while (performance.now() - began < 1_500) expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
  })

  // Later, what hangs has ended by its own time.
  it('many that hang do not stop the others', { timeout: 20_000 }, async () => {
    const service = await startService({ [FILES]: endlessly('1\r\n \r\n', 500, START) })
    const { origin } = await startTestConsole({ SERVICE_URL: service })
    const leaving = new AbortController()
    const hanging = Array.from({ length: 40 }, () => fetch(`${origin}${FILES}`, leaving).catch(() => {}))
    await new Promise((settle) => setTimeout(settle, 300))
    expect((await fetch(`${origin}${TOOLS}`)).status).toBe(200)
    leaving.abort()
    await Promise.all(hanging)
  })

  it('one connection of a page has few at once', { timeout: 20_000 }, async () => {
    let taken = 0
    const service = await startService({
      [FILES]: () => {
        taken += 1
      },
    })
    const { origin } = await startTestConsole({ SERVICE_URL: service })
    const socket = openSocket(origin)
    socket.write(`GET ${FILES} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`.repeat(40))
    await expect.poll(() => taken).toBeGreaterThan(0)
    await new Promise((settle) => setTimeout(settle, 300))
    expect(taken).toBeLessThan(10)
    expect((await fetch(`${origin}${TOOLS}`)).status).toBe(200)
  })

  it('an idle connection is closed by the console first, however long the service would keep it', async () => {
    let closed = 0
    const service = await startService({
      [TOOLS]: (socket) => {
        socket.once('close', () => {
          closed += 1
        })
        socket.write(OK.replace('\r\n\r\n', '\r\nKeep-Alive: timeout=30\r\n\r\n'))
      },
    })
    const { origin } = await startTestConsole({ SERVICE_URL: service }, { timeouts: { idle: 600 } })
    expect((await fetch(`${origin}${TOOLS}`)).status).toBe(200)
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(1)
    expect(TIMEOUTS.idle).toBeLessThanOrEqual(LIMITS.keepAliveTimeout / 3)
  })

  it('an upload has one, too', async () => {
    let service = ''
    const reply = () => JSON.stringify({ fileId: 'f', uploadUrl: `${service}/target` })
    service = await startService({
      '/generate-presigned-url': (socket) =>
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${reply().length}\r\n\r\n${reply()}`,
        ),
      '/target': endlessly(EARLY_HINTS, 100),
    })
    const { origin } = await startTestConsole({ SERVICE_URL: service }, { timeouts: { storage: 600 } })
    const { uploadUrl } = await (await askForUpload(origin)).json()
    const init = { method: 'PUT', headers: { 'content-type': 'text/markdown' }, body: '# A' }
    expect(codeOf(await fetch(`${origin}${uploadUrl}`, init))).toEqual({
      status: 504,
      code: 'SERVICE_TIMED_OUT',
    })
  })
})

describe('a status that no service gives', () => {
  const answering = (status: number) => (socket: Socket) =>
    socket.write(OK.replace('200 OK', `${status} Odd`))

  it.each([407, 600, 799, 999])('%i is an error of the gateway that says so', async (status) => {
    const service = await startService({ [FILES]: answering(status), [COLLECTION]: answering(status) })
    const { origin } = await startTestConsole({ SERVICE_URL: service })
    for (const answer of [await fetch(`${origin}${FILES}`), await fetch(`${origin}${COLLECTION}`, post)]) {
      expect(codeOf(answer)).toEqual({ status: 502, code: 'SERVICE_STATUS_UNUSABLE' })
      expect(answer.headers.get(SERVICE_STATUS_HEADER)).toBe(String(status))
      expect((await answer.json()).message).toContain(String(status))
    }
  })

  it.each([
    ['a final reply below 200', 'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\n{}'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['four digits', 'HTTP/1.1 1000 Odd\r\nContent-Length: 2\r\n\r\n{}'],
  ])('%s is no reply', async (_, reply) => {
    const service = await startService({ [FILES]: (socket) => socket.write(reply) })
    const { origin } = await startTestConsole({ SERVICE_URL: service })
    const { status, code } = codeOf(await fetch(`${origin}${FILES}`))
    expect([status, code]).toEqual([502, expect.stringMatching(/^SERVICE_/)])
  })

  it.each([407, 600, 999])('%i of an upload target is no answer to the browser', async (status) => {
    let service = ''
    const reply = () => JSON.stringify({ fileId: 'f', uploadUrl: `${service}/target` })
    service = await startService({
      '/generate-presigned-url': (socket) =>
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${reply().length}\r\n\r\n${reply()}`,
        ),
      '/target': answering(status),
    })
    const { origin } = await startTestConsole({ SERVICE_URL: service })
    const { uploadUrl } = await (await askForUpload(origin)).json()
    const init = { method: 'PUT', headers: { 'content-type': 'text/markdown' }, body: '# A' }
    const answer = await fetch(`${origin}${uploadUrl}`, init)
    expect(answer.status).toBe(502)
    expect((await answer.json()).message).toContain(String(status))
  })
})
