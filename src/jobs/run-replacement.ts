import type { uploadDocument } from '../client/upload'
import { addFileToCollection, removeFileFromCollection } from '../contract/collection-files'
import * as fileChanges from '../contract/file-changes'
import { type KnowledgeFile, listFiles, progressOf } from '../contract/files'
import {
  asks,
  cannotReturn,
  isOutAlready,
  type KnowledgeService,
  type LastLook,
  type MemberOperation,
  NOT_LOOKED,
  notPutBack,
  requestOf,
  withListing,
} from './knowledge-now'
import { observe, troubles } from './observe-replacement'
import { closeEntries, type Request, type Run, runProcedure, type Trouble, troubled } from './procedure'
import {
  type AtHand,
  type Holder,
  type Next,
  type Replacement,
  replacing,
  type Sending,
} from './replace-file'

/** What a replacement needs of the service; tests hand in their own. */
export interface ReplacementClient extends KnowledgeService {
  /** The list of files as often as others read it, for the waiting. */
  listFiles(): Promise<readonly KnowledgeFile[]>
  uploadDocument: typeof uploadDocument
}

interface RunOptions extends Run<Replacement> {
  client: ReplacementClient
  /** The content, while the page has it. */
  content?: File
  limitBytes: () => Promise<number>
  /** Resolves when it is time to look at a file again that has waited this long. */
  untilNextLook: (waitedMs: number, signal: AbortSignal) => Promise<void>
}

export function runReplacement(options: RunOptions): Promise<Replacement> {
  const { client, content, signal, now = Date.now } = options
  const at = () => new Date(now()).toISOString()
  let target: fileChanges.UploadTarget | undefined
  let isWaiting = false
  /** At the last look, right before the request. */
  let lastLook: LastLook = NOT_LOOKED
  // A list may name late what was created just now, but not what an earlier run created.
  let isListed = options.job.record === 'created'
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
      const request = requestOf(listFiles)
      return { ...job, log: [...log, { step: 'ingest', request, at: at(), state: 'sending' }] }
    }
    const latest = await client.observe(signal)
    lastLook = latest
    const seen = observe(job, latest)
    return name === 'list' ? withListing(seen, foundOf(seen), at()) : seen
  }

  async function waitForIngestion(job: Replacement): Promise<Replacement> {
    const since = now()
    while (!signal.aborted) {
      const file = (await client.listFiles()).find(({ fileId }) => fileId === job.fresh.fileId)
      const progress = progressOf(file?.status)
      if (file && progress === 'ready') {
        isWaiting = false
        const log = closeEntries(job.log, { state: 'accepted', endedAt: at(), result: file.status ?? '' })
        return { ...job, ingestedAt: at(), log }
      }
      if (!file) {
        const seen = await client.observe(signal)
        if (!seen.allFiles) return troubled(job, troubles.unseenWaiting(job.fresh.fileName), at())
        const looked = isListed ? observe(job, seen) : job
        if (looked.trouble) return troubled({ ...looked, log: job.log }, looked.trouble, at())
      }
      isListed ||= file !== undefined
      if (progress === 'failed') {
        const title = `${job.fresh.fileName} is ${file?.status}`
        const message = `${file?.reason ?? 'The service gave no reason.'}\nRoll back, mend the document and start again. The old file is as it was.`
        return troubled(job, { title, message }, at())
      }
      await options.untilNextLook(now() - since, signal).catch(() => undefined)
    }
    return job
  }

  function request({ old, fresh, holders }: Replacement, act: Sending): Request<Replacement> {
    const { fileId: freshId = '', fileName, prompt } = fresh
    const place = holders.find(({ id }) => id === act.of)?.name || act.of
    const member = (operation: MemberOperation, fileId: string, done: string) => ({
      ...asks(client, operation, { params: { collectionId: act.of ?? '', fileId } }, done),
      about: place,
    })
    const settledAt = (after: Replacement, change: Partial<Holder>, trouble?: Trouble): Replacement => ({
      ...after,
      holders: after.holders.map((each) => (each.id === act.of ? { ...each, ...change } : each)),
      trouble,
    })
    const removal = (fileId: string, done: string, isOut: Partial<Holder>): Request<Replacement> => ({
      ...member(removeFileFromCollection, fileId, done),
      wayOut: (after, error) =>
        isOutAlready(error, lastLook, { fileId, collectionId: act.of }) ? settledAt(after, isOut) : after,
    })
    const deletion = (fileId: string, note: { fileName: string }, done: string) => ({
      ...asks(client, fileChanges.deleteFile, { params: { fileId }, note }, done),
      about: note.fileName,
    })
    const requests: Record<Sending['name'], () => Request<Replacement>> = {
      address: () => {
        const address = asks(client, fileChanges.requestUpload, { body: { fileName }, signal }, (given) => {
          target = given
          return { result: 'Upload address given', id: given.fileId }
        })
        // Nothing is asked for that cannot be sent.
        return { ...address, run: () => checked(fileName).then(address.run) }
      },
      upload: () => ({
        text: `PUT to the upload address, ${fresh.size} bytes`,
        run: async () => {
          const document = await checked(fileName)
          if (!target) throw new Error('the upload address is gone')
          const onProgress = (sent: number) => options.show?.({ sent, total: document.content.size })
          await client.uploadDocument({ target, ...document, onProgress, signal })
          return { result: 'Uploaded' }
        },
      }),
      record: () =>
        asks(
          client,
          fileChanges.createFile,
          { body: { fileId: freshId, prompt }, note: { fileName } },
          ({ record }) => ({ result: 'Record created', id: record?.fileId }),
        ),
      add: () => member(addFileToCollection, freshId, `New file added to ${place}`),
      'put back': () => ({
        ...member(addFileToCollection, old.fileId, `Old file put back into ${place}`),
        wayOut: (after, error) =>
          cannotReturn(error, lastLook, { fileId: old.fileId, collectionId: act.of })
            ? settledAt(after, { old: 'left' }, notPutBack(old.fileName, place ?? ''))
            : after,
      }),
      remove: () => removal(old.fileId, `Old file removed from ${place}`, { old: 'left' }),
      'take out': () => removal(freshId, `New file removed from ${place}`, { fresh: 'out' }),
      delete: () => deletion(old.fileId, { fileName: old.fileName }, 'Old record deleted'),
      'delete fresh': () => deletion(freshId, { fileName }, 'New record deleted'),
    }
    return requests[act.name]()
  }

  async function checked(fileName: string) {
    if (!content) throw new Error('the content is gone')
    const { checkDocument } = await import('./check-document')
    // Under the name it will have, whose ending says what it is.
    const named = new File([content], fileName)
    return { content, extension: await checkDocument(named, { limitBytes: await options.limitBytes() }) }
  }
}

function foundOf({ source, holders: { length } }: Replacement): string {
  if (source !== 'service') return 'The service does not say which collections hold the old file'
  const found =
    length === 0 ? 'No collection holds' : length === 1 ? '1 collection holds' : `${length} collections hold`
  return `${found} the old file`
}
