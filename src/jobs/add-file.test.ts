import { describe, expect, it } from 'vitest'
import { NoAnswer, ServiceRefusal, UnreadableReply } from '../client/api-error'
import { type AddFileOptions, type AddFileStep, addFile, type UploadedDocument } from './add-file'
import { DocumentRefused } from './document-refused'
import { clientOf, type UploadAnswers } from './upload.fixture'

const document = new File(['# Title'], 'a.md')
const unknown = new NoAnswer({ operation: 'createFile', cause: 'connection lost', sent: true })

function setUp(overrides: Partial<UploadAnswers> = {}) {
  const log: string[] = []
  const steps: AddFileStep[] = []
  const kept: (UploadedDocument | undefined)[] = []
  const client = clientOf({
    async requestUpload({ fileName }) {
      log.push(`address for ${fileName}`)
      return { fileId: 'f1', uploadUrl: '/upload/1' }
    },
    async uploadDocument({ target, content, extension, onProgress }) {
      log.push(`upload ${extension} to ${target.uploadUrl}`)
      onProgress?.(3)
      onProgress?.(content.size)
    },
    async createFile({ fileId, prompt }) {
      log.push(`record ${fileId} ${prompt}`)
      return { record: { fileId, status: 'PENDING', other: {} }, beside: {}, raw: {} }
    },
    async listFiles() {
      log.push('list')
      return { items: [{ fileId: 'f1', status: 'INGESTED', other: {} }] }
    },
    ...overrides,
  })
  const run = (options: Partial<AddFileOptions> = {}) =>
    addFile({
      client,
      file: document,
      prompt: 'p',
      limitBytes: 1000,
      onStep: (step) => steps.push(step),
      onUploaded: (uploaded) => kept.push(uploaded),
      ...options,
    })
  return { log, steps, kept, run }
}
const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('adding a file', () => {
  it('checks, uploads, and creates the record last', async () => {
    const { log, steps, run } = setUp()
    expect(await run()).toMatchObject({ fileId: 'f1', record: { status: 'PENDING' } })
    expect(log).toEqual(['address for a.md', 'upload .md to /upload/1', 'record f1 p'])
    expect(steps).toEqual([
      { name: 'check' },
      { name: 'address' },
      { name: 'upload', sent: 0, total: 7 },
      { name: 'upload', sent: 3, total: 7 },
      { name: 'upload', sent: 7, total: 7 },
      { name: 'upload', sent: 7, total: 7 },
      { name: 'record' },
    ])
  })

  it('asks for nothing when the document is refused', async () => {
    const { log, run } = setUp()
    expect(await failure(run({ file: new File([], 'a.md') }))).toBeInstanceOf(DocumentRefused)
    expect(log).toEqual([])
  })

  it('does not create a record after an upload that failed', async () => {
    const { log, kept, run } = setUp({ uploadDocument: () => Promise.reject(unknown) })
    expect(await failure(run())).toBe(unknown)
    expect(log).toEqual(['address for a.md'])
    expect(kept).toEqual([])
  })

  it('goes on at the record after a refusal, without a second upload', async () => {
    const refused = new ServiceRefusal({ operation: 'createFile', status: 429 })
    const first = setUp({ createFile: () => Promise.reject(refused) })
    expect(await failure(first.run())).toBe(refused)
    expect(first.kept.at(-1)).toEqual({ fileId: 'f1', recordMayExist: false })

    const second = setUp()
    await second.run({ uploaded: first.kept.at(-1) })
    expect(second.log).toEqual(['record f1 p'])
    expect(second.steps).toEqual([{ name: 'record' }])
  })

  it('looks before it asks again when the record may have been created', async () => {
    const first = setUp({ createFile: () => Promise.reject(unknown) })
    await failure(first.run())
    expect(first.kept.at(-1)).toEqual({ fileId: 'f1', recordMayExist: true })

    const there = setUp()
    expect(await there.run({ uploaded: first.kept.at(-1) })).toMatchObject({ record: { status: 'INGESTED' } })
    expect(there.log).toEqual(['list'])

    const others = [{ fileId: 'f2', status: 'INGESTED', other: {} }]
    for (const items of [[], others]) {
      const absent = setUp({ listFiles: async () => ({ items }) })
      expect(await absent.run({ uploaded: first.kept.at(-1) })).toMatchObject({ fileId: 'f1' })
      expect(absent.log).toEqual(['record f1 p'])
    }
  })

  it('starts over when the service no longer knows the upload', async () => {
    const { kept, run } = setUp({
      createFile: () => Promise.reject(new ServiceRefusal({ operation: 'createFile', status: 404 })),
    })
    await failure(run())
    expect(kept.at(-1)).toBeUndefined()
  })

  it('counts a record whose reply cannot be read as created', async () => {
    const odd = new UnreadableReply({
      operation: 'createFile',
      status: 200,
      raw: 'ok',
      reason: 'the reply is not JSON',
    })
    expect(await setUp({ createFile: () => Promise.reject(odd) }).run()).toEqual({ fileId: 'f1' })
  })
})
