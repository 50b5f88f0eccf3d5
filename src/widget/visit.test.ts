import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openVisit, VisitFailed } from './visit'

interface Asked {
  readonly path: string
  readonly body: unknown
  readonly token: string | undefined
}

const SERVICE = 'https://service.example'
const asked: Asked[] = []
const stored = new Map<string, string>()
let answers: (request: Asked) => Response | Promise<Response>
const endings: string[] = []

const paths = () => asked.map(({ path }) => path).filter((path) => !path.endsWith('/stream'))
const open = () =>
  openVisit(SERVICE, 'agent', {
    onNews: () => endings.push('news'),
    onEnd: () => endings.push('end'),
    onAnew: () => endings.push('anew'),
  })
const refused = (status: number, message = 'No.') => Response.json({ status, message }, { status })

/** The service as it is: threads t1, t2 ..., tokens k1, k2 ...; those in `ended` have ended. */
const ended = new Set<string>()
let made = 0
function pass(threadId: string): Response {
  made += 1
  return Response.json({ threadId, token: `k${made}` }, { status: 201 })
}
function serve({ path, token = '' }: Asked): Response {
  if (path === '/api/v1/chat/threads') return pass(`t${made + 1}`)
  if (path.endsWith('/token')) return pass(path.split('/')[5] ?? '')
  if (ended.has(token)) return refused(401)
  if (path.endsWith('/stream')) return new Response(null, { status: 204 })
  if (path.startsWith('/api/v1/chat')) return Response.json({ messages: [{ id: '2' }, { id: '1' }] })
  return Response.json({ status: 'RECEIVED' })
}

beforeEach(() => {
  for (const each of [asked, endings]) each.splice(0)
  stored.clear()
  ended.clear()
  made = 0
  answers = serve
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
  vi.stubGlobal('fetch', async (address: string, { headers, body }: RequestInit) => {
    const token = /^Bearer (.*)$/.exec(new Headers(headers).get('authorization') ?? '')?.[1]
    const request = {
      path: address.slice(SERVICE.length),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      token,
    }
    asked.push(request)
    return answers(request)
  })
})
afterEach(() => vi.unstubAllGlobals())

test('begins one thread, however many ask at once, and reads it in the order in which it was said', async () => {
  const visit = open()
  const [read] = await Promise.all([visit.read(), visit.send('Hello')])
  expect(read.map(({ id }) => id)).toEqual(['1', '2'])
  expect(paths().filter((path) => path === '/api/v1/chat/threads')).toHaveLength(1)
  expect(asked.find(({ path }) => path === '/api/v1/threads/t1/messages')).toMatchObject({
    body: { message: 'Hello' },
    token: 'k1',
  })
})

test('goes on with its thread after the page was loaded again, until it is left', async () => {
  await open().send('one')
  const again = open()
  await again.send('two')
  again.leave()
  await open().send('three')
  expect(paths()).toEqual([
    '/api/v1/chat/threads',
    '/api/v1/threads/t1/messages',
    '/api/v1/threads/t1/messages',
    '/api/v1/chat/threads',
    '/api/v1/threads/t2/messages',
  ])
})

test('renews a token that has ended, once, and sends the message once', async () => {
  const visit = open()
  await visit.send('one')
  ended.add('k1')
  await visit.send('two')
  expect(asked.slice(2).map(({ path, body, token }) => [path, body, token])).toEqual([
    ['/api/v1/threads/t1/messages', { message: 'two' }, 'k1'],
    ['/api/v1/chat/threads/t1/token', { token: 'k1' }, undefined],
    ['/api/v1/threads/t1/messages', { message: 'two' }, 'k2'],
  ])
  ended.add('k2').add('k3')
  await expect(visit.send('three')).rejects.toBeInstanceOf(VisitFailed)
  expect(paths().filter((path) => path.endsWith('/token'))).toHaveLength(2)
})

test('begins a new thread where the old one is too old for a new token, and says so', async () => {
  const visit = open()
  await visit.send('one')
  ended.add('k1')
  answers = (request) => (request.path.endsWith('/token') ? refused(404) : serve(request))
  await visit.send('two')
  expect(paths().slice(-2)).toEqual(['/api/v1/chat/threads', '/api/v1/threads/t2/messages'])
  expect(endings).toEqual(['anew', 'news'])
})

test('leaves one thread once, however many find it too old at the same time', async () => {
  const visit = open()
  await visit.send('one')
  ended.add('k1')
  let refuseLater = () => {}
  const opened = new Promise<void>((resolve) => {
    refuseLater = resolve
  })
  answers = async (request) => {
    if (!request.path.endsWith('/token')) return serve(request)
    if (paths().filter((path) => path.endsWith('/token')).length > 1) await opened
    return refused(404)
  }
  const [first, second] = [visit.send('two'), visit.send('three')]
  await first
  refuseLater()
  await second
  expect(paths().slice(-3)).toEqual([
    '/api/v1/chat/threads',
    '/api/v1/threads/t2/messages',
    '/api/v1/threads/t2/messages',
  ])
  expect(endings).toEqual(['anew', 'news'])
})

test('takes the new token that comes with an answer', async () => {
  answers = (request) =>
    request.path.endsWith('/t1/messages') && request.body
      ? Response.json({ status: 'RECEIVED', threadId: 't1', token: 'fresh' })
      : serve(request)
  const visit = open()
  await visit.send('one')
  await visit.send('two')
  expect(asked.at(-1)?.token).toBe('fresh')
})

test('says in plain words what is wrong, and knows a thread that is closed from an agent that cannot chat', async () => {
  const visit = open()
  answers = () => refused(409, 'No version of this agent is deployed.')
  await expect(visit.send('x')).rejects.toMatchObject({
    message: 'No version of this agent is deployed.',
    hasEnded: false,
  })
  answers = serve
  await visit.send('one')
  for (const [answer, message, hasEnded] of [
    [() => refused(409, 'This thread is closed.'), 'This thread is closed.', true],
    [() => refused(429), 'The chat is busy. Try again in a moment.', false],
    [() => refused(503), 'The chat does not work at the moment. Try again later.', false],
    [() => Promise.reject(new TypeError('Failed')), /^The chat cannot be reached\./, false],
  ] as const) {
    answers = answer
    await expect(visit.send('x')).rejects.toMatchObject({ message: expect.stringMatching(message), hasEnded })
  }
})

test('hears that there is news, across pieces, and that the thread is closed', async () => {
  const pieces = ['retry: 1\nid: 3\n\n: he', 're\n\nid: 4\nda', 'ta: {}\n\n', 'event: closed\ndata: {}\n\n']
  answers = (request) =>
    request.path.endsWith('/stream')
      ? new Response(
          new ReadableStream({
            start(controller) {
              for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
              controller.close()
            },
          }),
        )
      : serve(request)
  await open().read()
  await vi.waitFor(() => expect(endings).toContain('end'))
  // Once because the stream began, once for the event.
  expect(endings).toEqual(['news', 'news', 'end'])
})
