import { desc, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { testService } from '../service.fixture'
import { files } from '../store/schema'
import { toKnowledgeFile } from './knowledge-file.fixture'

const service = testService()
const { send } = service
const others = [testService({ linkKey: Buffer.alloc(32, 8) }), testService({ linkKey: Buffer.alloc(32, 9) })]

const ODD = [
  'plain.pdf',
  'a "quoted" \\ name.md',
  'tab\t and \u0001.pdf',
  'Ünïcode 🙂 \u2028.md',
  '</script>.pdf',
]

const rowAt = (index: number) => ({
  id: `file-${String((index * 7919) % 10_000).padStart(4, '0')}`,
  fileName: ODD[index % ODD.length] ?? '',
  kind: index % 2 ? ('markdown' as const) : ('pdf' as const),
  status: (['UPLOADED', 'INGESTED', 'FAILED'] as const)[index % 3] ?? 'FAILED',
  reason: index % 3 === 2 ? 'This "PDF" is damaged.\nExport it again.' : null,
  prompt: index % 4 ? null : `Use for\r\nchapter ${index} \\ "appendix"`,
  size: index % 5 ? index * 1_000_003 : null,
  contentHash: index % 2 === 0 ? String(index) : null,
  pages: index % 3 === 1 ? index : null,
  requestedAt: service.clock.at,
  uploadedAt: service.clock.at,
  // Several a moment, so that borders of batches fall between files of one moment.
  recordedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 7) * 123),
  updatedAt: new Date(Date.UTC(2026, 1, 1) + index),
})

const listed = async () => {
  const { json } = await send('/api/v1/knowledge-base/files')
  return (json as { files: ReturnType<typeof toKnowledgeFile>[] }).files
}

test('the list says of 2,500 files what each is, newest first, one moment by id, whatever is in their names', async () => {
  expect(await listed()).toEqual([])
  const db = service.database()
  await db.insert(files).values(Array.from({ length: 2_500 }, (_, index) => rowAt(index)))
  await db.insert(files).values({ ...rowAt(2_500), status: 'PENDING', recordedAt: null })
  const rows = await db.select().from(files).orderBy(desc(files.recordedAt))
  const expected = rows
    .filter(({ recordedAt }) => recordedAt)
    .map(toKnowledgeFile)
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt) || (one.id < other.id ? -1 : 1))
  expect(await listed()).toEqual(expected)
})

test('the list is of one moment: a file that is replaced meanwhile is never missing and never there twice', async () => {
  const db = service.database()
  const before = (await listed()).length
  let oldest = await listed().then((all) => all.at(-1)?.id ?? '')
  let on = true
  const replacing = (async () => {
    for (let index = 0; on; index++) {
      const id = `new-${index}`
      await db.transaction(async (tx) => {
        await tx.insert(files).values({ ...rowAt(3_000 + index), id })
        await tx.delete(files).where(eq(files.id, oldest))
      })
      oldest = id
    }
  })()
  const lengths: number[] = []
  for (let run = 0; run < 8; run++) lengths.push((await listed()).length)
  on = false
  await replacing
  expect(new Set(lengths)).toEqual(new Set([before]))
})

test('a list that did not change is not sent again, and any change of it is', async () => {
  const db = service.database()
  const addresses = ['/api/v1/knowledge-base/files', '/api/v1/knowledge-base/collections']
  const ask = (address: string, tag?: string | null) =>
    send(address, { headers: tag ? { 'if-none-match': tag } : {} })
  const tagsOf = () => Promise.all(addresses.map(async (each) => (await ask(each)).headers.get('etag')))
  const change = [
    () => db.update(files).set({ status: 'FAILED' }).where(eq(files.id, 'late')),
    () => db.delete(files).where(eq(files.id, 'late')),
  ]
  await db.insert(files).values({ ...rowAt(9_000), id: 'late', status: 'UPLOADED' })
  for (const next of change) {
    const before = await tagsOf()
    for (const [at, address] of addresses.entries()) {
      const again = await ask(address, `"other", ${before[at]}`)
      expect(again.status).toBe(304)
      expect(again.headers.get('etag')).toBe(before[at])
    }
    await next()
    for (const [at, address] of addresses.entries()) {
      const changed = await ask(address, before[at])
      expect(changed.status).toBe(200)
      expect(changed.headers.get('etag')).not.toBe(before[at])
    }
  }
})

test('a list that did not change is not read again for another page, and is never an old one', async () => {
  const db = service.database()
  const reading = vi.spyOn(db, 'transaction')
  const readings = async () => {
    reading.mockClear()
    return { files: await listed(), readings: reading.mock.calls.length }
  }
  const first = (await readings()).files
  expect(await readings()).toEqual({ files: first, readings: 0 })
  await db
    .update(files)
    .set({ prompt: 'Another one' })
    .where(eq(files.id, first[0]?.id ?? ''))
  const after = await readings()
  expect(after.readings).toBe(1)
  expect(after.files[0]?.prompt).toBe('Another one')
  reading.mockRestore()
})

test('the list of another store is another one, although both have had as many changes', async () => {
  const lists = await Promise.all(others.map(({ send: ask }) => ask('/api/v1/knowledge-base/collections')))
  expect(lists.map(({ json }) => json)).toEqual([{ collections: [] }, { collections: [] }])
  expect(new Set(lists.map(({ headers }) => headers.get('etag'))).size).toBe(2)
})
