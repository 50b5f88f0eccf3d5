import { afterEach, describe, expect, it, vi } from 'vitest'
import { NoAnswer, ServiceRefusal } from '../client/api-error'
import { clientOf, type UploadAnswers } from './upload.fixture'
import { readNote } from './upload-note'
import { UploadQueue, type UploadQueueOptions } from './upload-queue'

const markdown = (name: string) => new File(['# Title'], name)
const numbered = (name: string) => new File([`# ${name}`], name)

const retryAll = (queue: UploadQueue) => queue.retry(...queue.getSnapshot().map(({ id }) => id))

/** Uploads that go on until the test lets them, and a clock that stands. */
function setUp(options: Partial<UploadQueueOptions> = {}, overrides: Partial<UploadAnswers> = {}) {
  const uploads = new Map<string, { progress: (sent: number) => void; end: () => void }>()
  const clock = { now: 0 }
  const joined: string[] = []
  const client = clientOf({
    addFileToCollection: async ({ collectionId, fileId }) => void joined.push(`${fileId} in ${collectionId}`),
    requestUpload: async ({ fileName }) => ({ fileId: `id of ${fileName}`, uploadUrl: fileName }),
    uploadDocument: ({ target, onProgress, signal }) =>
      new Promise((resolve, reject) => {
        uploads.set(target.uploadUrl, { progress: (sent) => onProgress?.(sent), end: resolve })
        signal?.addEventListener('abort', () =>
          reject(new NoAnswer({ operation: 'uploadContent', cause: 'aborted', sent: true })),
        )
      }),
    createFile: async () => ({ beside: {}, raw: undefined }),
    listFiles: async () => ({ items: [] }),
    ...overrides,
  })
  const queue = new UploadQueue({ client, limitBytes: () => 1000, now: () => clock.now, ...options })
  const states = () => queue.getSnapshot().map(({ state }) => state)
  const uploading = (name: string) =>
    vi.waitFor(() => uploads.get(name) ?? expect.fail(`${name} is not uploading`))
  return { queue, uploads, clock, states, uploading, joined }
}

