import { describe, expect, test } from 'vitest'
import { addAgent } from './journeys.fixture'
import { CREDENTIALS, PUBLIC_URL, testService } from './service.fixture'

const service = testService({ heartbeat: 100 })
const { send } = service

async function addChat() {
  const { agentId } = await addAgent(service, { agentType: 'TEXT', firstMessage: 'Welcome!' })
  const sent = { method: 'POST', body: { agentId }, headers: { origin: 'http://localhost' } }
  return ((await send('/api/v1/chat/threads', sent)).json as { threadId: string }).threadId
}

const say = (id: string, message: string) =>
  send(`/api/v1/threads/${id}/messages`, { method: 'POST', body: { message } })

interface Event {
  id?: string
  event?: string
  data: Record<string, unknown>
}

/** Follows a thread; `next` gives one event after the other, `undefined` at the end. */
async function follow(id: string, lastEventId?: string) {
  const left = new AbortController()
  const request = new Request(`${PUBLIC_URL}/api/v1/threads/${id}/stream`, {
    signal: left.signal,
    headers: {
      'x-api-key': CREDENTIALS.apiKey,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
  const response = await service.service().fetch(request)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let read = ''
  const piece = async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const found = text.slice(0, end)
        text = text.slice(end + 2)
        return found
      }
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return undefined
      text += value
      read += value
    }
  }
  return {
    // A signal hears nothing more once its request was collected as garbage: it is kept as a connection keeps it.
    request,
    response,
    leave: () => left.abort(),
    read: () => read,
    piece,
    async next(): Promise<Event | undefined> {
      for (;;) {
        const found = await piece()
        if (found === undefined) return undefined
        const fields = Object.fromEntries(
          found
            .split('\n')
            .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        )
        if (fields.data !== undefined) return { ...fields, data: JSON.parse(fields.data) }
      }
    },
  }
}

describe('who follows a thread', () => {
  test('gets new messages of the agent, and no others', async () => {
    const [id, other] = [await addChat(), await addChat()]
    const stream = await follow(id)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('cache-control')).toBe('no-store')
    await say(other, 'elsewhere')
    await say(id, 'Hello?')
    const event = await stream.next()
    expect(event).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      data: { threadId: id, direction: 'OUTBOUND', status: 'DELIVERED' },
    })
    expect(stream.read()).not.toContain('Welcome!')
    expect(stream.read()).not.toContain('Hello?')
    stream.leave()
  })

  test('and comes back gets what was missed, once, in order', async () => {
    const id = await addChat()
    const first = await follow(id)
    await say(id, 'one')
    const { id: seen } = (await first.next()) ?? {}
    first.leave()
    for (const text of ['two', 'three']) {
      await say(id, text)
      await service.service().idle()
    }
    const again = await follow(id, seen)
    const [second, third] = [await again.next(), await again.next()]
    expect(Number(second?.id)).toBeGreaterThan(Number(seen))
    expect(Number(third?.id)).toBeGreaterThan(Number(second?.id))
    again.leave()
    const last = await follow(id, third?.id)
    await say(id, 'four')
    expect(Number((await last.next())?.id)).toBeGreaterThan(Number(third?.id))
    last.leave()
  })

  test('knows where it began even if it is cut off before the first message', async () => {
    const id = await addChat()
    const first = await follow(id)
    const [, place] = /^retry: \d+\nid: (\d+)$/.exec((await first.piece()) ?? '') ?? []
    first.leave()
    await say(id, 'Hello?')
    await service.service().idle()
    expect(await (await follow(id, place)).next()).toMatchObject({ data: { direction: 'OUTBOUND' } })
  })

  test('gets signs of life', async () => {
    const stream = await follow(await addChat())
    await stream.piece()
    expect(await stream.piece()).toBe(': here')
    stream.leave()
  })

  test('is told that the thread was closed, and then the stream ends', async () => {
    const id = await addChat()
    const stream = await follow(id)
    const place = /id: (\d+)/.exec((await stream.piece()) ?? '')?.[1]
    await send(`/api/v1/threads/${id}/close`, { method: 'PATCH', body: { reason: 'DNC' } })
    expect(await stream.next()).toEqual({ event: 'closed', data: { threadId: id, closedReason: 'DNC' } })
    expect(await stream.next()).toBeUndefined()
    // 204 tells an EventSource not to come back.
    expect((await follow(id, place)).response.status).toBe(204)
    expect((await follow(id)).response.status).toBe(204)
    // What was missed before the end is still told.
    const missed = await follow(id, '0')
    expect(await missed.next()).toMatchObject({ data: { messageBody: 'Welcome!' } })
    expect(await missed.next()).toMatchObject({ event: 'closed' })
  })

  test('is refused when there are too many, and let in when one has left', async () => {
    const id = await addChat()
    const open = await Promise.all(Array.from({ length: 20 }, () => follow(id)))
    const refused = await follow(id)
    expect(refused.response.status).toBe(429)
    expect(refused.response.headers.get('retry-after')).toBe('10')
    open[0]?.leave()
    const late = await follow(id)
    expect(late.response.status).toBe(200)
    for (const each of [...open, late]) each.leave()
  })

  test.each(['x', '-1', '1 or 1=1', '9'.repeat(30)])(
    'is refused with the event id %j',
    async (lastEventId) => {
      expect((await follow(await addChat(), lastEventId)).response.status).toBe(400)
    },
  )

  test('is cut off by a stop, not waited for', async () => {
    const stream = await follow(await addChat())
    await service.service().close()
    while ((await stream.piece()) !== undefined);
    await service.restart()
  })
})
