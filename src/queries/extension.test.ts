import 'fake-indexeddb/auto'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { outcomeOf, UnreadableReply } from '../client/api-error'
import { createAgentVersion, listAgentVersions, updateAgent } from '../contract/agent-versions'
import { listCalls } from '../contract/call-records'
import type { Operation } from '../contract/operation'
import { searchPassages } from '../contract/search'
import { tryVersion } from '../contract/try-version'
import { openLedger } from '../ledger/open-ledger'
import { agentVersionQueries } from './agent-versions'
import { type CallFilter, readCallPage } from './call-records'
import { infoOf } from './console-info.fixture'
import { describeError } from './describe-error'
import { askExtension, extensionQuery, isOffered, offerQueries } from './extension'
import { forgetOffers } from './offered'
import { createQueryClient } from './query-client'
import { searchQueries } from './search'
import { askVersion } from './try-version'
import { write } from './write'

const CALLS = '/api/v1/agent-calls?limit=1'
const VERSIONS = '/api/v1/agents/a1/versions'
const SEARCH = '/api/v1/knowledge-base/search'
/** What every service has. It is asked for before anything is learnt, and not counted among what was asked. */
const COLLECTIONS = '/api/v1/knowledge-base/collections'

let answers: Record<string, [status: number, body: unknown, headers?: Record<string, string>]>
let asked: string[]
let documented: number
let connected: { service: 'local' | 'hosted'; serviceName: string }
let client: QueryClient

