import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { API_KEY, answerJson, openSocket, readAll, startPair, startTestConsole } from './console.fixture'

const STREAM = '/api/v1/threads/t-1/stream'

const begin = (response: ServerResponse, type = 'text/event-stream') => {
  response.writeHead(200, { 'content-type': type, 'set-cookie': 'a=b', 'access-control-allow-origin': '*' })
  response.flushHeaders()
}

/** Reads the next piece of an answer as text. */
async function readPiece(answer: Response) {
  const reader = answer.body?.getReader()
  const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
  reader?.releaseLock()
  return done ? undefined : new TextDecoder().decode(value)
}

describe('server-sent events', () => {
  it('come through as they are sent, with our headers, the key and the place alone', async () => {
    let upstream: ServerResponse | undefined
    const seen: unknown[] = []
    const { origin } = await startPair((request, response) => {
      const { 'x-api-key': key, 'last-event-id': id, accept, cookie } = request.headers
      seen.push({ key, id, accept, cookie })
      begin(response)
      upstream = response
    })
    const headers = { 'last-event-id': '41', cookie: 'secret=1', accept: 'text/event-stream' }
    const answer = await fetch(`${origin}${STREAM}`, { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    for (const event of ['id: 42\ndata: {}\n\n', ': here\n\n']) {
      upstream?.write(event)
      expect(await readPiece(answer)).toBe(event)
    }
    upstream?.end()
    expect(await readPiece(answer)).toBeUndefined()
    expect(seen).toEqual([
      { key: API_KEY, id: '41', accept: 'text/event-stream, application/json', cookie: undefined },
    ])
  })

  it('come through as the answer to a request with a body, which ends there when the page leaves', async () => {
    let upstream: ServerResponse | undefined
    let left = false
    const seen: string[] = []
    const { origin } = await startPair(async (request, response) => {
      seen.push(`${request.method} ${request.url} ${await readAll(request)}`)
      begin(response)
      upstream = response
      response.on('close', () => {
        left = true
      })
    })
    const path = '/api/v1/agents/a-1/versions/v-1/try'
    const body = '{"messages":[]}'
    const page = new AbortController()
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: page.signal,
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const event = 'event: text\ndata: {"text":"Hello"}\n\n'
    upstream?.write(event)
    expect(await readPiece(answer)).toBe(event)
    page.abort()
    await expect.poll(() => left, { timeout: 1_000 }).toBe(true)
    expect(seen).toEqual([`POST ${path} ${body}`])
    const plain = await fetch(`${origin}${path}`, { method: 'POST', body })
    expect(plain.status).toBe(415)
  })

  it('are let through for no other operation, and no other type for this one', async () => {
    const { origin } = await startPair((request, response) => {
      begin(response, request.url === STREAM ? 'text/html' : 'text/event-stream')
      response.end('data: 1\n\n')
    })
    for (const path of ['/api/v1/threads/t-1', '/api/v1/threads/t-1/messages', STREAM]) {
      const answer = await fetch(`${origin}${path}`)
      expect(answer.status, path).toBe(502)
      expect(await answer.json()).toMatchObject({ code: 'SERVICE_REPLY_NOT_JSON' })
    }
  })

  it('are refused in the words of the service, and 204 passes', async () => {
    const replies = [404, 204]
    const { origin } = await startPair((_, response) => {
      const status = replies.shift()
      if (status === 204) response.writeHead(204).end()
      else answerJson(response, { message: 'There is no thread.' }, status)
    })
    const refused = await fetch(`${origin}${STREAM}`)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toEqual({ message: 'There is no thread.' })
    expect((await fetch(`${origin}${STREAM}`)).status).toBe(204)
  })

  it('outlive the time between two pieces of a reply, and end when nothing comes for their own time', async () => {
    let upstream: ServerResponse | undefined
    const { origin } = await startPair(
      (_, response) => {
        begin(response)
        upstream = response
      },
      {},
      // The clock of undici's timeouts ticks in half seconds.
      { timeouts: { body: 300, events: 3_000 } },
    )
    const answer = await fetch(`${origin}${STREAM}`)
    await sleep(1_500)
    upstream?.write('data: late\n\n')
    expect(await readPiece(answer)).toBe('data: late\n\n')
    expect(await readPiece(answer)).toBeUndefined()
  }, 15_000)

  it('are given back by a connection that asked for several at once (D989)', async () => {
    const { origin } = await startPair((_, response) => begin(response))
    const { host } = new URL(origin)
    for (let connection = 0; connection < 3; connection += 1) {
      const socket = openSocket(origin)
      socket.write(`GET ${STREAM} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(6))
      await once(socket, 'data')
      socket.destroy()
    }
    const status = async () => {
      const page = new AbortController()
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => fetch(`${origin}${STREAM}`, { signal: page.signal })),
      )
      page.abort()
      return answers.every((answer) => answer.status === 200)
    }
    await expect.poll(status, { timeout: 5_000 }).toBe(true)
  })

  it('end there when the page leaves', async () => {
    let left = false
    const { origin } = await startPair((_, response) => {
      begin(response)
      response.on('close', () => {
        left = true
      })
    })
    const page = new AbortController()
    await fetch(`${origin}${STREAM}`, { signal: page.signal })
    page.abort()
    await expect.poll(() => left, { timeout: 1_000 }).toBe(true)
  })

  it('never hold the key, not even in two pieces', async () => {
    const { origin } = await startPair(async (_, response) => {
      begin(response)
      response.write(`data: ${API_KEY.slice(0, 9)}`)
      await sleep(100)
      response.write(`${API_KEY.slice(9)}\n\n`)
    })
    const answer = await fetch(`${origin}${STREAM}`)
    const text = await answer.text().catch(() => 'broken off')
    expect(text).not.toContain(API_KEY)
    expect(text).toBe('broken off')
  })

  it('are twelve at most, and one that left makes room', async () => {
    const { origin } = await startPair((_, response) => begin(response))
    const pages = Array.from({ length: 12 }, () => new AbortController())
    for (const { signal } of pages) expect((await fetch(`${origin}${STREAM}`, { signal })).status).toBe(200)
    const refused = await fetch(`${origin}${STREAM}`)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('10')
    await refused.text()
    pages[0]?.abort()
    const next = new AbortController()
    await expect
      .poll(async () => (await fetch(`${origin}${STREAM}`, { signal: next.signal })).status)
      .toBe(200)
    for (const page of [...pages, next]) page.abort()
  })

  it('come through from the service in this process, and end with a stop at once', async () => {
    let send: (text: string) => void = () => {}
    let hasEnded = false
    const service = {
      credentials: { apiKey: API_KEY, accessToken: 'unused' },
      fetch: (request: Request) => {
        request.signal.addEventListener('abort', () => {
          hasEnded = true
        })
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            send = (text) => controller.enqueue(new TextEncoder().encode(text))
            request.signal.addEventListener('abort', () => controller.close())
          },
        })
        return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
      },
    }
    const { origin, close } = await startTestConsole({}, { openService: () => service })
    const answer = await fetch(`${origin}${STREAM}`)
    send('data: 1\n\n')
    expect(await readPiece(answer)).toBe('data: 1\n\n')
    const begun = performance.now()
    await close()
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(await readPiece(answer)).toBeUndefined()
    expect(hasEnded).toBe(true)
  })
})
