import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCollection } from '../contract/collection-changes'
import { collectionQueries } from './collections'
import { infoOf } from './console-info.fixture'
import { createQueryClient } from './query-client'
import { write } from './write'

const client = createQueryClient()
let listed: object[] = []
let made = 0

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (path === '/console/info') return Response.json(infoOf('descriptions'))
    if (method !== 'POST') return Response.json({ collections: listed })
    made += 1
    return Response.json({ collection: { id: `c${made}` } })
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const descriptions = async () =>
  (await client.query({ ...collectionQueries.list(), staleTime: 0 })).items.map(
    ({ description }) => description,
  )

it('a collection that the service lists without a description has the one that it was created with here (D975)', async () => {
  await write(client, createCollection, { body: { name: 'Prices', description: 'What things cost' } })
  listed = [{ id: 'c1', name: 'Prices' }, { id: 'elsewhere' }]
  expect(await descriptions()).toEqual(['What things cost', undefined])
  listed = [{ id: 'c1', name: 'Prices', description: '' }]
  expect(await descriptions()).toEqual([''])
  // Created while the list was shown.
  await write(client, createCollection, { body: { name: 'Hours', description: 'When we are open' } })
  listed = [{ id: 'c2', name: 'Hours' }]
  expect(await descriptions()).toEqual(['When we are open'])
})