let counter = 0
beforeEach(() => {
  counter += 1
  connected = { service: 'hosted', serviceName: `https://service-${counter}.example` }
  answers = { [COLLECTIONS]: [200, { collections: [] }] }
  asked = []
  documented = 0
  client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/console/info') return Response.json({ ...infoOf(''), ...connected })
    if (path === COLLECTIONS) documented += 1
    else asked.push(path)
    const [status, body, headers] = answers[path] ?? [404, { message: 'No such address.' }]
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const callsListed = () => extensionQuery(listCalls, () => readCallPage({ limit: '1' }))
const callsOf = (query: CallFilter) =>
  queryOptions({
    queryKey: ['calls', query],
    queryFn: ({ signal }) => askExtension(client, listCalls, () => readCallPage(query, signal)),
  })

const readAgain = async <T>(read: () => Promise<T>) => {
  await client.invalidateQueries({ queryKey: ['agents'] })
  return read()
}
const offered = async (operation: Operation) => isOffered(await client.query(offerQueries.all()), operation)
const versions = (agentId = 'a1') => client.query({ ...agentVersionQueries.list(agentId), staleTime: 0 })

const NO_AGENT = {
  status: 404,
  message: 'There is no agent with this id.',
  code: 'NOT_FOUND',
  success: false,
}

it.each([404, 405, 501])('a hosted service that answers %s does not have the operation', async (status) => {
  answers[CALLS] = [status, { message: 'no' }]
  expect(await client.query(callsListed())).toBe(false)
  // Known from now on, by every reader of it.
  expect(await client.query(callsOf({ agentId: 'a1' }))).toBeNull()
  expect(asked).toEqual([CALLS])
  expect(await offered(listCalls)).toBe(false)
})

it.each([
  ['another shape', { hello: 'there' }],
  ['nothing', ''],
])(
  'an answer of success with %s is one that cannot be read, and nothing is learnt (D907)',
  async (_, body) => {
    answers[CALLS] = [200, body]
    answers[SEARCH] = [200, body]
    await expect(client.query(callsListed())).rejects.toBeInstanceOf(UnreadableReply)
    await expect(client.query(searchQueries.passages({ fileId: 'f' }, 'refund'))).rejects.toBeInstanceOf(
      UnreadableReply,
    )
    expect(await offered(searchPassages)).toBeUndefined()
    answers[CALLS] = [200, { agentCalls: [] }]
    expect(await client.query(callsListed())).toBe(true)
  },
)

const PAGE: (typeof answers)[string] = [
  502,
  {
    status: 502,
    message: 'The service answered with something other than JSON.',
    code: 'SERVICE_REPLY_NOT_JSON',
  },
  { 'x-console-error': '1', 'x-service-status': '200' },
]

it('a web page says so only where the service answers what the document has', async () => {
  answers[CALLS] = PAGE
  answers[COLLECTIONS] = PAGE
  await expect(client.query(callsListed())).rejects.toMatchObject({ code: 'SERVICE_REPLY_NOT_JSON' })
  expect(await offered(listCalls)).toBeUndefined()
  answers[CALLS] = [200, { agentCalls: [] }]
  expect(await client.query(callsListed())).toBe(true)
})

it('a web page for this alone, which several ask for at once, costs one more request', async () => {
  answers[CALLS] = PAGE
  answers[VERSIONS] = PAGE
  expect(await Promise.all([client.query(callsListed()), versions()])).toEqual([false, null])
  expect(await offered(listCalls)).toBe(false)
  expect(asked.toSorted()).toEqual([CALLS, VERSIONS].toSorted())
  expect(documented).toBe(1)
})

const FORBIDDEN: (typeof answers)[string] = [
  502,
  { status: 502, message: 'Not permitted.', code: 'NOT_PERMITTED' },
  { 'x-console-error': 'NOT_PERMITTED', 'x-service-status': '403' },
]

const KEY_REFUSED: (typeof answers)[string] = [
  502,
  { status: 502, message: 'The service refused the API key.', code: 'CREDENTIAL_REFUSED' },
  { 'x-console-error': '1', 'x-service-status': '401' },
]

it('a key that is refused everywhere is wrong (D792)', async () => {
  answers[CALLS] = KEY_REFUSED
  answers[COLLECTIONS] = KEY_REFUSED
  await expect(client.query(callsListed())).rejects.toMatchObject({ code: 'CREDENTIAL_REFUSED' })
  expect(await offered(listCalls)).toBeUndefined()
})

it('a key that is refused here alone means that it is not there (D792)', async () => {
  answers[CALLS] = KEY_REFUSED
  expect(await client.query(callsListed())).toBe(false)
  expect(await offered(listCalls)).toBe(false)
})

it.each([
  ['404', [404, { message: 'Not found' }]],
  ['403', FORBIDDEN],
  ['another shape', [200, { hello: 'there' }]],
] as [string, (typeof answers)[string]][])(
  'a service that answers all with %s is at another address: nothing is learnt (D900)',
  async (_, answer) => {
    for (const path of [CALLS, COLLECTIONS, VERSIONS, '/api/v1/agents/a1']) answers[path] = answer
    await expect(client.query(callsListed())).rejects.toThrow()
    await expect(versions()).rejects.toThrow()
    const change = { params: { agentId: 'a1' }, body: { name: 'New' } }
    await write(client, updateAgent, change).catch(() => undefined)
    if (answer[0] === 404) expect(await offered(updateAgent)).toBeUndefined()
    expect(await offered(listCalls)).toBeUndefined()
    expect(await offered(listAgentVersions)).toBeUndefined()
  },
)

it('a key that may not read the collections still learns what is not there (D900)', async () => {
  answers[COLLECTIONS] = FORBIDDEN
  expect(await client.query(callsListed())).toBe(false)
})

it('a service that has it is asked once', async () => {
  answers[CALLS] = [200, { agentCalls: [] }]
  expect(await client.query(callsListed())).toBe(true)
  expect(await client.query(callsListed())).toBe(true)
  expect(asked).toEqual([CALLS])
})

it.each([401, 429, 500, 503])('an answer of %s says nothing about it, and is an error', async (status) => {
  answers[CALLS] = [status, { message: 'not now' }]
  await expect(client.query(callsListed())).rejects.toMatchObject({ status })
  expect(await offered(listCalls)).toBeUndefined()
  answers[CALLS] = [200, { agentCalls: [] }]
  expect(await client.query(callsListed())).toBe(true)
})

it('a gateway that answers 403 for what it does not have is asked once, too', async () => {
  answers[CALLS] = FORBIDDEN
  expect(await client.query(callsListed())).toBe(false)
  expect(await client.query(callsOf({ agentId: 'a1' }))).toBeNull()
  expect(asked).toEqual([CALLS])
  expect((await client.query(offerQueries.all())).answered.listCalls).toMatchObject({ status: 403 })
})

it('a 403 about one thing says nothing of the others, and three of them do', async () => {
  for (const id of ['c1', 'c2', 'c3', 'c4']) {
    answers[`/api/v1/agents/${id}/versions`] = FORBIDDEN
    expect(await offered(listAgentVersions)).toBe(id === 'c4' ? false : undefined)
    expect(await versions(id)).toBeNull()
  }
  expect(asked).toHaveLength(3)
})

it('a write that is not permitted is one that was refused, and nothing is learnt', async () => {
  answers['/api/v1/agents/a1'] = FORBIDDEN
  const sent = write(client, updateAgent, { params: { agentId: 'a1' }, body: { name: 'New' } })
  await expect(sent).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  expect(await offered(updateAgent)).toBeUndefined()
})

it('a thing that is not there does not mean that the operation is not', async () => {
  answers['/api/v1/agents/gone/versions'] = [404, NO_AGENT]
  expect(await versions('gone')).toBeNull()
  expect(await offered(listAgentVersions)).toBeUndefined()
  // The same thing is not asked for again.
  expect(await versions('gone')).toBeNull()
  expect(asked).toHaveLength(1)
  answers[VERSIONS] = [200, { versions: [{ id: 'v1' }] }]
  expect(await versions()).toMatchObject({ items: [{ id: 'v1' }] })
  // From now on a 404 can only be about the agent.
  await expect(versions('gone')).rejects.toMatchObject({ status: 404 })
})

it('three things that are not there, and none that is, do', async () => {
  for (const id of ['b1', 'b2', 'b3', 'b4']) {
    answers[`/api/v1/agents/${id}/versions`] = [404, NO_AGENT]
    expect(await versions(id)).toBeNull()
  }
  expect(asked).toHaveLength(3)
  expect(await offered(listAgentVersions)).toBe(false)
})

it.each([
  ['a page', '<h1>Not found</h1>'],
  ['nothing', ''],
  ['plain text', 'Not found'],
  ['the words of a framework', '{"message":"Cannot GET /api/v1/agents/a1/versions","statusCode":404}'],
  ['the words of a gateway', '{"message":"no Route matched with those values"}'],
  ['a code for that', '{"message":"Not found","code":"ROUTE_NOT_FOUND"}'],
  ['no word', '{}'],
])('a 404 with %s is about the operation, also where the address names a thing', async (_, body) => {
  answers[VERSIONS] = [404, body]
  expect(await versions()).toBeNull()
  expect(await versions('a2')).toBeNull()
  expect(asked).toEqual([VERSIONS])
  expect(await offered(listAgentVersions)).toBe(false)
})

it('a web page for every address is no operation', async () => {
  answers[CALLS] = [
    502,
    { code: 'SERVICE_REPLY_NOT_JSON', message: 'm' },
    { 'x-console-error': 'SERVICE_REPLY_NOT_JSON', 'x-service-status': '200' },
  ]
  expect(await client.query(callsListed())).toBe(false)
  expect(await offered(listCalls)).toBe(false)
  // Its status is not the service's (D907).
  expect((await client.query(offerQueries.all())).answered.listCalls?.status).toBeUndefined()
})

it('several who want it at once wait for the first answer', async () => {
  answers[VERSIONS] = [404, '']
  expect(await Promise.all(['a1', 'a2', 'a3'].map((id) => versions(id)))).toEqual([null, null, null])
  expect(asked).toEqual([VERSIONS])
})

it('one who gives up leaves the question to the next', async () => {
  answers['/api/v1/agent-calls?agentId=a2'] = [200, { agentCalls: [] }]
  const first = client.query(callsOf({ agentId: 'a1' }))
  const second = client.query(callsOf({ agentId: 'a2' }))
  await client.cancelQueries({ queryKey: callsOf({ agentId: 'a1' }).queryKey })
  await expect(first).rejects.toThrow()
  expect(await second).toMatchObject({ items: [] })
})

it('a write that is not offered is learnt from its refusal, and never sent again', async () => {
  const create = () => write(client, createAgentVersion, { params: { agentId: 'a1' }, body: {} as never })
  answers['/api/v1/agents/a1'] = [404, '<h1>Not found</h1>']
  await expect(create()).rejects.toMatchObject({ status: 404 })
  expect(await offered(createAgentVersion)).toBe(false)
  const error = await create().catch((each: unknown) => each)
  expect(error).toMatchObject({ status: 404, message: expect.stringContaining('Nothing was sent') })
  expect(outcomeOf(error)).toBe('refused')
  expect(describeError(error).nextStep).toBe('Do it in the service itself.')
  expect(asked).toEqual(['/api/v1/agents/a1'])
})

it('a write has its end in the record before anything is asked because of it', async () => {
  await client.query(offerQueries.all())
  const { fetch } = globalThis
  let recorded: unknown
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === COLLECTIONS) recorded = await (await openLedger()).newest(connected.serviceName, 1)
    return fetch(path)
  })
  await write(client, createAgentVersion, { params: { agentId: 'a1' }, body: {} as never }).catch(
    () => undefined,
  )
  expect(recorded).toMatchObject({ entries: [{ state: 'refused' }] })
})

