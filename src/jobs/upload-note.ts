import type { UploadedDocument } from './add-file'
import { DocumentRefused } from './document-refused'
import { count, flag, list, type Of, oneOf, optional, shape, text } from './stored'
import type { UploadItem } from './upload-item'

const named = shape({ id: text, name: text })

/** How far a document came, in the few words that may outlive its page: never its content, its address or a key. */
const noted = shape({
  fileName: text,
  /** Bytes. */
  size: count,
  prompt: optional(text),
  collections: optional(list(named)),
  /** Of an earlier build, which knew of one only. */
  collection: optional(named),
  /** `pending`: the content is not up; `uploaded`: it is, and the record, or its place in a collection, may be missing; `refused`: not worth sending. */
  stage: oneOf('pending', 'uploaded', 'added', 'refused'),
  fileId: optional(text),
  wasListed: optional(flag),
  /** Of its content, where its record is in doubt. */
  sha256: optional(text),
  /** Why it was refused, and what to do. */
  message: optional(text),
  nextStep: optional(text),
})

export type NotedUpload = Of<typeof noted>

/** Reads what a page noted. Anything else there, such as a note of another version, counts as nothing. */
export function readNote(
  note: string | null,
): { service: string; items: readonly NotedUpload[] } | undefined {
  try {
    const { service, items } = JSON.parse(note ?? '')
    return text(service) && Array.isArray(items) ? { service, items: items.filter(noted) } : undefined
  } catch {
    return undefined
  }
}

/** The item of the queue that a note stands for, and what was uploaded of it. */
export function fromNote(
  note: NotedUpload,
  id: string,
): { item: UploadItem; uploaded?: UploadedDocument; hash?: string } {
  const { fileName, size, prompt, collection, fileId, wasListed, stage, message = '', nextStep = '' } = note
  const { collections = collection && [collection] } = note
  const about = { id, fileName, size, prompt, collections, fileId }
  if (stage === 'refused')
    return {
      item: { ...about, state: 'failed', error: new DocumentRefused(message, nextStep), canRetry: false },
    }
  if (stage === 'added') return { item: { ...about, wasListed, state: 'added', canRetry: false } }
  if (stage !== 'uploaded' || fileId === undefined)
    return { item: { ...about, state: 'interrupted', canRetry: false } }
  // Whether the record was asked for in the last moment is unknown, so the next attempt looks first.
  return {
    item: { ...about, state: 'unrecorded', canRetry: true },
    uploaded: { fileId, recordMayExist: true },
    hash: note.sha256,
  }
}

/** What is noted of an item; nothing of one that needs no further word. */
export function toNote(
  item: UploadItem,
  uploaded: UploadedDocument | undefined,
  sha256?: string,
): NotedUpload | undefined {
  const { fileName, size, prompt, collections, state, fileId, wasListed, error } = item
  const about = { fileName, size, prompt, collections }
  if (state === 'cancelled' || state === 'skipped') return undefined
  if (state === 'added') return { ...about, stage: 'added', fileId, wasListed }
  if (uploaded) return { ...about, stage: 'uploaded', fileId: uploaded.fileId, sha256 }
  if (!(error instanceof DocumentRefused)) return { ...about, stage: 'pending' }
  return { ...about, stage: 'refused', message: error.message, nextStep: error.nextStep }
}