describe('the upload queue', () => {
  it('works on three at a time, in order', async () => {
    const { queue, uploads, states, uploading } = setUp()
    queue.add(['1.md', '2.md', '3.md', '4.md', '5.md'].map(numbered))
    // The first three are taken; which of them is looked through first is the reading of files' affair.
    await Promise.all(['1.md', '2.md', '3.md'].map(uploading))
    expect(states()).toEqual(['working', 'working', 'working', 'queued', 'queued'])
    expect([...uploads.keys()].sort()).toEqual(['1.md', '2.md', '3.md'])
    uploads.get('2.md')?.end()
    await uploading('4.md')
    expect(states()).toEqual(['working', 'added', 'working', 'working', 'queued'])
    expect(queue.getSnapshot()[1]?.fileId).toBe('id of 2.md')
  })

  it('tells bytes and speed, and whether leaving would lose something', async () => {
    const { queue, clock, uploading } = setUp()
    expect(queue.hasBytesMoving).toBe(false)
    queue.add([markdown('a.md')])
    const upload = await uploading('a.md')
    expect(queue.hasBytesMoving).toBe(true)
    clock.now = 2000
    upload.progress(4)
    expect(queue.getSnapshot()[0]).toMatchObject({
      step: { name: 'upload', sent: 4, total: 7 },
      bytesPerSecond: 2,
    })
    upload.end()
    await vi.waitFor(() => expect(queue.getSnapshot()[0]?.state).toBe('added'))
    expect(queue.getSnapshot()[0]?.bytesPerSecond).toBeUndefined()
    expect(queue.hasBytesMoving).toBe(false)
  })

  it('measures speed over the last seconds, not since the start', async () => {
    const { queue, clock, uploading } = setUp()
    queue.add([markdown('a.md')])
    const upload = await uploading('a.md')
    for (const [now, sent] of [
      [10_000, 1],
      [12_000, 1],
      [14_000, 5],
    ] as const) {
      clock.now = now
      upload.progress(sent)
    }
    expect(queue.getSnapshot()[0]?.bytesPerSecond).toBe(1)
  })

  it('gives a new snapshot only when something changed', async () => {
    const { queue, uploading } = setUp()
    const heard = vi.fn()
    const leave = queue.subscribe(heard)
    queue.add([markdown('a.md')])
    const upload = await uploading('a.md')
    const before = queue.getSnapshot()
    expect(queue.getSnapshot()).toBe(before)
    heard.mockClear()
    upload.progress(1)
    expect(heard).toHaveBeenCalledOnce()
    expect(queue.getSnapshot()).not.toBe(before)
    leave()
    upload.progress(2)
    expect(heard).toHaveBeenCalledOnce()
  })

  it('ends one that is cancelled and takes up the next; the cancelled one can be tried again', async () => {
    const { queue, states, uploading, uploads } = setUp({ parallel: 1 })
    const [first = '', second = ''] = queue.add([markdown('1.md'), markdown('2.md')])
    await uploading('1.md')
    queue.cancel(first)
    await uploading('2.md')
    expect(states()).toEqual(['cancelled', 'working'])
    queue.cancel(second)
    uploads.clear()
    queue.retry(first)
    const again = await uploading('1.md')
    again.end()
    await vi.waitFor(() => expect(states()).toEqual(['added', 'cancelled']))
    queue.dismiss(second)
    expect(states()).toEqual(['added'])
  })

  it('lets the record be written that is on its way when all are cancelled, and says that the file is there', async () => {
    const end: (() => void)[] = []
    const createFile: UploadAnswers['createFile'] = () =>
      new Promise((resolve) => end.push(() => resolve({ beside: {}, raw: undefined })))
    const { queue, states, uploading, joined } = setUp({}, { createFile })
    queue.add([markdown('1.md')])
    queue.add([numbered('2.md')], { collections: [{ id: 'c1', name: 'Manuals' }] })
    for (const name of ['1.md', '2.md']) (await uploading(name)).end()
    await vi.waitFor(() => expect(end).toHaveLength(2))
    // The first will be there.
    expect(queue.cancel(...queue.getSnapshot().map(({ id }) => id))).toBe(1)
    expect(states()).toEqual(['cancelled', 'cancelled'])
    for (const each of end) each()
    // The other is there, too, but not in the collection: tried again, it is put into it.
    await vi.waitFor(() => expect(states()).toEqual(['added', 'cancelled']))
    expect(joined).toEqual([])
    expect(queue.getSnapshot()[1]?.fileId).toBe('id of 2.md')
    queue.confirm(new Set(['id of 2.md']))
    expect(states()).toEqual(['added', 'cancelled'])
  })

  it('takes one whose record may be there when it is cancelled for added once it is listed, and one that was refused for nothing', async () => {
    const lost = new NoAnswer({ operation: 'createFile', cause: 'timed out', sent: true })
    const busy = new ServiceRefusal({ operation: 'createFile', status: 429, retryAfterMs: 9_000 })
    const createFile: UploadAnswers['createFile'] = ({ fileId }) =>
      Promise.reject(fileId === 'id of 1.md' ? lost : busy)
    const { queue, states, uploading } = setUp({}, { createFile })
    const ids = queue.add(['1.md', '2.md'].map(numbered))
    for (const name of ['1.md', '2.md']) (await uploading(name)).end()
    await vi.waitFor(() => expect(states()).toEqual(['queued', 'queued']))
    expect(queue.cancel(...ids)).toBe(2)
    expect(queue.getSnapshot().map(({ fileId }) => fileId)).toEqual(['id of 1.md', undefined])
    queue.confirm(new Set(['id of 1.md']))
    expect(states()).toEqual(['added', 'cancelled'])
  })

  it('leaves one that has ended as it is when it is cancelled, and notes nothing of a cancelled one', async () => {
    const { queue, states, uploading } = setUp()
    const [done = '', gone = ''] = queue.add([markdown('1.md'), new File(['# Two'], '2.md')])
    ;(await uploading('1.md')).end()
    await uploading('2.md')
    await vi.waitFor(() => expect(states()).toEqual(['added', 'working']))
    for (const id of [done, gone, 'unknown']) queue.cancel(id)
    expect(states()).toEqual(['added', 'cancelled'])
    expect(queue.noted()).toMatchObject([{ fileName: '1.md' }])
  })

  it('reports what a later page should know, and not every byte', async () => {
    const onMilestone = vi.fn()
    const { queue, uploading } = setUp({ onMilestone })
    const times = (act: () => void) => {
      onMilestone.mockClear()
      act()
      return onMilestone.mock.calls.length
    }
    let id = ''
    expect(times(() => ([id = ''] = queue.add([markdown('1.md')])))).toBeGreaterThan(0)
    const upload = await uploading('1.md')
    expect(times(() => upload.progress(3))).toBe(0)
    expect(times(() => queue.cancel(id))).toBe(1)
    expect(times(() => queue.dismiss(id))).toBe(1)
  })

  it('does not dismiss one that works', async () => {
    const { queue, states, uploading } = setUp()
    const [id = ''] = queue.add([markdown('1.md')])
    await uploading('1.md')
    queue.dismiss(id)
    expect(states()).toEqual(['working'])
  })

  it('keeps what was uploaded and its prompt when the record failed', async () => {
    const prompts: (string | undefined)[] = []
    const createFile = vi.fn<UploadAnswers['createFile']>(async ({ prompt }) => {
      prompts.push(prompt)
      if (prompts.length === 1) throw new ServiceRefusal({ operation: 'createFile', status: 400 })
      return { beside: {}, raw: undefined }
    })
    const onAdded = vi.fn()
    const { queue, states, uploading, uploads } = setUp({ onAdded }, { createFile })
    const [id = ''] = queue.add([markdown('1.md')], { prompt: 'p' })
    ;(await uploading('1.md')).end()
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    expect(queue.getSnapshot()[0]).toMatchObject({ canRetry: true, error: { status: 400 } })
    uploads.clear()
    queue.retry(id)
    await vi.waitFor(() => expect(states()).toEqual(['added']))
    expect(prompts).toEqual(['p', 'p'])
    expect(uploads.size).toBe(0)
    expect(onAdded).toHaveBeenCalledExactlyOnceWith({ fileId: 'id of 1.md', record: undefined })
  })

  it('reports a doubt, because the record may be in the list', async () => {
    const lost = new NoAnswer({ operation: 'createFile', cause: 'timed out', sent: true })
    const onDoubt = vi.fn()
    const { queue, uploading, states } = setUp({ onDoubt }, { createFile: () => Promise.reject(lost) })
    const [id = ''] = queue.add([markdown('1.md')])
    ;(await uploading('1.md')).end()
    await vi.waitFor(() => expect(onDoubt).toHaveBeenCalledOnce())
    expect(states()).toEqual(['queued'])
    expect(queue.pause?.why).toBe('away')
    queue.cancel(id)
  })

  it('refuses a document without offering to try it again', async () => {
    const { queue, states } = setUp()
    const [id = ''] = queue.add([new File(['PK'], 'a.docx')])
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    expect(queue.getSnapshot()[0]?.canRetry).toBe(false)
    queue.retry(id)
    expect(states()).toEqual(['failed'])
  })

  it('says of a document that is chosen once more what is so now, not twice', async () => {
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', await markdown('b.md').arrayBuffer()))
    const present = async () => new Map([[hash.toString('hex'), { fileId: 'f1', fileName: 'old.md' }]])
    const { queue, states } = setUp({ present })
    const chosen = () => [new File(['x'], 'a.docx'), markdown('b.md'), new File(['xy'], 'a.docx')]
    queue.add(chosen())
    await vi.waitFor(() => expect(states()).toEqual(['failed', 'skipped', 'failed']))
    queue.add(chosen().slice(0, 2))
    await vi.waitFor(() => expect(states()).toEqual(['failed', 'failed', 'skipped']))
  })

  it('has one row for a document that failed once its content was up and is chosen again, also on a later page (D933)', async () => {
    let broken = true
    const createFile = vi.fn<UploadAnswers['createFile']>(async () => {
      if (broken) throw new ServiceRefusal({ operation: 'createFile', status: 500 })
      return { beside: {}, raw: undefined }
    })
    const uploadDocument = vi.fn<UploadAnswers['uploadDocument']>(async () => undefined)
    const { queue, states, joined } = setUp({}, { createFile, uploadDocument })
    const [c1, c2] = ['c1', 'c2'].map((id) => ({ id, name: id })) as [{ id: string; name: string }, never]
    queue.add([markdown('a.md')], { prompt: 'p', collections: [c1] })
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    broken = false
    queue.add([markdown('a.md')], { collections: [c1, c2] })
    await vi.waitFor(() => expect(states()).toEqual(['added']))
    expect(queue.getSnapshot()[0]).toMatchObject({ prompt: 'p', collections: [c1, c2] })
    expect(uploadDocument).toHaveBeenCalledOnce()
    expect(joined).toEqual(['id of a.md in c1', 'id of a.md in c2'])
    const later = setUp()
    later.queue.restore(queue.noted())
    expect(later.states()).toEqual(['added'])
  })

  it('tries again all that failed at once, and leaves what cannot be tried', async () => {
    let broken = true
    const requestUpload: UploadAnswers['requestUpload'] = async ({ fileName }) => {
      if (broken) throw new ServiceRefusal({ operation: 'requestUpload', status: 500 })
      return { fileId: fileName, uploadUrl: fileName }
    }
    const uploadDocument: UploadAnswers['uploadDocument'] = async () => undefined
    const { queue, states } = setUp({}, { requestUpload, uploadDocument })
    queue.add([numbered('1.md'), numbered('2.md'), new File(['PK'], 'a.docx')])
    await vi.waitFor(() => expect(states()).toEqual(['failed', 'failed', 'failed']))
    broken = false
    retryAll(queue)
    await vi.waitFor(() => expect(states()).toEqual(['added', 'added', 'failed']))
  })

  it('waits as the service asks when it has had too many requests, and goes on by itself', async () => {
    const asked: string[] = []
    const requestUpload: UploadAnswers['requestUpload'] = async ({ fileName }) => {
      asked.push(fileName)
      if (asked.length === 1)
        throw new ServiceRefusal({ operation: 'requestUpload', status: 429, retryAfterMs: 300 })
      return { fileId: fileName, uploadUrl: fileName }
    }
    const uploadDocument: UploadAnswers['uploadDocument'] = async () => undefined
    const { queue, states } = setUp({ now: Date.now, parallel: 1 }, { requestUpload, uploadDocument })
    const before = Date.now()
    queue.add([markdown('1.md'), new File(['# Two'], '2.md')])
    await vi.waitFor(() => expect(queue.pause?.until).toBeGreaterThanOrEqual(before + 300))
    expect(queue.pause?.why).toBe('busy')
    expect(states()).toEqual(['queued', 'queued'])
    expect(queue.hasBytesMoving).toBe(true)
    await vi.waitFor(() => expect(states()).toEqual(['added', 'added']))
    expect(Date.now() - before).toBeGreaterThanOrEqual(290)
    expect(asked).toEqual(['1.md', '1.md', '2.md'])
    expect(queue.pause).toBeUndefined()
  })

  it('does not give one up that the service is too busy for, and what was uploaded stays so', async () => {
    const createFile = vi.fn<UploadAnswers['createFile']>(async () => {
      if (createFile.mock.calls.length <= 8)
        throw new ServiceRefusal({ operation: 'createFile', status: 429, retryAfterMs: 0 })
      return { beside: {}, raw: undefined }
    })
    const uploadDocument = vi.fn<UploadAnswers['uploadDocument']>(async () => undefined)
    const { queue, states } = setUp({ now: Date.now }, { createFile, uploadDocument })
    queue.add([markdown('1.md')])
    await vi.waitFor(() => {
      queue.tryNow()
      expect(states()).toEqual(['added'])
    })
    expect(createFile).toHaveBeenCalledTimes(9)
    expect(uploadDocument).toHaveBeenCalledOnce()
  })

  it('pauses once for all while the service is away, sends one to see, and goes on with all when it is back', async () => {
    let isAway = true
    const requestUpload = vi.fn<UploadAnswers['requestUpload']>(async ({ fileName }) => {
      if (isAway) throw new NoAnswer({ operation: 'requestUpload', cause: 'connection lost', sent: true })
      return { fileId: fileName, uploadUrl: fileName }
    })
    const uploadDocument: UploadAnswers['uploadDocument'] = async () => undefined
    const { queue, states, clock } = setUp({}, { requestUpload, uploadDocument })
    const files = Array.from({ length: 60 }, (_, at) => new File([`# ${at}`], `${at}.md`))
    queue.add(files)
    await vi.waitFor(() => expect(states().every((state) => state === 'queued')).toBe(true))
    // What is no document is refused at once.
    queue.add([new File(['PK'], 'a.docx'), new File([], 'empty.md')])
    await vi.waitFor(() => expect(states().slice(60)).toEqual(['failed', 'failed']))
    expect(requestUpload).toHaveBeenCalledTimes(3)
    expect(queue.pause).toMatchObject({ why: 'away', until: 2_000, times: 1 })
    expect(queue.hasBytesMoving).toBe(true)

    clock.now = 2_000
    queue.tryNow()
    await vi.waitFor(() => expect(queue.pause).toMatchObject({ until: 6_000, times: 2 }))
    expect(requestUpload).toHaveBeenCalledTimes(4)
    isAway = false
    queue.tryNow()
    await vi.waitFor(() => expect(states().filter((state) => state === 'added')).toHaveLength(60))
    expect(queue.pause).toBeUndefined()
    expect(queue.progress).toBeUndefined()
  })

  it('pauses where a web page stands in the place of answers, and looks for a record before it is asked for again', async () => {
    let isPage = true
    const page = (operation: string) =>
      new ServiceRefusal({ operation, status: 502, code: 'SERVICE_REPLY_NOT_JSON', fromProxy: true })
    const requestUpload: UploadAnswers['requestUpload'] = async ({ fileName }) => {
      if (isPage && fileName !== '0.md') throw page('requestUpload')
      return { fileId: fileName, uploadUrl: fileName }
    }
    const createFile = vi.fn<UploadAnswers['createFile']>(async () => {
      if (isPage) throw page('createFile')
      return { beside: {}, raw: undefined }
    })
    const listFiles = async () => {
      if (isPage) throw page('listFiles')
      return { items: [{ fileId: '0.md', status: 'UPLOADED', other: {} }] }
    }
    const uploadDocument: UploadAnswers['uploadDocument'] = async () => undefined
    const { queue, states } = setUp({}, { requestUpload, uploadDocument, createFile, listFiles })
    queue.add(Array.from({ length: 9 }, (_, at) => numbered(`${at}.md`)))
    await vi.waitFor(() => expect(createFile).toHaveBeenCalledOnce())
    await vi.waitFor(() => expect(states().every((state) => state === 'queued')).toBe(true))
    expect(queue.pause?.why).toBe('away')
    isPage = false
    queue.tryNow()
    await vi.waitFor(() => expect(states().every((state) => state === 'added')).toBe(true))
    // The page stood in the place of its answer, and the service had done it.
    expect(createFile.mock.calls.filter(([{ fileId }]) => fileId === '0.md')).toHaveLength(1)
  })

  it('counts no pause into the time that is left', async () => {
    let refusals = 3
    const requestUpload: UploadAnswers['requestUpload'] = async ({ fileName }) => {
      if (refusals-- > 0)
        throw new ServiceRefusal({ operation: 'requestUpload', status: 429, retryAfterMs: 20_000 })
      return { fileId: fileName, uploadUrl: fileName }
    }
    const { queue, states, clock, uploading } = setUp({}, { requestUpload })
    queue.add(Array.from({ length: 60 }, (_, at) => numbered(`${at}.md`)))
    await vi.waitFor(() => expect(states().every((state) => state === 'queued')).toBe(true))
    clock.now = 20_000
    queue.tryNow()
    const moving = await Promise.all([0, 1, 2].map((at) => uploading(`${at}.md`)))
    expect(queue.progress?.leftMs).toBeUndefined()
    clock.now = 22_000
    for (const { end } of moving) end()
    await vi.waitFor(() => expect(queue.progress?.done).toBe(3))
    // 57 are left, and three took two seconds.
    expect(queue.progress?.leftMs).toBeGreaterThan(20_000)
    expect(queue.progress?.leftMs).toBeLessThan(40_000)
    queue.cancel(...queue.getSnapshot().map(({ id }) => id))
  })

  it('goes on with all once the service answers, also where what goes first is there already', async () => {
    let isAway = true
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', await numbered('0.md').arrayBuffer()))
    const present = async () => {
      if (isAway) throw new NoAnswer({ operation: 'listFiles', cause: 'connection lost', sent: true })
      return new Map([[hash.toString('hex'), { fileId: 'f0', fileName: '0.md' }]])
    }
    const { queue, states, clock, uploading } = setUp({ present })
    queue.add(Array.from({ length: 4 }, (_, at) => numbered(`${at}.md`)))
    await vi.waitFor(() => expect(queue.pause?.why).toBe('away'))
    await vi.waitFor(() => expect(new Set(states())).toEqual(new Set(['queued'])))
    isAway = false
    clock.now = 2_000
    queue.tryNow()
    await vi.waitFor(() => expect(states()[0]).toBe('skipped'))
    expect(queue.pause).toBeUndefined()
    await Promise.all(['1.md', '2.md', '3.md'].map(uploading))
  })

  it('begins what is chosen later without the pause of what was cancelled', async () => {
    const requestUpload = async () => {
      throw new ServiceRefusal({ operation: 'requestUpload', status: 429, retryAfterMs: 9_000 })
    }
    const { queue, clock } = setUp({}, { requestUpload })
    const ids = queue.add([numbered('1.md')])
    await vi.waitFor(() => expect(queue.pause?.why).toBe('busy'))
    queue.cancel(...ids)
    queue.add([numbered('2.md')])
    // The service still asks to wait.
    expect(queue.pause?.why).toBe('busy')
    queue.cancel(...queue.getSnapshot().map(({ id }) => id))
    clock.now = 9_000
    queue.tryNow()
    queue.add([numbered('3.md')])
    expect(queue.pause).toBeUndefined()
    queue.cancel(...queue.getSnapshot().map(({ id }) => id))
  })

  it('does not hold all others up for one whose bytes never get through', async () => {
    const lost = new NoAnswer({ operation: 'uploadContent', cause: 'connection lost', sent: true })
    const uploadDocument: UploadAnswers['uploadDocument'] = async ({ target }) => {
      if (target.uploadUrl === '1.md') throw lost
    }
    const { queue, states } = setUp({ parallel: 1 }, { uploadDocument })
    queue.add([markdown('1.md'), new File(['# Two'], '2.md')])
    await vi.waitFor(() => {
      queue.tryNow()
      expect(states()).toEqual(['failed', 'added'])
    })
    expect(queue.getSnapshot()[0]).toMatchObject({ canRetry: true, error: lost })
  })

  it('cancels all, and puts back what was cleared, in its place', async () => {
    const { queue, states, uploading } = setUp({ parallel: 1 })
    const ids = queue.add([markdown('1.md'), new File(['# Two'], '2.md'), new File(['# Three'], '3.md')])
    ;(await uploading('1.md')).end()
    await uploading('2.md')
    queue.cancel(...ids)
    expect(states()).toEqual(['added', 'cancelled', 'cancelled'])
    const undo = queue.dismiss(...ids)
    queue.add([new File(['# Four'], '4.md')])
    expect(states()).toEqual(['working'])
    undo()
    expect(queue.getSnapshot().map(({ fileName }) => fileName)).toEqual(['1.md', '2.md', '3.md', '4.md'])
    queue.retry(...ids)
    expect(states()).toEqual(['added', 'queued', 'queued', 'working'])
  })

  it('skips what is there already, by its content, unless somebody wants it all the same', async () => {
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', await markdown('1.md').arrayBuffer()))
    const present = vi.fn(async () => new Map([[hash.toString('hex'), { fileId: 'f1', fileName: 'old.md' }]]))
    const createFile = vi.fn<UploadAnswers['createFile']>(async () => ({ beside: {}, raw: undefined }))
    const { queue, states, uploading } = setUp({ present }, { createFile })
    const [id = ''] = queue.add([markdown('new name.md'), new File(['# Two'], '2.md')])
    ;(await uploading('2.md')).end()
    await vi.waitFor(() => expect(states()).toEqual(['skipped', 'added']))
    expect(queue.getSnapshot()[0]).toMatchObject({ sameAs: 'old.md', fileId: 'f1' })
    // Asked once for all that were chosen together, and not noted.
    expect(present).toHaveBeenCalledOnce()
    expect(queue.noted()).toMatchObject([{ fileName: '2.md' }])
    queue.uploadAnyway(id)
    ;(await uploading('new name.md')).end()
    await vi.waitFor(() => expect(states()).toEqual(['added', 'added']))
    expect(createFile).toHaveBeenCalledTimes(2)
  })

  it('skips what is there and cannot be read, and puts it into no collection', async () => {
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', await markdown('1.md').arrayBuffer()))
    const found = { fileId: 'f1', fileName: 'old.md', isUnreadable: true }
    const present = async () => new Map([[hash.toString('hex'), found]])
    const { queue, states, joined } = setUp({ present })
    queue.add([markdown('1.md')], { collections: [{ id: 'c', name: 'Returns' }] })
    await vi.waitFor(() => expect(states()).toEqual(['skipped']))
    expect(queue.getSnapshot()[0]).toMatchObject({ isUnreadable: true })
    expect(joined).toEqual([])
  })

  describe('when the same folder is chosen again after all were cancelled', () => {
    const folder = () => ['1.md', '2.md'].map(numbered)
    const createFile = vi.fn<UploadAnswers['createFile']>()
    const again = () => {
      createFile.mockReset().mockResolvedValue({ beside: {}, raw: undefined })
      const answers = { createFile, uploadDocument: async () => undefined }
      const given = setUp({ present: async () => new Map(), parallel: 1 }, answers)
      const ids = given.queue.add(folder())
      given.queue.cancel(...ids)
      return { ...given, ids }
    }

    it('each has one row, and trying the cancelled ones again adds none', async () => {
      const { queue, states, ids } = again()
      queue.add(folder())
      queue.retry(...ids)
      await vi.waitFor(() => expect(states()).toEqual(['added', 'added']))
      expect(createFile).toHaveBeenCalledTimes(2)
    })

    it('what was cleared and put back adds none either', async () => {
      const { queue, states, ids } = again()
      const undo = queue.dismiss(...ids)
      queue.add(folder())
      undo()
      queue.retry(...ids)
      await vi.waitFor(() => expect(states()).toEqual(['added', 'added']))
      expect(createFile).toHaveBeenCalledTimes(2)
    })
  })

  it('skips what another choice added since the list was read', async () => {
    const { queue, states, uploading } = setUp({ present: async () => new Map(), parallel: 1 })
    const ids = queue.add(['first.md', 'same.md'].map(numbered))
    await uploading('first.md')
    queue.cancel(...ids)
    queue.add([numbered('second.md'), new File(['# same.md'], 'copy.md')])
    const second = await uploading('second.md')
    queue.retry(...ids.slice(1))
    second.end()
    ;(await uploading('same.md')).end()
    await vi.waitFor(() => expect(states()).toEqual(['cancelled', 'added', 'added', 'skipped']))
  })

  it('creates no second record for one that failed, once the same was added', async () => {
    const createFile = vi
      .fn<UploadAnswers['createFile']>()
      .mockRejectedValueOnce(new ServiceRefusal({ operation: 'createFile', status: 422 }))
      .mockResolvedValue({ beside: {}, raw: undefined })
    const { queue, states } = setUp({}, { createFile, uploadDocument: async () => undefined })
    queue.add([markdown('1.md')])
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    queue.add([markdown('copy.md')])
    await vi.waitFor(() => expect(states()).toEqual(['failed', 'added']))
    retryAll(queue)
    await vi.waitFor(() => expect(states()).toEqual(['skipped', 'added']))
    expect(createFile).toHaveBeenCalledTimes(2)
  })

  describe('where it is not known whether the record was created', () => {
    const lost = new NoAnswer({ operation: 'createFile', cause: 'timed out', sent: true })
    const collections = [{ id: 'c', name: 'Returns' }]
    /** What others added meanwhile, and what the list of files has. */
    const inDoubt = async () => {
      const createFile = vi
        .fn<UploadAnswers['createFile']>(async () => ({ beside: {}, raw: undefined }))
        .mockRejectedValueOnce(lost)
      const listed: string[] = []
      const listFiles = async () => ({
        items: listed.map((fileId) => ({ fileId, status: 'INGESTED', other: {} })),
      })
      const there = new Map<string, { fileId: string; fileName: string }>()
      const present = async () => new Map(there)
      const made = setUp({ present }, { createFile, listFiles, uploadDocument: async () => undefined })
      made.queue.add([markdown('1.md')], { collections })
      await vi.waitFor(() => expect(made.queue.noted()).toMatchObject([{ stage: 'uploaded' }]))
      const bytes = await markdown('1.md').arrayBuffer()
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
      const addElsewhere = () => {
        listed.push('f9')
        there.set(hash, { fileId: 'f9', fileName: 'theirs.md' })
        made.clock.now += 5_000
      }
      return { ...made, createFile, listed, present, addElsewhere }
    }

    it.each(['this page', 'the next page'])(
      'creates none once its content was added otherwise, and says so, on %s',
      async (page) => {
        const first = await inDoubt()
        first.addElsewhere()
        const { createFile, present, listed } = first
        const listFiles = async () => ({
          items: listed.map((fileId) => ({ fileId, status: 'INGESTED', other: {} })),
        })
        const { queue, states, joined } =
          page === 'this page' ? first : setUp({ present }, { createFile, listFiles })
        if (queue !== first.queue) queue.restore(first.queue.noted())
        queue.tryNow()
        retryAll(queue)
        await vi.waitFor(() => expect(states()).toEqual(['skipped']))
        expect(queue.getSnapshot()[0]).toMatchObject({ sameAs: 'theirs.md', fileId: 'f9' })
        expect(joined).toEqual(['f9 in c'])
        expect(createFile).toHaveBeenCalledOnce()
      },
    )

    it('takes up its own record where that is there beside another', async () => {
      const { queue, states, joined, createFile, listed, addElsewhere } = await inDoubt()
      addElsewhere()
      listed.push('id of 1.md')
      queue.tryNow()
      await vi.waitFor(() => expect(states()).toEqual(['added']))
      expect(joined).toEqual(['id of 1.md in c'])
      expect(createFile).toHaveBeenCalledOnce()
    })
  })

  it('waits for the record that was on its way when it was cancelled, and skips what that one added', async () => {
    let answer = () => {}
    const createFile = vi.fn<UploadAnswers['createFile']>(
      () => new Promise((resolve) => (answer = () => resolve({ beside: {}, raw: undefined }))),
    )
    const { queue, states, uploading } = setUp({}, { createFile })
    const [id = ''] = queue.add([markdown('1.md')])
    ;(await uploading('1.md')).end()
    await vi.waitFor(() => expect(createFile).toHaveBeenCalled())
    queue.cancel(id)
    queue.add([markdown('1.md')])
    // Long enough to look whether its content is there.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(states()).toEqual(['working'])
    answer()
    await vi.waitFor(() => expect(states()).toEqual(['skipped']))
    expect(createFile).toHaveBeenCalledOnce()
  })

  it('looks for the record that was on its way when it was cancelled before it is asked for again', async () => {
    const listed: string[] = []
    let answer = () => {}
    const createFile = vi.fn<UploadAnswers['createFile']>(({ fileId }) => {
      if (createFile.mock.calls.length > 1) throw new ServiceRefusal({ operation: 'createFile', status: 409 })
      return new Promise((resolve) => {
        answer = () => {
          listed.push(fileId)
          resolve({ beside: {}, raw: undefined })
        }
      })
    })
    const listFiles = async () => ({
      items: listed.map((fileId) => ({ fileId, status: 'INGESTED', other: {} })),
    })
    const { queue, states, uploading } = setUp({}, { createFile, listFiles })
    const [id = ''] = queue.add([markdown('1.md')])
    ;(await uploading('1.md')).end()
    await vi.waitFor(() => expect(createFile).toHaveBeenCalled())
    queue.cancel(id)
    answer()
    queue.retry(id)
    await vi.waitFor(() => expect(states()).toEqual(['added']))
    expect(createFile).toHaveBeenCalledOnce()
  })

  it('looks again at what is there, as another tab may upload the same folder meanwhile', async () => {
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', await numbered('2.md').arrayBuffer()))
    const there = new Map<string, { fileId: string; fileName: string }>()
    const { queue, states, uploading, clock } = setUp({ present: async () => new Map(there), parallel: 1 })
    queue.add([numbered('1.md'), numbered('2.md')])
    const first = await uploading('1.md')
    there.set(hash.toString('hex'), { fileId: 'f2', fileName: '2.md' })
    clock.now = 20_000
    first.end()
    await vi.waitFor(() => expect(states()).toEqual(['added', 'skipped']))
  })

  describe('of two pages that send the same', () => {
    const pages = () => {
      const claimed = new Set<string>()
      const there = new Map<string, { fileId: string; fileName: string }>()
      const open = (onAdded: UploadQueueOptions['onAdded'] = () => undefined) =>
        setUp({
          present: async () => new Map(there),
          claim: async (hash) => {
            if (claimed.has(hash)) return undefined
            claimed.add(hash)
            return () => void claimed.delete(hash)
          },
          onAdded,
        })
      /** As the service lists it from then on. */
      const list = ({ fileId }: { fileId: string }) =>
        void there.set([...claimed][0] ?? '', { fileId, fileName: 'a.md' })
      return { one: open(list), other: open(), claimed, there }
    }

    /** One page added the content, and the other, which waited for that, skipped it. */
    async function skippedByOther() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const { one, other, claimed, there } = pages()
      one.queue.add([markdown('a.md')])
      const upload = await one.uploading('a.md')
      other.queue.add([markdown('b.md')])
      await vi.waitFor(() => expect(other.queue.getSnapshot()[0]?.step?.name).toBe('elsewhere'))
      upload.end()
      await vi.waitFor(() => expect(one.states()).toEqual(['added']))
      other.clock.now = 3_000
      await vi.advanceTimersByTimeAsync(3_000)
      await vi.waitFor(() => expect(other.states()).toEqual(['skipped']))
      return { other, claimed, there }
    }

    afterEach(() => void vi.useRealTimers())

    it('one waits for the other, and skips what that one added', async () => {
      const { other, claimed } = await skippedByOther()
      expect(other.queue.getSnapshot()[0]).toMatchObject({ sameAs: 'a.md', fileId: 'id of a.md' })
      expect(other.uploads.size).toBe(0)
      // As long as a page may not have looked since.
      expect(claimed.size).toBe(1)
      await vi.advanceTimersByTimeAsync(20_000)
      expect(claimed.size).toBe(0)
    })

    it('one that skipped it sends it once its file is deleted elsewhere', async () => {
      const { other, claimed, there } = await skippedByOther()
      await vi.advanceTimersByTimeAsync(20_000)
      expect(claimed.size).toBe(0)
      there.clear()
      other.queue.add([markdown('c.md')])
      await other.uploading('c.md')
      expect(other.states()).toEqual(['skipped', 'working'])
    })

    it('one sends it where the other did not get it there', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const { one, other } = pages()
      one.queue.add([markdown('a.md')])
      await one.uploading('a.md')
      other.queue.add([markdown('b.md')])
      await vi.waitFor(() => expect(other.queue.getSnapshot()[0]?.step?.name).toBe('elsewhere'))
      one.queue.cancel('1')
      await vi.advanceTimersByTimeAsync(3_000)
      ;(await other.uploading('b.md')).end()
      await vi.waitFor(() => expect(other.states()).toEqual(['added']))
    })

    it('one that waits can be cancelled', async () => {
      const { one, other } = pages()
      one.queue.add([markdown('a.md')])
      await one.uploading('a.md')
      other.queue.add([markdown('b.md')])
      await vi.waitFor(() => expect(other.queue.getSnapshot()[0]?.step?.name).toBe('elsewhere'))
      other.queue.cancel('1')
      await vi.waitFor(() => expect(other.states()).toEqual(['cancelled']))
      expect(other.uploads.size).toBe(0)
    })
  })

  it('knows the file of a document before that is in its collection, so that it is not taken for another', async () => {
    const addFileToCollection = () => new Promise(() => undefined)
    const { queue, uploading } = setUp({}, { addFileToCollection })
    queue.add([markdown('1.md')], { collections: [{ id: 'c', name: 'Returns' }] })
    ;(await uploading('1.md')).end()
    await vi.waitFor(() => expect(queue.getSnapshot()[0]?.step?.name).toBe('collection'))
    expect(queue.getSnapshot()[0]).toMatchObject({ state: 'working', fileId: 'id of 1.md' })
  })

  it('takes up what it skipped for another of this page, when that one fails', async () => {
    // Either of the two may be read first.
    const uploadDocument = vi.fn<UploadAnswers['uploadDocument']>(async () => {
      const isFirst = uploadDocument.mock.calls.length === 1
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (isFirst) throw new ServiceRefusal({ operation: 'uploadContent', status: 400 })
    })
    const { queue, states } = setUp({}, { uploadDocument })
    queue.add([markdown('1.md'), markdown('2.md')])
    await vi.waitFor(() => expect(states()).toContain('skipped'))
    await vi.waitFor(() => expect([...states()].sort()).toContain('added'))
    expect(states()).not.toContain('skipped')
  })

  it('puts what was uploaded, or was there already, into the collection', async () => {
    const { queue, states, uploading, joined } = setUp()
    const collections = [{ id: 'c', name: 'Returns' }]
    queue.add([markdown('1.md')], { collections })
    ;(await uploading('1.md')).end()
    await vi.waitFor(() => expect(states()).toEqual(['added']))
    expect(joined).toEqual(['id of 1.md in c'])
    queue.add([markdown('copy.md')], { collections: [{ id: 'd', name: 'Prices' }] })
    await vi.waitFor(() => expect(states()).toEqual(['added', 'skipped']))
    expect(joined).toEqual(['id of 1.md in c', 'id of 1.md in d'])
  })

  it('puts it into each of several collections, also where a page that is gone noted them', async () => {
    const { queue, states, uploading, joined } = setUp()
    const collections = ['c', 'd'].map((id) => ({ id, name: id.toUpperCase() }))
    queue.add([markdown('1.md')], { collections })
    ;(await uploading('1.md')).end()
    await vi.waitFor(() => expect(states()).toEqual(['added']))
    expect(joined).toEqual(['id of 1.md in c', 'id of 1.md in d'])
    const later = setUp()
    const earlier = { collection: { id: 'e', name: 'E' } }
    const left = { size: 9, stage: 'pending' } as const
    later.queue.restore([
      { fileName: '1.md', collections, ...left },
      { fileName: '2.md', ...earlier, ...left },
    ])
    expect(later.queue.getSnapshot().map((item) => item.collections)).toEqual([
      collections,
      [earlier.collection],
    ])
  })

  it('goes on at the collection where only that failed, also on a later page', async () => {
    const addFileToCollection = vi.fn(async () => {
      if (addFileToCollection.mock.calls.length === 1)
        throw new ServiceRefusal({ operation: 'addFileToCollection', status: 500 })
    })
    const createFile = vi.fn<UploadAnswers['createFile']>(async () => ({ beside: {}, raw: undefined }))
    const listFiles = async () => ({ items: [{ fileId: 'id of 1.md', status: 'UPLOADED', other: {} }] })
    const answers = { addFileToCollection, createFile, listFiles }
    const { queue, states, uploading } = setUp({}, answers)
    queue.add([markdown('1.md')], { collections: [{ id: 'c', name: 'Returns' }] })
    ;(await uploading('1.md')).end()
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    const later = setUp({}, answers)
    later.queue.restore(queue.noted())
    later.queue.confirm(new Set(['id of 1.md']))
    expect(later.states()).toEqual(['unrecorded'])
    retryAll(later.queue)
    await vi.waitFor(() => expect(later.states()).toEqual(['added']))
    expect(createFile).toHaveBeenCalledOnce()
    expect(addFileToCollection).toHaveBeenCalledTimes(2)
  })

  it('skips the same bytes of this page, whatever their name, until their file is deleted', async () => {
    const { queue, uploading, states } = setUp()
    queue.add([markdown('first.md')])
    ;(await uploading('first.md')).end()
    await vi.waitFor(() => expect(states()).toEqual(['added']))
    queue.add([markdown('copy.md'), new File(['# Other'], 'other.md')])
    await uploading('other.md')
    expect(queue.getSnapshot().map(({ sameAs }) => sameAs)).toEqual([undefined, 'first.md', undefined])
    expect(states()).toEqual(['added', 'skipped', 'working'])
    queue.forget('id of first.md')
    expect(queue.getSnapshot().map(({ fileName }) => fileName)).toEqual(['other.md'])
    queue.add([markdown('again.md')])
    await uploading('again.md')
    expect(queue.getSnapshot().find(({ fileName }) => fileName === 'again.md')?.sameAs).toBeUndefined()
  })
})