it('a web page in answer to a write says nothing of the operation (D908)', async () => {
  // Its status is not passed on of a write (D792).
  const page: typeof PAGE = [PAGE[0], PAGE[1], { 'x-console-error': '1' }]
  answers['/api/v1/agents/a1'] = page
  const change = () => write(client, updateAgent, { params: { agentId: 'a1' }, body: { name: 'n' } })
  expect(outcomeOf(await change().catch((error: unknown) => error))).toBe('unknown')
  expect(await offered(updateAgent)).toBeUndefined()
  const tried = '/api/v1/agents/a1/versions/v1/try'
  answers[tried] = page
  await expect(
    askVersion(client, { agentId: 'a1', versionId: 'v1' }, { messages: [] }, AbortSignal.any([])).next(),
  ).rejects.toMatchObject({ code: 'SERVICE_REPLY_NOT_JSON' })
  expect(asked).toContain(tried)
  expect(await offered(tryVersion)).toBeUndefined()
})

it('what is not there of a record says nothing of a write', async () => {
  answers['/api/v1/agents/a1'] = [404, NO_AGENT]
  const change = () => write(client, updateAgent, { params: { agentId: 'a1' }, body: { name: 'n' } })
  await expect(change()).rejects.toMatchObject({ status: 404 })
  expect(await offered(updateAgent)).toBeUndefined()
  answers['/api/v1/agents/a1'] = [200, { agent: { id: 'a1' } }]
  await change()
  expect(await offered(updateAgent)).toBe(true)
})

