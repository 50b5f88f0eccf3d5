import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq, isNull } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { addFile, put, requestTarget } from '../journeys.fixture'
import { openTestDatabase, testService } from '../service.fixture'
import { blobs as blobRows, files, jobs, removedBlobs } from '../store/schema'
import type { Blobs } from './blobs'
import { openDatabaseBlobs } from './database-blobs'
import { openDiskBlobs } from './disk-blobs'
import { importBlobs } from './open-blobs'
import { BLOBS, GRACE, sweepBlobs } from './sweep-blobs'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const opened = await openTestDatabase()
const directory = mkdtempSync(join(tmpdir(), 'blobs-'))
afterAll(async () => {
  await opened.close()
  rmSync(directory, { recursive: true, force: true })
})

const bytesOf = (size: number) => Buffer.from(Array.from({ length: size }, (_, index) => index % 251))

/** In pieces of a size that divides nothing. */
async function* inPieces(content: Uint8Array, size = 70_001) {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size)
}

async function sizeOf(blobs: Blobs, id: string) {
  const found = await blobs.read(id)
  found?.stream.destroy()
  return found?.size
}

const implementations = [
  ['on disk', () => openDiskBlobs(join(directory, 'kinds'), 'this-store')],
  ['in the database', async () => openDatabaseBlobs(opened.db)],
] as const