it('takes the bytes of one that failed for new', async () => {
  const requestUpload = async () => {
    throw new ServiceRefusal({ operation: 'requestUpload', status: 500 })
  }
  const { queue, states } = setUp({}, { requestUpload })
  queue.add([markdown('1.md')])
  await vi.waitFor(() => expect(states()).toEqual(['failed']))
  queue.add([markdown('2.md')])
  await vi.waitFor(() => expect(states()).toEqual(['failed', 'failed']))
  expect(queue.getSnapshot()[1]?.sameAs).toBeUndefined()
})

describe('what a page leaves behind', () => {
  it('says for each document how far it came, and nothing of its content', async () => {
    const createFile: UploadAnswers['createFile'] = async ({ fileId }) => {
      if (fileId === 'id of 2.md') throw new ServiceRefusal({ operation: 'createFile', status: 500 })
      return { beside: {}, raw: undefined }
    }
    const { queue, uploading, states } = setUp({}, { createFile })
    const files = [markdown('1.md'), new File(['# Two'], '2.md'), new File(['# Three'], '3.md')]
    queue.add([...files, new File(['PK'], 'a.docx')], { prompt: 'p' })
    ;(await uploading('1.md')).end()
    ;(await uploading('2.md')).end()
    await uploading('3.md')
    await vi.waitFor(() => expect(states()).toEqual(['added', 'failed', 'working', 'failed']))
    expect(queue.noted()).toMatchObject([
      { fileName: '1.md', stage: 'added', fileId: 'id of 1.md' },
      { fileName: '2.md', stage: 'uploaded', fileId: 'id of 2.md', prompt: 'p', size: 5 },
      { fileName: '3.md', stage: 'pending' },
      { fileName: 'a.docx', stage: 'refused', nextStep: 'Export or print it as PDF, and add that.' },
    ])
    expect(JSON.stringify(queue.noted())).not.toContain('# ')
  })

  it('is told truly by the next page, which finishes what lacks only its record', async () => {
    const createFile = vi.fn<UploadAnswers['createFile']>(async () => ({ beside: {}, raw: undefined }))
    const { queue, uploads, states } = setUp({}, { createFile })
    queue.restore([
      { fileName: '1.md', size: 7, stage: 'added', fileId: 'f1' },
      { fileName: '2.md', size: 7, stage: 'uploaded', fileId: 'f2', prompt: 'p' },
      { fileName: '3.md', size: 7, stage: 'pending' },
      { fileName: '4.md', size: 7, stage: 'uploaded', fileId: 'f4' },
      { fileName: 'a.docx', size: 2, stage: 'refused', message: 'No.', nextStep: 'Do.' },
    ])
    expect(states()).toEqual(['added', 'unrecorded', 'interrupted', 'unrecorded', 'failed'])
    // The record of the last one was created in the last moment.
    const onShow = vi.fn()
    const leave = queue.subscribe(onShow)
    for (const _ of [1, 2]) queue.confirm(new Set(['f1', 'f4']))
    expect(onShow).toHaveBeenCalledOnce()
    leave()
    // Where the list has it no more, the page after that one knows that it was there.
    expect(queue.noted().map(({ wasListed = false }) => wasListed)).toEqual([true, false, false, true, false])
    const next = setUp()
    next.queue.restore(queue.noted())
    expect(next.queue.getSnapshot()[0]).toMatchObject({ state: 'added', wasListed: true })
    retryAll(queue)
    await vi.waitFor(() => expect(states()).toEqual(['added', 'added', 'interrupted', 'added', 'failed']))
    expect(createFile).toHaveBeenCalledOnce()
    expect(createFile.mock.calls[0]?.[0]).toMatchObject({ fileId: 'f2', prompt: 'p' })
    expect(uploads.size).toBe(0)
  })

  it('goes on in its place when the document is chosen again, with the prompt it had', async () => {
    const { queue, states, uploading } = setUp()
    queue.restore([{ fileName: '1.md', size: 7, stage: 'pending', prompt: 'p' }])
    queue.add([markdown('1.md')])
    await uploading('1.md')
    expect(states()).toEqual(['working'])
    expect(queue.getSnapshot()[0]?.prompt).toBe('p')
  })

  it('lacks only its record, and goes on in its place when it is chosen again: where its content is the same, nothing goes up twice', async () => {
    const hashOf = async (file: File) =>
      Buffer.from(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())).toString('hex')
    const [first, third] = [markdown('1.md'), new File(['# Third'], '3.md')]
    const createFile = vi.fn<UploadAnswers['createFile']>(async () => ({ beside: {}, raw: undefined }))
    const { queue, states, uploads, uploading } = setUp({}, { createFile })
    const left = { size: 7, stage: 'uploaded', prompt: 'p' } as const
    queue.restore([
      { ...left, fileName: '1.md', fileId: 'f1', sha256: await hashOf(first) },
      { ...left, fileName: '2.md', fileId: 'f2', sha256: 'of other bytes' },
      { ...left, fileName: '3.md', fileId: 'f3', sha256: await hashOf(third) },
    ])
    queue.add([first, new File(['# Other'], '2.md')])
    // Nobody can tell whether the record has the earlier prompt.
    queue.add([third], { prompt: 'q' })
    for (const name of ['2.md', '3.md']) (await uploading(name)).end()
    await vi.waitFor(() => expect(states()).toEqual(['added', 'added', 'added']))
    expect([...uploads.keys()].sort()).toEqual(['2.md', '3.md'])
    const created = createFile.mock.calls.map(([{ fileId, prompt }]) => `${fileId} ${prompt}`)
    expect(created.sort()).toEqual(['f1 p', 'id of 2.md p', 'id of 3.md q'])
  })

  it('goes on only where it must be chosen again and is the same document', async () => {
    const { queue, states, uploading } = setUp()
    queue.restore([
      { fileName: '1.md', size: 7, stage: 'added', fileId: 'f1' },
      { fileName: '1.md', size: 8, stage: 'pending' },
      { fileName: '2.md', size: 7, stage: 'pending' },
    ])
    queue.add([markdown('1.md')])
    await uploading('1.md')
    expect(states()).toEqual(['added', 'interrupted', 'interrupted', 'working'])
  })

  it('looks for a record before it asks for one', async () => {
    const createFile = vi.fn<UploadAnswers['createFile']>()
    const listFiles = async () => ({ items: [{ fileId: 'f1', status: 'INGESTED', other: {} }] })
    const { queue, states } = setUp({}, { createFile, listFiles })
    queue.restore([{ fileName: '1.md', size: 7, stage: 'uploaded', fileId: 'f1' }])
    retryAll(queue)
    await vi.waitFor(() => expect(states()).toEqual(['added']))
    expect(createFile).not.toHaveBeenCalled()
  })

  it('must be chosen again where the service knows the upload no longer', async () => {
    const gone = new ServiceRefusal({ operation: 'createFile', status: 404 })
    const { queue, states } = setUp({}, { createFile: () => Promise.reject(gone) })
    queue.restore([{ fileName: '1.md', size: 7, stage: 'uploaded', fileId: 'f1' }])
    retryAll(queue)
    await vi.waitFor(() => expect(states()).toEqual(['interrupted']))
    expect(queue.noted()).toMatchObject([{ stage: 'pending' }])
  })

  it('must be chosen again, and the same content by another name is not taken for there', async () => {
    const gone = new ServiceRefusal({ operation: 'createFile', status: 404 })
    const { queue, states, uploading } = setUp({}, { createFile: () => Promise.reject(gone) })
    const bytes = await markdown('1.md').arrayBuffer()
    const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
    queue.restore([{ fileName: '1.md', size: 7, stage: 'uploaded', fileId: 'f1', sha256 }])
    retryAll(queue)
    await vi.waitFor(() => expect(states()).toEqual(['interrupted']))
    queue.add([markdown('other.md')])
    await uploading('other.md')
  })

  it('is nothing where what was kept makes no sense', () => {
    expect(
      readNote('{"service":"s","items":[{"fileName":"a.md","size":1,"stage":"pending"},{"stage":7},3]}'),
    ).toEqual({
      service: 's',
      items: [{ fileName: 'a.md', size: 1, stage: 'pending' }],
    })
    for (const text of [null, '', 'null', '[]', '{"items":[]}', '{"service":"s"}'])
      expect(readNote(text)).toBeUndefined()
  })
})
