import { afterEach, expect, it, vi } from 'vitest'
import { type CheckedOperation, checkedOperations } from '../contract/checked-operations'
import type { Operation } from '../contract/operation'
import { sampleBody, sampleQuery } from '../contract/samples.fixture'
import { type CallOptions, call } from './call'

const ids: Readonly<Record<string, string>> = {
  agentId: 'a1',
  versionId: 'v1',
  fileId: 'f1',
  collectionId: 'c1',
  callId: 'd1',
  threadId: 't1',
  toolId: 'u1',
  id: 's1',
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each(Object.values<CheckedOperation>(checkedOperations).map((operation) => [operation.name, operation]))(
  '%s goes to its method and path, with a body and a query that its schemas take',
  async (_, operation) => {
    const requests: [string, RequestInit][] = []
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      requests.push([path, init])
      return new Response('{}')
    })
    const params = new Proxy(ids, { get: (known, name: string) => known[name] ?? `${name}-1` })
    const [body, query] = [sampleBody(operation), sampleQuery(operation)]
    // Some replies promise a field that {} has not; here only the request counts.
    const options = { params, body, query } as object as CallOptions<Operation>
    await call<Operation>(operation, options).catch(() => undefined)
    const [path = '', init] = requests[0] ?? []
    expect(requests).toHaveLength(1)
    const [address, asked = ''] = path.split('?', 2)
    expect(address).toBe(operation.path.replace(/\{(\w+)\}/g, (_, id: string) => params[id] ?? id))
    expect(init?.method).toBe(operation.method)
    const sent = Object.fromEntries(new URLSearchParams(asked))
    expect(sent).toEqual(query ?? {})
    if (operation.query) expect(operation.query.safeParse(sent).error).toBeUndefined()
    if (!operation.request) return expect(init?.body).toBeUndefined()
    const received: unknown = JSON.parse(String(init?.body))
    expect(received).toEqual(body)
    expect(operation.request.safeParse(received).error).toBeUndefined()
  },
)
