import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { gate } from '../net/gate.fixture'
import type { Extract, Extraction } from './ingestion/extractor'
import { CUT } from './ingestion/passages'
import { INGESTION } from './ingestion-queue'
import { addFile } from './journeys.fixture'
import { testService } from './service.fixture'
import { files, jobs, passages } from './store/schema'

const service = testService()

const fileRow = async (fileId: string) =>
  (await service.database().select().from(files).where(eq(files.id, fileId)))[0]
const passagesOf = (fileId: string) =>
  service.database().select().from(passages).where(eq(passages.fileId, fileId)).orderBy(passages.ordinal)
/** As a process leaves it that died while it read for the so-manieth time. */
const leaveJob = (fileId: string, attempts: number) =>
  service
    .database()
    .insert(jobs)
    .values({ queue: 'ingestion', key: fileId, attempts, lease: 'of the dead', leasedUntil: sql`now()` })

describe('reading files (safety 11)', () => {
  test('keeps page, headings and order, and makes the text searchable', async () => {
    service.readFilesWith(async () => ({
      ok: true,
      pages: 2,
      passages: [
        { text: 'Returns are accepted within thirty days.', page: 1, heading: ['Shop', 'Refund policy'] },
        { text: 'We ship worldwide. \u0000\ud800', page: 2 },
      ],
    }))
    const fileId = await addFile(service)
    await service.service().idle()
    expect(await fileRow(fileId)).toMatchObject({ status: 'INGESTED', pages: 2, reason: null })
    expect(await passagesOf(fileId)).toMatchObject([
      { ordinal: 0, page: 1, heading: ['Shop', 'Refund policy'] },
      { ordinal: 1, page: 2, heading: [], content: 'We ship worldwide. \ufffd' },
    ])
    const search = (words: string) =>
      service
        .database()
        .select({ ordinal: passages.ordinal })
        .from(passages)
        .where(
          sql`${passages.fileId} = ${fileId} and ${passages.search} @@ plainto_tsquery('english', ${words})`,
        )
    expect(await search('accepting returns')).toEqual([{ ordinal: 0 }])
    expect(await search('refund')).toEqual([{ ordinal: 0 }])
    expect(await search('shipping')).toEqual([{ ordinal: 1 }])
  })

  test.each([
    [8, 'Only 6 of 14 pages have text; the others are probably scanned. Run text recognition (OCR) on them.'],
    [7, null],
  ])('of 14 pages %d without text are told: %s (D1060)', async (withoutText, warning) => {
    const passages = [{ text: 'Opening hours', page: 1 }]
    service.readFilesWith(async () => ({ ok: true, pages: 14, withoutText, passages }))
    const fileId = await addFile(service)
    await service.service().idle()
    const { json } = await service.send('/api/v1/knowledge-base/files')
    expect((json as { files: { id: string }[] }).files.find(({ id }) => id === fileId)).toMatchObject({
      status: 'INGESTED',
      reason: null,
      warning,
    })
  })

  test('a file that cannot be read is FAILED with the reason, and has no passages', async () => {
    service.readFilesWith(async () => ({
      ok: false,
      reason: 'The file is encrypted. Save it without a password.',
    }))
    const fileId = await addFile(service)
    await service.service().idle()
    const { json } = await service.send('/api/v1/knowledge-base/files')
    expect((json as { files: { id: string }[] }).files.find(({ id }) => id === fileId)).toMatchObject({
      status: 'FAILED',
      reason: 'The file is encrypted. Save it without a password.',
    })
    expect(await passagesOf(fileId)).toEqual([])
  })

  test('a reader that breaks is tried three times, then the file is given up', async () => {
    let tries = 0
    service.readFilesWith(async () => {
      tries += 1
      throw new Error('reader broke')
    })
    const fileId = await addFile(service)
    await service.service().idle()
    expect(tries).toBe(3)
    expect(await fileRow(fileId)).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('Reading this file stopped the reader'),
    })
    expect(await service.database().$count(jobs, eq(jobs.queue, INGESTION))).toBe(0)
  })

  test('requests are answered while a file is read, and its result is dropped when it is deleted meanwhile', async () => {
    const reading = gate()
    const proceed = gate()
    service.readFilesWith(async () => {
      reading.open()
      await proceed.opened
      return { ok: true, passages: [{ text: 'orphan' }] }
    })
    const fileId = await addFile(service)
    await reading.opened
    expect((await fileRow(fileId))?.status).toBe('UPLOADED')
    const deleted = await service.send(`/api/v1/knowledge-base/file/${fileId}`, { method: 'DELETE' })
    expect(deleted.status).toBe(200)
    proceed.open()
    await service.service().idle()
    expect(await fileRow(fileId)).toBeUndefined()
    expect(await passagesOf(fileId)).toEqual([])
    expect(service.log.filter(({ event, error }) => event === 'job' && error)).toHaveLength(3)
  })
})

