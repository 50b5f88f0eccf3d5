import { text } from 'node:stream/consumers'
import { ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { BLOBS } from '../blobs/sweep-blobs'
import { addFile } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { jobs, words } from '../store/schema'
import { sweepWords } from './sweep-words'

const service = testService({
  extract: async ({ content }) => ({ ok: true, passages: [{ text: await text(content.stream) }] }),
  restBeforeSweep: 1,
})

async function add(content: string): Promise<string> {
  const { send } = service
  const id = await addFile(service, 'a.md', content)
  await service.service().idle()
  expect((await send('/api/v1/knowledge-base/files')).text).toContain(id)
  return id
}

const kept = async () => (await service.database().select().from(words)).map(({ word }) => word)

test('words of a deleted file are forgotten once nobody works, words of others and small words are not', async () => {
  const many = Array.from({ length: 900 }, (_, index) => `code${index}x`)
  const gone = await add(`The walrus keeps the returned parcels of the harbour: ${many.join(' ')}`)
  await add(
    'The parcel is returned to the sender when the address of it is not known, and that is all of it.',
  )
  expect(await kept()).toEqual(expect.arrayContaining(['walrus', 'code899x', 'parcels', 'the']))
  expect((await service.send(`/api/v1/knowledge-base/file/${gone}`, { method: 'DELETE' })).status).toBe(200)
  await expect.poll(() => service.database().$count(jobs, ne(jobs.queue, BLOBS))).toBe(0)
  const left = await kept()
  // "parcels" still finds "parcel".
  expect(left).toEqual(expect.arrayContaining(['parcel', 'parcels', 'sender', 'the', 'of']))
  expect(left.filter((word) => /^(walrus|harbour|code\d+x)$/.test(word))).toEqual([])
  expect(await sweepWords((change) => service.database().transaction(change))).toBe(false)
})

test('a sweep that a stop cut short is taken up again', async () => {
  const gone = await add('A pelican on the roof.')
  await service.send(`/api/v1/knowledge-base/file/${gone}`, { method: 'DELETE' })
  await service.restart()
  await expect.poll(kept).not.toContain('pelican')
})
