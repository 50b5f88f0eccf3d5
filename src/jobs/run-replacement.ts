import type { uploadDocument } from '../client/upload'
import * as collections from '../contract/collections'
import * as files from '../contract/files'
import { type Operation, type PathParams, pathOf } from '../contract/operation'
import type { WriteReply } from '../contract/reply'
import { DocumentRefused } from './document-refused'
import { type Observation, observe } from './observe'
import { endedWith, type Trouble } from './procedure'
import {
  type AtHand,
  begin,
  closeIfDone,
  type Ending,
  end,
  ingested,
  nextAction,
  type Sending,
  troubled,
  waiting,
} from './replace-file'
import type { Replacement } from './replacement'

type Member = { collectionId: string; fileId: string }

/** What a replacement needs of the world; tests hand in their own. */
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
  /** Puts an error into words. */
  describe(error: unknown): Trouble
}

export interface RunOptions {
  job: Replacement
  client: ReplacementClient
  /** Keeps the state; nothing more is sent when it rejects. */
  save: (job: Replacement) => Promise<void>
  /** The content, while the page has it. */
  content?: File
  limitBytes: () => Promise<number>
  /** Ends reading, waiting and uploading; a write on its way is always waited for. */
  signal: AbortSignal
  /** Resolves when it is time to look at a file again that has waited this long. */
  untilNextLook: (waitedMs: number, signal: AbortSignal) => Promise<void>
  onProgress?: (sent: number, total: number) => void
  /** Milliseconds. */
  now?: () => number
}

/**
 * Goes on with a replacement until a person is needed, it ends, it is stopped, or something goes wrong; resolves with the state it
 * then has. Rejects only when the state could not be kept.
 */