// The database's own are the same SQL on either store.
describe.each(implementations)('bytes %s', (where, open) => {
  const id = (name: string) => `${name}-${where.replaceAll(' ', '-')}`
  const write = async (name: string, content: Uint8Array) => {
    const blobs = await open()
    const staged = await blobs.write(id(name), inPieces(content), () => {})
    expect(await opened.db.transaction((tx) => staged.keep(tx))).toBe(true)
    return blobs
  }

  test.each([0, 1, 256 * 1024, 256 * 1024 + 1, 1_000_000])(
    '%i of them come back as they were',
    async (size) => {
      const content = bytesOf(size)
      const blobs = await write(`size-${size}`, content)
      const found = (await blobs.read(id(`size-${size}`))) ?? expect.fail('nothing is stored')
      expect(found.size).toBe(size)
      expect((await buffer(found.stream)).equals(content)).toBe(true)
    },
  )

  test('are not there before they are kept, after they are discarded, and after they are removed', async () => {
    const blobs = await open()
    const staged = await blobs.write(id('gone'), inPieces(bytesOf(10)), () => {})
    expect(staged.size).toBe(10)
    expect(await blobs.read(id('gone'))).toBeUndefined()
    await staged.discard()
    expect(await blobs.read(id('gone'))).toBeUndefined()
    await write('gone', bytesOf(10))
    await write('other', bytesOf(10))
    await blobs.remove([id('gone'), id('never')])
    expect(await blobs.read(id('gone'))).toBeUndefined()
    expect(await sizeOf(blobs, id('other'))).toBe(10)
  })

  test('that were kept outlive a discard, as when the answer to the commit was lost', async () => {
    const blobs = await open()
    const staged = await blobs.write(id('committed'), inPieces(bytesOf(10)), () => {})
    expect(await opened.db.transaction((tx) => staged.keep(tx))).toBe(true)
    await staged.discard()
    expect(await sizeOf(blobs, id('committed'))).toBe(10)
  })

  test('stop with the sender, with what refuses them, and with the reader', async () => {
    const blobs = await open()
    const before = await opened.db.$count(blobRows)
    await expect(
      blobs.write(id('refused'), inPieces(bytesOf(600_000)), () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    let taken = 0
    async function* broken() {
      for (; taken < 10; taken++) yield bytesOf(100_000)
      throw new Error('gone')
    }
    await expect(blobs.write(id('broken'), broken(), () => {})).rejects.toThrow('gone')
    expect(await opened.db.$count(blobRows)).toBe(before)
    expect(
      readdirSync(directory, { recursive: true }).filter((name) => String(name).endsWith('.part')),
    ).toEqual([])

    await write('long', bytesOf(2_000_000))
    const found = (await blobs.read(id('long'))) ?? expect.fail('nothing is stored')
    for await (const _ of found.stream) break
    expect(found.stream.destroyed).toBe(true)
  })
})

describe('in the database', () => {
  test('two uploads to one id: the first that is kept stays', async () => {
    const blobs = openDatabaseBlobs(opened.db)
    const [first, second] = [
      await blobs.write('twice', inPieces(bytesOf(5)), () => {}),
      await blobs.write('twice', inPieces(bytesOf(6)), () => {}),
    ]
    expect(await first.keep(opened.db)).toBe(true)
    expect(await second.keep(opened.db)).toBe(false)
    await second.discard()
    expect(await sizeOf(blobs, 'twice')).toBe(5)
  })

  test('a reader whose bytes are removed under way learns that it did not get all', async () => {
    const blobs = openDatabaseBlobs(opened.db)
    const staged = await blobs.write('cut', inPieces(bytesOf(3_000_000)), () => {})
    await staged.keep(opened.db)
    const found = (await blobs.read('cut')) ?? expect.fail('nothing is stored')
    const reading = async () => {
      let removed = false
      for await (const _ of found.stream) {
        if (!removed) await blobs.remove(['cut'])
        removed = true
      }
    }
    await expect(reading()).rejects.toThrow('removed')
  })
})

describe('a directory of bytes', () => {
  test('takes what an older version left, then belongs to one store', async () => {
    const own = join(directory, 'owned')
    mkdirSync(own)
    writeFileSync(join(own, 'old-file'), 'old')
    expect(await sizeOf(await openDiskBlobs(own, 'one'), 'old-file')).toBe(3)
    expect(statSync(own).mode & 0o777).toBe(0o700)
    writeFileSync(join(own, 'x.abc.part'), 'half')
    await expect(openDiskBlobs(own, 'two')).rejects.toThrow(/belong to another database/)
    expect(readdirSync(own).sort()).toEqual(['old-file', 'store-id', 'x.abc.part'])
    const blobs = await openDiskBlobs(own, 'one')
    expect(readdirSync(own).sort()).toEqual(['old-file', 'store-id'])
    await expect(blobs.read('../owned/old-file')).rejects.toThrow(RangeError)
    await expect(blobs.remove(['store-id'])).rejects.toThrow(RangeError)
  })

  test('is copied into a server that has the records without the bytes, once, and stays as it is', async () => {
    const old = join(directory, 'old')
    mkdirSync(old)
    for (const name of ['recorded', 'removed', 'waiting', 'store-id']) writeFileSync(join(old, name), name)
    const at = new Date('2026-01-01T00:00:00Z')
    const row = (id: string, uploadedAt: Date | null) =>
      ({
        id,
        fileName: `${id}.md`,
        kind: 'markdown',
        status: 'PENDING',
        requestedAt: at,
        uploadedAt,
        updatedAt: at,
      }) as const
    await opened.db.insert(files).values([row('recorded', at), row('waiting', null), row('without', at)])
    const blobs = openDatabaseBlobs(opened.db)
    const before = await opened.db.$count(blobRows)
    await Promise.all([importBlobs(opened.db, blobs, old), importBlobs(opened.db, blobs, old)])
    await importBlobs(opened.db, blobs, join(directory, 'not-there'))
    const found = (await blobs.read('recorded')) ?? expect.fail('nothing was copied')
    expect((await buffer(found.stream)).toString()).toBe('recorded')
    expect(await opened.db.$count(blobRows)).toBe(before + 1)
    expect(readdirSync(old).sort()).toEqual(['recorded', 'removed', 'store-id', 'waiting'])
  })
})

describe('removing', () => {
  const service = testService()
  const remove = (id: string) => service.send(`/api/v1/knowledge-base/file/${id}`, { method: 'DELETE' })
  const later = (milliseconds: number) => {
    service.clock.at = new Date(service.clock.at.getTime() + milliseconds)
  }
  const sweep = () => sweepBlobs({ db: service.database(), blobs: service.blobs(), clock: service.clock })

  test('is by reference and after a while: what no record stands for is left alone', async () => {
    const [kept, removed] = [await addFile(service), await addFile(service)]
    const unknown = await service.blobs().write('of-somebody-else', inPieces(bytesOf(3)), () => {})
    await unknown.keep(service.database())
    expect((await remove(removed)).status).toBe(200)
    const due = new Date(service.clock.at.getTime() + GRACE)
    later(GRACE - MINUTE)
    expect(await sweep()).toEqual(due)
    expect((await service.stored()).sort()).toEqual([kept, removed, 'of-somebody-else'].sort())
    later(MINUTE)
    expect(await sweep()).toEqual(new Date(service.clock.at.getTime() + GRACE))
    expect((await service.stored()).sort()).toEqual([kept, 'of-somebody-else'].sort())
    expect(await service.database().$count(removedBlobs)).toBe(0)
  })

  test('is a job that each start asks for', async () => {
    const removed = await addFile(service)
    await remove(removed)
    later(GRACE)
    await service.restart()
    await expect.poll(service.stored).not.toContain(removed)
    // And that queues itself for the next time.
    const next = () => service.database().select().from(jobs).where(eq(jobs.queue, BLOBS))
    await expect.poll(next).toMatchObject([{ key: 'sweep', attempts: 0 }])
  })

  test('upload targets that nobody used for a day are forgotten with their bytes; recorded files are not', async () => {
    const kept = await addFile(service)
    const [unused, uploaded] = [await requestTarget(service), await requestTarget(service)]
    await put(service, uploaded.uploadUrl)
    later(DAY - MINUTE)
    await sweep()
    const isThere = async (id: string) =>
      (await service.database().$count(files, eq(files.id, id))) +
      Number((await service.stored()).includes(id))
    expect([await isThere(unused.fileId), await isThere(uploaded.fileId)]).toEqual([1, 2])
    later(2 * MINUTE)
    expect(await sweep()).toEqual(new Date(service.clock.at.getTime() + GRACE))
    later(GRACE)
    await sweep()
    expect([await isThere(unused.fileId), await isThere(uploaded.fileId)]).toEqual([0, 0])
    expect(await isThere(kept)).toBe(2)
  })

  test('uploads that never ended are removed from the database after a day', async () => {
    const blobs = openDatabaseBlobs(service.database())
    const [old] = [await blobs.write('dead', inPieces(bytesOf(3)), () => {})]
    expect(old.size).toBe(3)
    const staged = () => service.database().$count(blobRows, isNull(blobRows.id))
    const [row] = await service.database().select().from(blobRows).where(isNull(blobRows.id))
    service.clock.at = new Date((row?.stagedAt ?? expect.fail('nothing staged')).getTime() + DAY - MINUTE)
    await sweep()
    expect(await staged()).toBe(1)
    later(2 * MINUTE)
    await sweep()
    expect(await staged()).toBe(0)
  })
})