describe('a file with many passages', () => {
  const many = Array.from({ length: 3000 }, (_, index) => ({ text: `Passage ${index} about many things` }))

  /** How many passages of a file are written, as requests see it while it is read. */
  async function watch(fileId: string, until: (written: number) => boolean): Promise<number[]> {
    const seen: number[] = []
    for (;;) {
      const written = await service.database().$count(passages, eq(passages.fileId, fileId))
      seen.push(written)
      const file = await fileRow(fileId)
      if (file?.status !== 'UPLOADED' || until(written)) return seen
    }
  }

  test('lets requests through while it is written, and is ready only when it is whole', async () => {
    service.readFilesWith(async () => ({ ok: true, passages: many }))
    const fileId = await addFile(service)
    const seen = await watch(fileId, () => false)
    expect(seen.filter((written) => written > 0 && written < 3000).length).toBeGreaterThan(2)
    expect(await fileRow(fileId)).toMatchObject({ status: 'INGESTED' })
    expect(await passagesOf(fileId)).toHaveLength(3000)
  })

  /** Reads the first 150 and goes on when they are written. */
  const afterSome =
    (end: Extraction): Extract =>
    async ({ onPassages }) => {
      for (const [from, to] of [
        [0, 100],
        [100, 125],
        [125, 150],
      ])
        onPassages?.(many.slice(from, to))
      await vi.waitFor(async () => expect(await service.database().$count(passages)).toBe(150), 10_000)
      return end
    }

  test('is written while the rest is read, each passage once', async () => {
    await service.database().delete(passages)
    service.readFilesWith(afterSome({ ok: true, passages: many }))
    const fileId = await addFile(service)
    await service.service().idle()
    expect((await passagesOf(fileId)).map(({ content }) => content)).toEqual(many.map(({ text }) => text))
  })

  test('leaves nothing of what was written where the rest cannot be read', async () => {
    await service.database().delete(passages)
    service.readFilesWith(afterSome({ ok: false, reason: 'It took too long.' }))
    const fileId = await addFile(service)
    await service.service().idle()
    expect(await fileRow(fileId)).toMatchObject({ status: 'FAILED' })
    expect(await passagesOf(fileId)).toEqual([])
  })

  test('can be deleted, or stopped and taken up again, halfway', async () => {
    service.readFilesWith(async () => ({ ok: true, passages: many }))
    const [gone, kept] = [await addFile(service), await addFile(service)]
    await watch(gone, (written) => written > 0)
    await service.send(`/api/v1/knowledge-base/file/${gone}`, { method: 'DELETE' })
    await watch(kept, (written) => written > 0)
    await service.restart()
    await service.service().idle()
    expect(await passagesOf(gone)).toEqual([])
    const ordinals = (await passagesOf(kept)).map(({ ordinal }) => ordinal)
    expect(ordinals).toEqual(many.map((_, index) => index))
    expect(await fileRow(kept)).toMatchObject({ status: 'INGESTED' })
  })
})

describe('a restart', () => {
  test('takes up what a stop interrupted, and does not count it against the file', async () => {
    const reading = gate()
    service.readFilesWith(({ signal }) => {
      reading.open()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const fileId = await addFile(service)
    await reading.opened
    service.readFilesPlainly()
    await service.restart()
    await service.service().idle()
    expect(await fileRow(fileId)).toMatchObject({ status: 'INGESTED' })
    expect(await passagesOf(fileId)).toHaveLength(1)
  })

  test('takes up what a crash interrupted, without doubling passages', async () => {
    service.readFilesPlainly()
    const fileId = await addFile(service)
    await service.service().idle()
    await service.service().close()
    await leaveJob(fileId, 2)
    await service.database().update(files).set({ status: 'UPLOADED' }).where(eq(files.id, fileId))
    await service.restart()
    await service.service().idle()
    expect(await fileRow(fileId)).toMatchObject({ status: 'INGESTED' })
    expect(await passagesOf(fileId)).toHaveLength(1)
  })

  test('gives up a file at which the process died three times', async () => {
    const extract = vi.fn()
    const fileId = await addFile(service)
    await service.service().idle()
    await service.service().close()
    await leaveJob(fileId, 3)
    service.readFilesWith(extract)
    await service.restart()
    await service.service().idle()
    expect(extract).not.toHaveBeenCalled()
    expect(await fileRow(fileId)).toMatchObject({ status: 'FAILED' })
    expect(await passagesOf(fileId)).toEqual([])
  })
})

describe('files that an earlier version cut (D354)', () => {
  const OLD = Array.from({ length: 150 }, (_, place) => ({ text: `Old pier ${place}`, page: 1 }))
  const statuses: unknown[] = []

  /** A file as an earlier version left it, and the service started anew with a reader that cuts otherwise. */
  async function readAgain(extract: Parameters<typeof service.readFilesWith>[0]) {
    service.readFilesWith(async () => ({ ok: true, pages: 1, passages: OLD }))
    const fileId = await addFile(service)
    await service.service().idle()
    await service.database().update(files).set({ cut: null }).where(eq(files.id, fileId))
    statuses.length = 0
    service.readFilesWith(async (input) => {
      statuses.push((await fileRow(fileId))?.status)
      return extract(input)
    })
    const before = await fileRow(fileId)
    await service.restart()
    await vi.waitFor(async () => expect((await fileRow(fileId))?.cut).toBe(CUT))
    return { before, after: await fileRow(fileId), passages: await passagesOf(fileId) }
  }

  test('are cut once more, and stay INGESTED meanwhile', async () => {
    let reads = 0
    const { before, after, passages } = await readAgain(async () => {
      reads += 1
      return { ok: true, pages: 2, passages: [{ text: 'New quay', page: 2 }] }
    })
    expect(statuses).toEqual(['INGESTED'])
    expect(after).toMatchObject({ ...before, cut: CUT, pages: 2, embeddedBy: null })
    expect(passages).toMatchObject([{ ordinal: 0, page: 2, content: 'New quay' }])
    await service.restart()
    await service.service().idle()
    expect(reads).toBe(1)
  })

  test('keep their passages where they cannot be read again', async () => {
    const { before, after, passages } = await readAgain(async ({ onPassages }) => {
      onPassages?.([{ text: 'New quay', page: 2 }])
      return { ok: false, code: 'too-slow', reason: 'It took too long.' }
    })
    expect(after).toEqual({ ...before, cut: CUT })
    expect(passages.map(({ content }) => content)).toEqual(OLD.map(({ text }) => text))
  })
})
