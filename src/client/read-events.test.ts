import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { tryVersion } from '../contract/try-version'
import { NoAnswer, ServiceRefusal, UnreadableReply } from './api-error'
import { eventReader, readEvents, type ServerEvent } from './read-events'

let server: Server
let answer: (response: ServerResponse) => void
let left: Promise<void>
const plainFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    left = new Promise((resolve) => response.on('close', () => resolve()))
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => plainFetch(base + path, init))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const options = { params: { agentId: 'a', versionId: 'v' }, body: { messages: [] } }
const streams = (...pieces: string[]) => {
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) response.write(piece)
  }
}

async function readAll(signal?: AbortSignal): Promise<{ events: ServerEvent[]; error?: unknown }> {
  const events: ServerEvent[] = []
  try {
    for await (const event of readEvents(tryVersion, { ...options, signal })) events.push(event)
    return { events }
  } catch (error) {
    return { events, error }
  }
}

describe('pieces of a stream', () => {
  const events = (...pieces: string[]) => {
    const take = eventReader()
    return pieces.flatMap((piece) => take(piece))
  }

  it('give the same events wherever they are cut, with any end of line', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const stream = [': here', '', 'event: text', 'data: one', 'data:two: 2', '', 'data: {}', '', ''].join(
        end,
      )
      const wanted = [
        { type: 'text', data: 'one\ntwo: 2' },
        { type: 'message', data: '{}' },
      ]
      for (let cut = 0; cut <= stream.length; cut += 1) {
        // What follows a carriage return decides what it was.
        const found = events(stream.slice(0, cut), stream.slice(cut), '\n')
        expect(found, `${JSON.stringify(end)} cut at ${cut}`).toEqual(wanted)
      }
    }
  })

  it('without data or without their end are none', () => {
    expect(events('event: text\n\n', 'data: half')).toEqual([])
  })
})

describe('a stream', () => {
  it('is read as it comes, and ends where it ends', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write('event: text\ndata: "gr')
      const bytes = Buffer.from('üß"\n\nevent: end\ndata: {}\n\n')
      // Cut within a character.
      response.write(bytes.subarray(0, 1))
      setTimeout(() => response.end(bytes.subarray(1)), 20)
    }
    expect(await readAll()).toEqual({
      events: [
        { type: 'text', data: '"grüß"' },
        { type: 'end', data: '{}' },
      ],
    })
  })

  it('that is refused is a refusal, with the wait that is asked for', async () => {
    answer = (response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '2' })
      response.end('{"message":"Too many"}')
    }
    const { error } = await readAll()
    expect(error).toBeInstanceOf(ServiceRefusal)
    expect(error).toMatchObject({ status: 429, message: 'Too many', retryAfterMs: 2_000 })
  })

  it('that is no stream cannot be read', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<h1>Hello</h1>')
    }
    expect((await readAll()).error).toBeInstanceOf(UnreadableReply)
  })

  it('that breaks off leaves what came, and says so', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: text\ndata: 1\n\n')
      setTimeout(() => response.destroy(), 20)
    }
    const { events, error } = await readAll()
    expect(events).toHaveLength(1)
    expect(error).toBeInstanceOf(NoAnswer)
    expect(error).toMatchObject({ cause: 'connection lost', sent: true })
  })

  it('is left when its reader leaves the loop, and when it is stopped', async () => {
    streams('data: 1\n\ndata: 2\n\n')
    for await (const _ of readEvents(tryVersion, options)) break
    await left

    const stop = new AbortController()
    const reading = readAll(stop.signal)
    setTimeout(() => stop.abort(), 30)
    expect((await reading).error).toMatchObject({ cause: 'aborted' })
    await left
  })

  it('that is silent for too long is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    streams('data: 1\n\n')
    const reading = readAll()
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    await vi.advanceTimersByTimeAsync(46_000)
    vi.useRealTimers()
    expect((await reading).error).toMatchObject({ cause: 'timed out' })
  })
})
