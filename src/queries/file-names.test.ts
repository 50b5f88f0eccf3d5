import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFile } from '../contract/file-changes'
import { infoOf } from './console-info.fixture'
import { fileQueries } from './files'
import { createQueryClient } from './query-client'
import { write } from './write'

const client = createQueryClient()
let listed: object[] = []

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (path === '/console/info') return Response.json(infoOf('names'))
    return method === 'POST' ? Response.json({ fileId: 'f1' }) : Response.json({ files: listed })
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const names = async () =>
  (await client.query({ ...fileQueries.list(), staleTime: 0 })).items.map(({ fileName }) => fileName)

it('a file that the service lists without a name has the one that was uploaded from here (D795)', async () => {
  await write(client, createFile, { body: { fileId: 'f1' }, note: { fileName: 'prices.md' } })
  listed = [
    { fileId: 'f1', status: 'INGESTED' },
    { fileId: 'f2', status: 'INGESTED' },
  ]
  expect(await names()).toEqual(['prices.md', undefined])
  listed = [{ fileId: 'f1', status: 'INGESTED', fileName: 'renamed.md' }]
  expect(await names()).toEqual(['renamed.md'])
  // Uploaded while the list was shown.
  await write(client, createFile, { body: { fileId: 'f3' }, note: { fileName: 'hours.md' } })
  listed = [{ fileId: 'f3', status: 'UPLOADED' }]
  expect(await names()).toEqual(['hours.md'])
})
