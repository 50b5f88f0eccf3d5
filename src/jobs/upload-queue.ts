import { outcomeOf, ServiceRefusal } from '../client/api-error'
import {
  type AddedFile,
  type AddFileClient,
  type AddFileStep,
  addFile,
  type UploadedDocument,
} from './add-file'
import { BUSY_MAX, holdAfter } from './hold'
import { DocumentRefused } from './not-done'
import { Shown } from './shown'
import type { UploadItem } from './upload-item'
import type { NotedUpload } from './upload-note'

export interface UploadQueueOptions {
  client: AddFileClient
  /** Largest file in bytes; asked anew for every file. */
  limitBytes: () => number | Promise<number>
  onAdded?: (added: AddedFile) => void
  /** Called when it is not known whether a record was created. */
  onDoubt?: () => void
  /** Called when what a later page should know has changed; not for every byte. */
  onMilestone?: () => void
  parallel?: number
  /** Milliseconds. */
  now?: () => number
}

interface Work {
  item: UploadItem
  /** Absent for one that a page left behind. */
  readonly file?: File
  uploaded?: UploadedDocument
  abort?: AbortController
  /** How often in a row the service was too busy for it. */
  busy: number
  readonly samples: { at: number; sent: number }[]
}

/** What an attempt leaves when it begins. */
const FRESH = {
  state: 'queued',
  canRetry: false,
  error: undefined,
  heldUntil: undefined,
  step: undefined,
  sameAs: undefined,
} as const

/** Speed is measured over this long. */
const SPEED_WINDOW_MS = 4_000

/** Documents on their way, three at a time. It lives as long as the page, whatever screen is open. */
export class UploadQueue extends Shown<readonly UploadItem[]> {
  readonly #options: UploadQueueOptions
  readonly #now: () => number
  #works: readonly Work[] = []
  #lastId = 0
  #heldUntil = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Bytes that were sent or are being sent, by their hash. */
  readonly #contents = new Map<string, Work>()

  constructor(options: UploadQueueOptions) {
    super([])
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** Whether leaving the page now would lose an upload. */
  get hasBytesMoving(): boolean {
    return this.getSnapshot().some(({ state }) => state === 'working' || state === 'queued')
  }

  /**
   * Puts documents at the end of the queue; returns their ids in the queue. One that must be chosen again and now is, goes on in its place,
   * with the prompt it had.
   */
  add(files: readonly File[], { prompt }: { prompt?: string } = {}): string[] {
    const added = files.map((file): Work => {
      const { name: fileName, size } = file
      const before = this.#works.find(
        ({ item }) => item.state === 'interrupted' && item.fileName === fileName && item.size === size,
      )
      if (before) this.#works = this.#works.filter((work) => work !== before)
      const item = { fileName, size, prompt: prompt ?? before?.item.prompt, ...FRESH }
      return { file, busy: 0, samples: [], item: { id: this.#newId(), ...item } }
    })
    this.#works = [...this.#works, ...added]
    this.#changed(true)
    this.#startNext()
    return added.map(({ item }) => item.id)
  }

  /** Takes in what an earlier page left behind, before what is there. */
  restore(left: readonly NotedUpload[]): void {
    const works = left.map(({ fileName, size, prompt, fileId, stage, message = '', nextStep = '' }): Work => {
      const isUp = stage === 'uploaded' && fileId !== undefined
      const isRefused = stage === 'refused'
      const state = isRefused ? 'failed' : stage === 'added' ? stage : isUp ? 'unrecorded' : 'interrupted'
      const error = isRefused ? new DocumentRefused(message, nextStep) : undefined
      // Whether the record was asked for in the last moment is unknown, so the next attempt looks first.
      const uploaded = isUp ? { fileId, recordMayExist: true } : undefined
      const item = {
        id: this.#newId(),
        fileName,
        size,
        prompt,
        fileId,
        state,
        error,
        canRetry: isUp,
      } as const
      return { busy: 0, samples: [], uploaded, item }
    })
    this.#works = [...works, ...this.#works]
    this.#changed(true)
  }

  /** The list of files has a record of these: what seemed to lack its record has one. */
  confirm(fileIds: ReadonlySet<string>): void {
    for (const work of this.#works) {
      const { state, fileId } = work.item
      if (state === 'unrecorded' && fileId !== undefined && fileIds.has(fileId))
        this.#update(work, { state: 'added', canRetry: false })
    }
  }

  /** What a later page should know of the documents here, should this one be left now. */
  noted(): readonly NotedUpload[] {
    return this.#works.flatMap(({ item, uploaded }): NotedUpload[] => {
      const { fileName, size, prompt, state, error } = item
      const about = { fileName, size, prompt }
      if (state === 'cancelled') return []
      if (state === 'added') return [{ ...about, stage: 'added', fileId: item.fileId }]
      if (uploaded) return [{ ...about, stage: 'uploaded', fileId: uploaded.fileId }]
      if (error instanceof DocumentRefused) {
        const { message, nextStep } = error
        return [{ ...about, stage: 'refused', message, nextStep }]
      }
      return [{ ...about, stage: 'pending' }]
    })
  }

  cancel(id: string): void {
    const work = this.#find(id)
    if (work?.item.state !== 'queued' && work?.item.state !== 'working') return
    work.abort?.abort()
    this.#update(work, { state: 'cancelled', canRetry: true, bytesPerSecond: undefined })
    this.#startNext()
  }

