import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { agentVersionQueries } from './agent-versions'
import { callRecordQueries } from './call-records'
import { createQueryClient } from './query-client'
import { searchQueries } from './search'

const CALLS = '/api/v1/agent-calls?limit=1'
const VERSIONS = '/api/v1/agents/a1/versions'
const SEARCH = '/api/v1/knowledge-base/search'

let answers: Record<string, [status: number, body: unknown]>
let asked: string[]
let connected: { service: 'local' | 'hosted'; serviceName: string }
let client: QueryClient

let counter = 0
beforeEach(() => {
  counter += 1
  connected = { service: 'hosted', serviceName: `https://service-${counter}.example` }
  answers = {}
  asked = []
  client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/console/info')
      return Response.json({
        ...connected,
        credentials: { apiKey: true, accessToken: true },
        chatOrigin: 'http://127.0.0.1',
        limits: { uploadBytes: 1, bodyBytes: 1 },
      })
    asked.push(path)
    const [status, body] = answers[path] ?? [404, { message: 'No such address.' }]
    return Response.json(body, { status })
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const readAgain = async <T>(read: () => Promise<T>) => {
  await client.invalidateQueries({ queryKey: ['agents'] })
  return read()
}
const versions = (agentId = 'a1') => client.query({ ...agentVersionQueries.list(agentId), staleTime: 0 })

it.each([404, 405, 501])('a hosted service that answers %s does not have the operation', async (status) => {
  answers[CALLS] = [status, { message: 'no' }]
  expect(await client.query(callRecordQueries.available())).toBe(false)
  // Known from now on, by every reader of it.
  expect(await client.query(callRecordQueries.page({ agentId: 'a1' }))).toBeNull()
  expect(asked).toEqual([CALLS])
})

it('neither does one that answers in no shape of ours', async () => {
  answers[CALLS] = [200, { hello: 'there' }]
  answers[SEARCH] = [200, { hits: [] }]
  expect(await client.query(callRecordQueries.available())).toBe(false)
  expect(await client.query(searchQueries.available())).toBe(false)
})

it('a service that has it is asked once', async () => {
  answers[CALLS] = [200, { agentCalls: [] }]
  expect(await client.query(callRecordQueries.available())).toBe(true)
  expect(await client.query(callRecordQueries.available())).toBe(true)
  expect(asked).toEqual([CALLS])
})

it.each([401, 429, 500, 503])('an answer of %s says nothing about it, and is an error', async (status) => {
  answers[CALLS] = [status, { message: 'not now' }]
  await expect(client.query(callRecordQueries.available())).rejects.toMatchObject({ status })
  answers[CALLS] = [200, { agentCalls: [] }]
  expect(await client.query(callRecordQueries.available())).toBe(true)
})

it('a thing that is not there does not mean that the operation is not', async () => {
  expect(await versions('gone')).toBeNull()
  answers[VERSIONS] = [200, { versions: [{ id: 'v1' }] }]
  expect(await versions()).toMatchObject({ items: [{ id: 'v1' }] })
  // From now on a 404 can only be about the agent.
  await expect(versions('gone')).rejects.toMatchObject({ status: 404 })
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
  expect(await client.query(callRecordQueries.available())).toBe(true)
  expect(await client.query(searchQueries.available())).toBe(true)
  expect(asked).toEqual([])
  await expect(versions()).rejects.toMatchObject({ status: 404 })
})