it('is remembered through a reload of the tab, for each service apart, until it is asked again', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  answers[VERSIONS] = [404, '']
  expect(await versions()).toBeNull()
  client.clear()
  client = createQueryClient()
  expect(await versions()).toBeNull()
  expect(asked).toEqual([VERSIONS])
  forgetOffers(client)
  answers[VERSIONS] = [200, { versions: [] }]
  expect(await versions()).toMatchObject({ items: [] })
  connected = { ...connected, serviceName: 'https://other.example' }
  client.clear()
  client = createQueryClient()
  expect(await offered(listAgentVersions)).toBeUndefined()
})

it('a connection to another service is asked anew', async () => {
  answers[VERSIONS] = [405, {}]
  expect(await versions()).toBeNull()
  answers[VERSIONS] = [200, { versions: [] }]
  expect(await readAgain(versions)).toBeNull()
  connected = { ...connected, serviceName: 'https://other.example' }
  await client.resetQueries()
  expect(await versions()).toMatchObject({ items: [] })
})

it('the local service has all, and a refusal of it is an error', async () => {
  connected.service = 'local'
  expect(await client.query(callsListed())).toBe(true)
  expect(await offered(searchPassages)).toBe(true)
  expect(asked).toEqual([])
  answers[VERSIONS] = [404, { message: 'No such address.' }]
  await expect(versions()).rejects.toMatchObject({ status: 404 })
})