export async function runReplacement(options: RunOptions): Promise<Replacement> {
  const { client, signal, save } = options
  const now = options.now ?? Date.now
  const at = () => new Date(now()).toISOString()
  let { job } = options
  let target: files.UploadTarget | undefined
  const keep = async (next: Replacement) => {
    if (next === job) return
    await save(next)
    job = next
  }
  const atHand = (): AtHand => ({
    content: options.content !== undefined,
    address: target !== undefined && target.fileId === job.fresh.fileId,
  })
  const next = () => nextAction(job, atHand())
  const isAborted = () => signal.aborted

  while (!job.stopped && !isAborted()) {
    const action = next()
    if (action.name === 'person') return job
    if (action.name === 'ended') {
      await keep(closeIfDone(job, at()))
      return job
    }
    if (action.name === 'wait') {
      await waitForIngestion()
      if (job.trouble) return job
      continue
    }
    // Before anything is sent, the service says how things stand: what was in doubt is settled, what others did is noticed.
    if (action.name !== 'upload') {
      const ids = { oldFileId: job.old.fileId, freshFileId: job.fresh.fileId }
      const seen = await client.observe({ ...ids, signal }).catch((error: unknown) => ({ error }))
      if ('error' in seen) {
        if (!isAborted()) await keep(troubled(job, client.describe(seen.error), at()))
        return job
      }
      await keep(seenAt(observe({ ...job, trouble: undefined }, seen), action.name === 'list', at()))
      if (job.trouble) return job
      const now = next()
      if (now.name !== action.name || holderOf(now) !== holderOf(action) || !isSending(now)) continue
      await send(now)
    } else await send(action)
    if (job.trouble) return job
  }
  return job

  async function waitForIngestion() {
    const since = now()
    await keep(waiting(job, requestOf(files.listFiles, {}), at()))
    for (;;) {
      let file: files.KnowledgeFile | undefined
      try {
        file = (await client.listFiles({ signal })).find(({ fileId }) => fileId === job.fresh.fileId)
      } catch (error) {
        if (!isAborted()) await keep(troubled(job, client.describe(error), at()))
        return
      }
      const progress = files.progressOf(file?.status)
      if (file && progress === 'ready') return keep(ingested(job, file, at()))
      if (progress === 'failed') {
        const title = `${job.fresh.fileName} is ${file?.status}`
        const message = `${file?.reason ?? 'The service gave no reason.'}\nRoll back, mend the document and start again. The old file still serves.`
        return keep(troubled(job, { title, message }, at()))
      }
      await options.untilNextLook(now() - since, signal).catch(() => undefined)
      if (isAborted()) return
    }
  }

  async function send(sending: Sending) {
    const { request, run } = prepare(sending)
    await keep(begin(job, sending, { at: at(), request, atHand: atHand() }))
    let ending: Ending
    try {
      const said = await run()
      ending = { outcome: 'accepted', at: at(), result: said.result, fileId: said.fileId }
    } catch (error) {
      const how = { at: at(), describe: client.describe, cutShort: isAborted() }
      // What the page itself refuses never left it.
      const refused = error instanceof DocumentRefused ? ({ outcome: 'refused' } as const) : {}
      ending = { ...endedWith(error, how), ...refused }
    }
    await keep(end(job, sending, ending))
  }

  /** The request in words, for the record, and the request itself. */
  function prepare(sending: Sending): {
    request: string
    run: () => Promise<{ result: string; fileId?: string }>
  } {
    const { old, fresh } = job
    const freshId = fresh.fileId ?? ''
    const plain = (request: string, result: string, write: () => Promise<unknown>) => ({
      request,
      run: async () => {
        await write()
        return { result }
      },
    })
    const member = (operation: Operation, holder: string, fileId: string, result: string) => {
      const params = { collectionId: holder, fileId }
      const isAdd = operation.name === collections.addFileToCollection.name
      return plain(requestOf(operation, params), result, () =>
        isAdd ? client.addFileToCollection(params) : client.removeFileFromCollection(params),
      )
    }
    switch (sending.name) {
      case 'address':
        return {
          request: `${requestOf(files.requestUpload, {})} ${JSON.stringify({ fileName: fresh.fileName })}`,
          run: async () => {
            // Nothing is asked for that cannot be sent.
            await checked()
            target = await client.requestUpload({ fileName: fresh.fileName, signal })
            return { result: `File id ${target.fileId}`, fileId: target.fileId }
          },
        }
      case 'upload':
        return plain(`PUT to the upload address, ${fresh.size} bytes`, 'Uploaded', async () => {
          const { content, extension } = await checked()
          if (!target) throw new Error('the upload address is gone')
          const onProgress = (sent: number) => options.onProgress?.(sent, content.size)
          await client.uploadDocument({ target, content, extension, onProgress, signal })
        })
      case 'record':
        return {
          request: `${requestOf(files.createFile, {})} ${JSON.stringify({ fileId: freshId, prompt: fresh.prompt })}`,
          run: async () => {
            const { record } = await client.createFile({ fileId: freshId, prompt: fresh.prompt })
            return { result: 'Record created', fileId: record?.fileId }
          },
        }
      case 'add':
        return member(collections.addFileToCollection, sending.holder, freshId, 'New file added')
      case 'put back':
        return member(collections.addFileToCollection, sending.holder, old.fileId, 'Old file put back')
      case 'remove':
        return member(collections.removeFileFromCollection, sending.holder, old.fileId, 'Old file removed')
      case 'take out':
        return member(collections.removeFileFromCollection, sending.holder, freshId, 'New file removed')
      case 'delete':
        return plain(requestOf(files.deleteFile, { fileId: old.fileId }), 'Old record deleted', () =>
          client.deleteFile({ fileId: old.fileId }),
        )
      case 'delete fresh':
        return plain(requestOf(files.deleteFile, { fileId: freshId }), 'New record deleted', () =>
          client.deleteFile({ fileId: freshId }),
        )
    }
  }

  async function checked() {
    const { content } = options
    if (!content) throw new Error('the content is gone')
    const { checkDocument } = await import('./check-document')
    // Under the name it will have, whose ending says what it is.
    const named = new File([content], job.fresh.fileName)
    return { content, extension: await checkDocument(named, { limitBytes: await options.limitBytes() }) }
  }
}

const isSending = (action: { name: string }): action is Sending =>
  !['list', 'look', 'wait', 'person', 'ended'].includes(action.name)

const holderOf = (action: object) => ('holder' in action ? action.holder : undefined)

const requestOf = (operation: Operation, params: PathParams<Operation> | Record<string, string>) =>
  `${operation.method} ${pathOf(operation, params as never)}`

/** Step 1 is in the record too, with what it found. */
function seenAt(job: Replacement, isListing: boolean, at: string): Replacement {
  if (!isListing) return job
  const count = job.holders.length
  const result =
    job.source === 'service'
      ? `${count === 0 ? 'No collection holds' : count === 1 ? '1 collection holds' : `${count} collections hold`} the old file`
      : 'The service does not say which collections hold the old file'
  const request = `${requestOf(files.listFiles, {})}, ${requestOf(collections.listCollections, {})}`
  return { ...job, log: [...job.log, { step: 'list', request, at, endedAt: at, state: 'accepted', result }] }
}
