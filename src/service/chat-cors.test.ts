import { describe, expect, test } from 'vitest'
import { checkedOperations } from '../contract/checked-operations'
import { isForPages } from '../contract/operation'
import type { OperationName } from '../contract/operations'
import { addAgent } from './journeys.fixture'
import { CREDENTIALS, PUBLIC_URL, testService } from './service.fixture'
import { organizations } from './store/schema'

const service = testService()

const PAGE = 'http://localhost:8080'
const FOREIGN = ['https://evil.example', 'http://localhost.evil.example', 'null', 'file://', '*', '']

const names = Object.keys(checkedOperations) as OperationName[]
const open = names.filter((name) => isForPages(checkedOperations[name]))
const addressOf = (name: OperationName) => checkedOperations[name].path.replace(/\{\w+\}/g, 'nothing')

const ask = (path: string, method: string, headers: Record<string, string>) =>
  service.service().fetch(new Request(`${PUBLIC_URL}${path}`, { method, headers }))

const preflight = (path: string, method: string, origin: string) =>
  ask(path, 'OPTIONS', {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type',
  })

const corsOf = ({ headers }: Response) => [...headers].filter(([name]) => name.startsWith('access-control-'))

test('pages may use the operations of a web chat and no others', () => {
  expect(open.sort()).toEqual([
    'createChatThread',
    'listChatMessages',
    'renewChatToken',
    'sendMessage',
    'streamMessages',
  ])
})

describe.each(open)('%s', (name) => {
  const { method } = checkedOperations[name]

  test('may be sent by a page of an allowed origin, which is named', async () => {
    const answer = await preflight(addressOf(name), method, PAGE)
    expect(answer.status).toBe(204)
    expect(Object.fromEntries(corsOf(answer))).toEqual({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': method,
      'access-control-allow-headers': 'authorization, content-type, last-event-id',
      'access-control-max-age': '600',
    })
    expect(answer.headers.get('vary')).toBe('Origin')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('is refused to any other page, in plain words that it cannot read', async () => {
    for (const origin of FOREIGN) {
      const asked = await preflight(addressOf(name), method, origin)
      const headers = { origin, 'x-api-key': CREDENTIALS.apiKey, 'content-type': 'application/json' }
      for (const answer of [asked, await ask(addressOf(name), method, headers)]) {
        expect(corsOf(answer), origin).toEqual([])
        expect(answer.headers.get('vary')).toBe('Origin')
      }
      expect(asked.status).toBe(403)
      expect(await asked.json()).toMatchObject({ message: expect.stringContaining('approved domain') })
    }
  })

  test('can be read by the page, also when it is refused, and never with cookies', async () => {
    const headers = { origin: PAGE, authorization: 'Bearer x', 'content-type': 'application/json' }
    const answer = await ask(addressOf(name), method, headers)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(Object.fromEntries(corsOf(answer))).toEqual({
      'access-control-allow-origin': PAGE,
      'access-control-expose-headers': 'Retry-After',
    })
    expect(answer.headers.get('vary')).toBe('Origin')
  })

  test('has no header for who sends no Origin', async () => {
    expect(corsOf(await ask(addressOf(name), method, {}))).toEqual([])
  })
})

test.each(names.filter((name) => !isForPages(checkedOperations[name])))(
  '%s has no CORS header, whoever asks',
  async (name) => {
    const { method } = checkedOperations[name]
    const asked = await preflight(addressOf(name), method, PAGE)
    const methods = asked.headers.get('access-control-allow-methods')?.split(', ') ?? []
    expect(methods).not.toContain(method)
    const headers = { origin: PAGE, 'x-api-key': CREDENTIALS.apiKey, authorization: 'Bearer x' }
    expect(corsOf(await ask(addressOf(name), method, headers))).toEqual([])
  },
)

test.each(['/healthz', '/readyz', '/openapi.json', '/openapi', '/blobs/x', '/nothing', '/'])(
  '%s has no CORS header',
  async (path) => {
    expect(corsOf(await ask(path, 'GET', { origin: PAGE }))).toEqual([])
    const asked = await preflight(path, 'GET', PAGE)
    expect([asked.status >= 400, corsOf(asked)]).toEqual([true, []])
  },
)

test('the list of domains counts as it is at the moment', async () => {
  const path = addressOf('createChatThread')
  const allow = (allowedChatDomains: string[]) =>
    service.database().update(organizations).set({ allowedChatDomains })
  await allow(['*.example.com'])
  expect((await preflight(path, 'POST', 'https://shop.example.com')).status).toBe(204)
  for (const origin of [PAGE, 'https://example.com', 'https://notexample.com'])
    expect((await preflight(path, 'POST', origin)).status, origin).toBe(403)
  await allow(['localhost', '127.0.0.1'])
})

test('a page creates a web chat and reads the answer', async () => {
  const { agentId } = await addAgent(service, { agentType: 'TEXT' })
  const answer = await service.service().fetch(
    new Request(`${PUBLIC_URL}/api/v1/chat/threads`, {
      method: 'POST',
      headers: { origin: PAGE, 'content-type': 'application/json' },
      body: JSON.stringify({ agentId }),
    }),
  )
  expect(answer.status).toBe(201)
  expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
