import type { uploadDocument } from '../client/upload'
import * as collections from '../contract/collections'
import * as files from '../contract/files'
import type { WriteReply } from '../contract/reply'
import { type Observation, observe } from './observe-replacement'
import {
  closeEntries,
  logged,
  OutOfOrder,
  type Request,
  requestOf,
  runProcedure,
  type Trouble,
  troubled,
} from './procedure'
import { type AtHand, type Next, type Replacement, replacing } from './replace-file'

type Member = { collectionId: string; fileId: string }

/** What a replacement needs of the service; tests hand in their own. */
export interface ReplacementClient {
  /** Reads files and collections now, never from a cache: it settles what became of writes. */
  observe(wanted: {
    oldFileId: string
    freshFileId: string | undefined
    signal?: AbortSignal
  }): Promise<Observation>
  /** The list of files as often as others read it, for the waiting. */
  listFiles(wanted: { signal?: AbortSignal }): Promise<readonly files.KnowledgeFile[]>
  requestUpload(wanted: { fileName: string; signal?: AbortSignal }): Promise<files.UploadTarget>
  uploadDocument: typeof uploadDocument
  createFile(wanted: { fileId: string; prompt?: string }): Promise<WriteReply<files.KnowledgeFile>>
  addFileToCollection(wanted: Member): Promise<unknown>
  removeFileFromCollection(wanted: Member): Promise<unknown>
  deleteFile(wanted: { fileId: string }): Promise<unknown>
  describe(error: unknown): Trouble
}

export interface RunOptions {
  job: Replacement
  client: ReplacementClient
  save: (job: Replacement) => Promise<void>
  /** The content, while the page has it. */
  content?: File
  limitBytes: () => Promise<number>
  signal: AbortSignal
  /** Resolves when it is time to look at a file again that has waited this long. */
  untilNextLook: (waitedMs: number, signal: AbortSignal) => Promise<void>
  onProgress?: (sent: number, total: number) => void
  /** Milliseconds. */
  now?: () => number
}

/** Continues a replacement, as `runProcedure`. */
export function runReplacement(options: RunOptions): Promise<Replacement> {
  const { client, content, signal, now = Date.now } = options
  const at = () => new Date(now()).toISOString()
  let target: files.UploadTarget | undefined
  let isWaiting = false
  return runProcedure(replacing, { atHand, observe: look, request, describe: client.describe }, options)

  function atHand(job: Replacement): AtHand {
    return {
      content: content !== undefined,
      address: target !== undefined && target.fileId === job.fresh.fileId,
    }
  }

  async function look(job: Replacement, { name }: Next): Promise<Replacement> {
    if (name === 'upload') return job
    if (name === 'wait') {
      if (isWaiting) return waitForIngestion(job)
      isWaiting = true
      const log = closeEntries(job.log, { state: 'unknown', endedAt: at() })
      const request = requestOf(files.listFiles)
      return { ...job, log: [...log, { step: 'ingest', request, at: at(), state: 'sending' }] }
    }
    const ids = { oldFileId: job.old.fileId, freshFileId: job.fresh.fileId }
    const seen = observe(job, await client.observe({ ...ids, signal }))
    return name === 'list' ? withListing(seen, at()) : seen
  }

  async function waitForIngestion(job: Replacement): Promise<Replacement> {
    const since = now()
    while (!signal.aborted) {
      const list = await client.listFiles({ signal })
      const file = list.find(({ fileId }) => fileId === job.fresh.fileId)
      const progress = files.progressOf(file?.status)
      if (file && progress === 'ready') {
        isWaiting = false
        const log = closeEntries(job.log, { state: 'accepted', endedAt: at(), result: file.status ?? '' })
        return { ...job, ingestedAt: at(), log }
      }
      if (progress === 'failed') {
        const title = `${job.fresh.fileName} is ${file?.status}`
        const message = `${file?.reason ?? 'The service gave no reason.'}\nRoll back, mend the document and start again. The old file still serves.`
        return troubled(job, { title, message }, at())
      }
      await options.untilNextLook(now() - since, signal).catch(() => undefined)
    }
    return job
  }

  function request({ old, fresh }: Replacement, act: Next): Request<Replacement> {
    const { fileId: freshId = '', fileName, prompt } = fresh
    const collectionId = act.of ?? ''
    const add = (fileId: string, result: string) => ({
      text: requestOf(collections.addFileToCollection, { collectionId, fileId }),
      run: () => client.addFileToCollection({ collectionId, fileId }).then(() => ({ result })),
    })
    const remove = (fileId: string, result: string) => ({
      text: requestOf(collections.removeFileFromCollection, { collectionId, fileId }),
      run: () => client.removeFileFromCollection({ collectionId, fileId }).then(() => ({ result })),
    })
    const deletion = (fileId: string, result: string) => ({
      text: requestOf(files.deleteFile, { fileId }),
      run: () => client.deleteFile({ fileId }).then(() => ({ result })),
    })
    switch (act.name) {
      case 'address':
        return {
          text: `${requestOf(files.requestUpload)} ${JSON.stringify({ fileName })}`,
          run: async () => {
            // Nothing is asked for that cannot be sent.
            await checked(fileName)
            target = await client.requestUpload({ fileName, signal })
            return { result: `File id ${target.fileId}`, id: target.fileId }
          },
        }
      case 'upload':
        return {
          text: `PUT to the upload address, ${fresh.size} bytes`,
          run: async () => {
            const document = await checked(fileName)
            if (!target) throw new Error('the upload address is gone')
            const onProgress = (sent: number) => options.onProgress?.(sent, document.content.size)
            await client.uploadDocument({ target, ...document, onProgress, signal })
            return { result: 'Uploaded' }
          },
        }
      case 'record':
        return {
          text: `${requestOf(files.createFile)} ${JSON.stringify({ fileId: freshId, prompt })}`,
          run: async () => {
            const { record } = await client.createFile({ fileId: freshId, prompt })
            return { result: 'Record created', id: record?.fileId }
          },
        }
      case 'add':
        return add(freshId, 'New file added')
      case 'put back':
        return add(old.fileId, 'Old file put back')
      case 'remove':
        return remove(old.fileId, 'Old file removed')
      case 'take out':
        return remove(freshId, 'New file removed')
      case 'delete':
        return deletion(old.fileId, 'Old record deleted')
      case 'delete fresh':
        return deletion(freshId, 'New record deleted')
      default:
        throw new OutOfOrder(`${act.name} is no request`)
    }
  }

  async function checked(fileName: string) {
    if (!content) throw new Error('the content is gone')
    const { checkDocument } = await import('./check-document')
    // Under the name it will have, whose ending says what it is.
    const named = new File([content], fileName)
    return { content, extension: await checkDocument(named, { limitBytes: await options.limitBytes() }) }
  }
}

/** Step 1 is in the log too, with what it found. */
function withListing(job: Replacement, at: string): Replacement {
  const { length } = job.holders
  const found =
    length === 0 ? 'No collection holds' : length === 1 ? '1 collection holds' : `${length} collections hold`
  const result =
    job.source === 'service'
      ? `${found} the old file`
      : 'The service does not say which collections hold the old file'
  const request = `${requestOf(files.listFiles)}, ${requestOf(collections.listCollections)}`
  return { ...job, log: [...job.log, logged('list', request, result, at)] }
}
