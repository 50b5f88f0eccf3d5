import { describe, expect, it, vi } from 'vitest'
import { NoAnswer, ServiceRefusal } from '../client/api-error'
import type { AddFileClient } from './add-file'
import { UploadQueue, type UploadQueueOptions } from './upload-queue'

const markdown = (name: string) => new File(['# Title'], name)

/** Uploads that go on until the test lets them, and a clock that stands. */
function setUp(options: Partial<UploadQueueOptions> = {}, overrides: Partial<AddFileClient> = {}) {
  const uploads = new Map<string, { progress: (sent: number) => void; end: () => void }>()
  const clock = { now: 0 }
  const client: AddFileClient = {
    requestUpload: async ({ fileName }) => ({ fileId: `id of ${fileName}`, uploadUrl: fileName }),
    uploadDocument: ({ target, onProgress, signal }) =>
      new Promise((resolve, reject) => {
        uploads.set(target.uploadUrl, { progress: (sent) => onProgress?.(sent), end: resolve })
        signal?.addEventListener('abort', () =>
          reject(new NoAnswer({ operation: 'uploadContent', cause: 'aborted', sent: true })),
        )
      }),
    createFile: async () => ({ raw: undefined }),
    listFiles: async () => ({ items: [] }),
    ...overrides,
  }
  const queue = new UploadQueue({ client, limitBytes: () => 1000, now: () => clock.now, ...options })
  const states = () => queue.getSnapshot().map(({ state }) => state)
  const uploading = (name: string) =>
    vi.waitFor(() => uploads.get(name) ?? expect.fail(`${name} is not uploading`))
  return { queue, uploads, clock, states, uploading }
}

describe('the upload queue', () => {
  it('works on three at a time, in order', async () => {
    const { queue, uploads, states, uploading } = setUp()
    queue.add(['1.md', '2.md', '3.md', '4.md'].map(markdown))
    await uploading('3.md')
    expect(states()).toEqual(['working', 'working', 'working', 'queued'])
    expect([...uploads.keys()]).toEqual(['1.md', '2.md', '3.md'])
    uploads.get('2.md')?.end()
    await uploading('4.md')
    expect(states()).toEqual(['working', 'added', 'working', 'working'])
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

  it('does not dismiss one that works', async () => {
    const { queue, states, uploading } = setUp()
    const [id = ''] = queue.add([markdown('1.md')])
    await uploading('1.md')
    queue.dismiss(id)
    expect(states()).toEqual(['working'])
  })

  it('keeps what was uploaded when the record failed, and takes a mended prompt', async () => {
    const prompts: (string | undefined)[] = []
    const createFile = vi.fn<AddFileClient['createFile']>(async ({ prompt }) => {
      prompts.push(prompt)
      if (prompts.length === 1) throw new ServiceRefusal({ operation: 'createFile', status: 400 })
      return { raw: undefined }
    })
    const onAdded = vi.fn()
    const { queue, states, uploading, uploads } = setUp({ onAdded }, { createFile })
    const [id = ''] = queue.add([markdown('1.md')], { prompt: 'too long' })
    ;(await uploading('1.md')).end()
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    expect(queue.getSnapshot()[0]).toMatchObject({ canRetry: true, error: { status: 400 } })
    uploads.clear()
    queue.retry(id, { prompt: 'short' })
    await vi.waitFor(() => expect(states()).toEqual(['added']))
    expect(prompts).toEqual(['too long', 'short'])
    expect(uploads.size).toBe(0)
    expect(onAdded).toHaveBeenCalledExactlyOnceWith({ fileId: 'id of 1.md', record: undefined })
  })

  it('reports a doubt, because the record may be in the list', async () => {
    const lost = new NoAnswer({ operation: 'createFile', cause: 'timed out', sent: true })
    const onDoubt = vi.fn()
    const { queue, uploading, states } = setUp({ onDoubt }, { createFile: () => Promise.reject(lost) })
    queue.add([markdown('1.md')])
    ;(await uploading('1.md')).end()
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    expect(onDoubt).toHaveBeenCalledOnce()
  })

  it('refuses a document without offering to try it again', async () => {
    const { queue, states } = setUp()
    const [id = ''] = queue.add([new File(['PK'], 'a.docx')])
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    expect(queue.getSnapshot()[0]?.canRetry).toBe(false)
    queue.retry(id)
    expect(states()).toEqual(['failed'])
  })
})
