import { afterEach, expect, it, vi } from 'vitest'
import { checkedOperations } from '../contract/checked-operations'
import type { Operation } from '../contract/operation'
import type { OperationName } from '../contract/operations'
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

it.each(Object.keys(checkedOperations) as OperationName[])(
  '%s goes to its method and path, with a body where it takes one',
  async (name) => {
    const operation = checkedOperations[name]
    const requests: [string, RequestInit][] = []
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      requests.push([path, init])
      return new Response('{}')
    })
    const body = operation.request && { name: 'n' }
    const query = operation.query && { cursor: 'c' }
    // Some replies promise a field that {} has not; here only the request counts.
    const options = { params: ids, body, query } as object as CallOptions<Operation>
    await call<Operation>(operation, options).catch(() => undefined)
    const [path = '', init] = requests[0] ?? []
    expect(requests).toHaveLength(1)
    const address = operation.path.replace(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? id)
    expect(path).toBe(operation.query ? `${address}?cursor=c` : address)
    expect(init?.method).toBe(operation.method)
    expect(init?.body).toBe(body && '{"name":"n"}')
  },
)
