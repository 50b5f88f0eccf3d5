import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NoAnswer, ServiceRefusal } from '../client/api-error'
import { CONSOLE_ERROR_HEADER } from '../contract/errors'
import '../contract/threads'
import '../contract/tools'
import { createQueryClient } from './query-client'
import { noteWrite, probeService, serviceDoubt, serviceTrouble } from './service-health'

const lost = () => new NoAnswer({ operation: 'createAgent', cause: 'connection lost', sent: true })
const unreachable = () =>
  new ServiceRefusal({ operation: 'createAgent', status: 502, code: 'SERVICE_UNREACHABLE', fromProxy: true })

let client = createQueryClient()
let answer: () => Response
let asked = 0
beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  client = createQueryClient()
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return answer()
  })
})
afterEach(() => {
  client.clear()
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([lost, unreachable])('takes the service for silent after a write without an answer', (failure) => {
  noteWrite(client, failure())
  expect(serviceTrouble(client)).toBe('Does not answer')
})

it('learns from every answer, also from a refusal, but nothing from a write that was cancelled', () => {
  noteWrite(client, lost())
  noteWrite(client, new NoAnswer({ operation: 'createAgent', cause: 'aborted', sent: true }))
  expect(serviceTrouble(client)).toBe('Does not answer')
  noteWrite(client, new ServiceRefusal({ operation: 'createAgent', status: 409 }))
  expect(serviceTrouble(client)).toBeUndefined()
  noteWrite(client, lost())
  noteWrite(client)
  expect(serviceTrouble(client)).toBeUndefined()
})

it('an error that the service answers with is no silence', () => {
  noteWrite(client, lost())
  noteWrite(client, new ServiceRefusal({ operation: 'createAgent', status: 500 }))
  expect(serviceTrouble(client)).toBeUndefined()
})

/** As the rail does: watches the doubt and asks while there is one. */
function watch() {
  const doubt = new QueryObserver(client, serviceDoubt())
  const probe = new QueryObserver(client, probeService(false))
  const ends = [
    doubt.subscribe(({ data }) => probe.setOptions(probeService(Boolean(data)))),
    probe.subscribe(() => undefined),
  ]
  return () => {
    for (const end of ends) end()
  }
}

it('asks ever less often until the service answers, then no more (D986)', async () => {
  const end = watch()
  answer = () => new Response('{"code":"SERVICE_UNREACHABLE"}', { status: 502 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(0)
  noteWrite(client, lost())
  expect(serviceTrouble(client)).toBe('Does not answer')
  await vi.advanceTimersByTimeAsync(20_500)
  expect(serviceTrouble(client)).toBe('Only a gateway answers')
  expect(asked).toBe(3)
  // A refusal is an answer, too.
  answer = () => new Response('{"message":"no"}', { status: 401 })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(serviceTrouble(client)).toBeUndefined()
  expect(asked).toBe(4)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(4)
  end()
})

it.each([
  ['a web page', 'SERVICE_REPLY_NOT_JSON'],
  ['the way to another address', 'SERVICE_REDIRECTED'],
])('takes %s for something else, until the service answers', async (_what, code) => {
  const end = watch()
  const headers = { [CONSOLE_ERROR_HEADER]: '1' }
  answer = () => new Response(JSON.stringify({ code }), { status: 502, headers })
  noteWrite(client, lost())
  await vi.advanceTimersByTimeAsync(10_500)
  expect(serviceTrouble(client)).toBe('Something else answers')
  answer = () => new Response('{"message":"no"}', { status: 401 })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(serviceTrouble(client)).toBeUndefined()
  end()
})

it.each([
  ['listCollections', 'CREDENTIAL_REFUSED', 'Refuses the API key'],
  ['listTools', 'CREDENTIAL_REFUSED', 'Refuses the access token'],
  // Whose pages may chat is no key.
  ['createChatThread', 'CREDENTIAL_REFUSED', undefined],
  ['listCollections', 'NOT_PERMITTED', 'Refuses some requests'],
  // One thread alone may be closed to the key.
  ['renewChatToken', 'NOT_PERMITTED', undefined],
])('says what the service refuses: %s, %s', async (operation, code, words) => {
  const refused = new ServiceRefusal({ operation, status: 502, code, fromProxy: true })
  const reads = new QueryObserver(client, { queryKey: ['x'], queryFn: () => Promise.reject(refused) })
  const end = reads.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(serviceTrouble(client)).toBe(words)
  end()
  expect(serviceTrouble(client)).toBeUndefined()
})

it('keeps its trouble while what failed is asked again', async () => {
  const read = vi
    .fn()
    .mockRejectedValueOnce(unreachable())
    .mockReturnValue(new Promise(() => undefined))
  const reads = new QueryObserver(client, { queryKey: ['x'], queryFn: read, retry: false })
  const end = reads.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(serviceTrouble(client)).toBe('Does not answer')
  void reads.refetch()
  await vi.advanceTimersByTimeAsync(100)
  expect(read).toHaveBeenCalledTimes(2)
  expect(serviceTrouble(client)).toBe('Does not answer')
  end()
})

const answers = (status: number, more = {}) => new ServiceRefusal({ operation: 'listTools', status, ...more })
it.each([
  ['500', answers(500), 'Answers with errors'],
  ['429', answers(429), 'Answers with errors'],
  [
    'a reply that broke off',
    new NoAnswer({ operation: 'listTools', cause: 'broke off', sent: true }),
    'Answers with errors',
  ],
  [
    'a reply that broke off behind the proxy',
    answers(502, { code: 'SERVICE_REPLY_BROKEN', fromProxy: true, serviceStatus: 200 }),
    'Answers with errors',
  ],
  ['a gateway with nothing behind it', answers(504), 'Only a gateway answers'],
  ['nothing', unreachable(), 'Does not answer'],
  ['what is wrong with the request', answers(400), undefined],
  ['what this service does not offer', answers(501), undefined],
  ['one thread alone', answers(500, { operation: 'renewChatToken' }), undefined],
])('tells whether a service answers lists with errors: %s', async (_what, error, words) => {
  const reads = new QueryObserver(client, { queryKey: ['x'], queryFn: () => Promise.reject(error) })
  const end = reads.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(serviceTrouble(client)).toBe(words)
  end()
})

it('asks again where nothing but the probe gets errors', async () => {
  answer = () => new Response('{"message":"no"}', { status: 500 })
  const probe = new QueryObserver(client, probeService(true))
  const end = probe.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(serviceTrouble(client)).toBe('Answers with errors')
  answer = () => new Response('{"collections":[]}')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(serviceTrouble(client)).toBeUndefined()
  expect(probe.getCurrentResult().data).toBe(true)
  end()
})

it('says so too where nothing but the probe asks', async () => {
  const headers = { [CONSOLE_ERROR_HEADER]: '1' }
  answer = () => new Response('{"code":"CREDENTIAL_REFUSED"}', { status: 502, headers })
  const probe = new QueryObserver(client, probeService(true))
  const end = probe.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(probe.getCurrentResult().data).toBe('Refuses the API key')
  expect(serviceTrouble(client)).toBe('Refuses the API key')
  end()
})

it('stays in doubt however long the service is silent', async () => {
  const end = watch()
  answer = () => new Response('', { status: 504 })
  noteWrite(client, lost())
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(serviceTrouble(client)).toBe('Only a gateway answers')
  end()
})