  /** Takes up one that failed or was cancelled. What was uploaded stays so. */
  retry(id: string): void {
    const work = this.#find(id)
    if (!work?.item.canRetry) return
    work.busy = 0
    this.#update(work, FRESH)
    this.#startNext()
  }

  retryAll(): void {
    for (const { state, id } of this.getSnapshot())
      if (state === 'failed' || state === 'unrecorded') this.retry(id)
  }

  /** Takes one that has ended out of the list. */
  dismiss(id: string): void {
    this.#works = this.#works.filter(
      ({ item }) => item.id !== id || item.state === 'queued' || item.state === 'working',
    )
    this.#changed(true)
  }

  /** The file was deleted: takes it out of the list, and its content counts as new again. */
  forget(fileId: string): void {
    for (const [hash, { item }] of this.#contents) if (item.fileId === fileId) this.#contents.delete(hash)
    for (const { id } of this.#works.map(({ item }) => item).filter((item) => item.fileId === fileId))
      this.dismiss(id)
  }

  #newId(): string {
    this.#lastId += 1
    return String(this.#lastId)
  }

  #find(id: string): Work | undefined {
    return this.#works.find(({ item }) => item.id === id)
  }

  /** Starts nothing while the service asks to wait. */
  #startNext(): void {
    clearTimeout(this.#timer)
    const held = this.#heldUntil - this.#now()
    if (held > 0) {
      this.#timer = setTimeout(() => this.#startNext(), held)
      return
    }
    const free =
      (this.#options.parallel ?? 3) - this.#works.filter(({ item }) => item.state === 'working').length
    const waiting = this.#works.filter(({ item }) => item.state === 'queued')
    for (const work of waiting.slice(0, Math.max(0, free))) void this.#run(work)
  }

  async #run(work: Work): Promise<void> {
    const abort = new AbortController()
    work.abort = abort
    work.samples.length = 0
    this.#update(work, { state: 'working', canRetry: false, heldUntil: undefined })
    // A cancelled attempt may end later, when the item is already on its next one.
    const isCurrent = () => work.abort === abort && !abort.signal.aborted
    try {
      const limitBytes = await this.#options.limitBytes()
      if (work.file && !work.uploaded) await this.#compare(work, work.file, limitBytes)
      const added = await addFile({
        client: this.#options.client,
        file: work.file,
        prompt: work.item.prompt,
        limitBytes,
        signal: abort.signal,
        uploaded: work.uploaded,
        onUploaded: (uploaded) => {
          work.uploaded = uploaded
          this.#options.onMilestone?.()
        },
        onStep: (step) => {
          if (isCurrent()) this.#update(work, { step, bytesPerSecond: this.#speedOf(work, step) })
        },
      })
      work.uploaded = undefined
      const { fileId } = added
      const done = { state: 'added', canRetry: false, error: undefined } as const
      if (work.abort === abort) this.#update(work, { ...done, fileId, bytesPerSecond: undefined })
      this.#options.onAdded?.(added)
    } catch (error) {
      if (work.uploaded?.recordMayExist && outcomeOf(error) === 'unknown') this.#options.onDoubt?.()
      if (!isCurrent()) return
      if (error instanceof ServiceRefusal && error.status === 429 && work.busy < BUSY_MAX) {
        work.busy += 1
        this.#heldUntil = Math.max(this.#heldUntil, this.#now() + holdAfter(work.busy, error.retryAfterMs))
        this.#update(work, { state: 'queued', heldUntil: this.#heldUntil, bytesPerSecond: undefined })
      } else if (!work.file && !work.uploaded) {
        // Left by another page, and the service knows its content no longer.
        this.#update(work, { state: 'interrupted', canRetry: false })
      } else {
        const canRetry = !(error instanceof DocumentRefused)
        this.#update(work, { state: 'failed', error, canRetry, bytesPerSecond: undefined })
      }
    }
    this.#startNext()
  }

  /** Says so when another document has the same bytes, before anything of this one is sent. */
  async #compare(work: Work, file: File, limitBytes: number): Promise<void> {
    if (file.size === 0 || file.size > limitBytes) return
    const hash = await fingerprintOf(file)
    if (hash === undefined) return
    const other = this.#contents.get(hash)
    const counts = other && other !== work && !['failed', 'cancelled'].includes(other.item.state)
    if (counts) this.#update(work, { sameAs: other.item.fileName })
    else this.#contents.set(hash, work)
  }

  #speedOf({ samples }: Work, step: AddFileStep): number | undefined {
    if (step.name !== 'upload') return undefined
    const at = this.#now()
    samples.push({ at, sent: step.sent })
    while (samples.length > 2 && at - (samples[0]?.at ?? at) > SPEED_WINDOW_MS) samples.shift()
    const first = samples[0]
    const seconds = first ? (at - first.at) / 1000 : 0
    return first && seconds > 0 ? (step.sent - first.sent) / seconds : undefined
  }

  #update(work: Work, change: Partial<UploadItem>): void {
    work.item = { ...work.item, ...change }
    this.#changed(change.state !== undefined)
  }

  #changed(isMilestone: boolean): void {
    this.show(this.#works.map(({ item }) => item))
    if (isMilestone) this.#options.onMilestone?.()
  }
}

/** The SHA-256 of a document's bytes; `undefined` where it cannot be computed, which is no reason not to send it. */
async function fingerprintOf(file: Blob): Promise<string | undefined> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    // Not a trustworthy address, or the file is gone; the check that follows names the latter.
    return undefined
  }
}
