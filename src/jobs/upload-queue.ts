import { outcomeOf } from '../client/api-error'
import {
  type AddedFile,
  type AddFileClient,
  type AddFileStep,
  addFile,
  type UploadedDocument,
} from './add-file'
import { DocumentRefused } from './document-refused'

/** One document on its way, as a screen shows it. */
export interface UploadItem {
  readonly id: string
  readonly fileName: string
  /** Bytes. */
  readonly size: number
  readonly prompt?: string
  /** `added`: the record is created; from then on the file list tells how far it is. */
  readonly state: 'queued' | 'working' | 'added' | 'failed' | 'cancelled'
  readonly step?: AddFileStep
  /** Bytes a second over the last seconds, while they move. */
  readonly bytesPerSecond?: number
  readonly fileId?: string
  readonly error?: unknown
  /** `false`: the document itself was refused, and trying again would end alike. */
  readonly canRetry: boolean
}

export interface UploadQueueOptions {
  client: AddFileClient
  /** Largest file in bytes; asked anew for every file. */
  limitBytes: () => number | Promise<number>
  /** Called when a record was created. */
  onAdded?: (added: AddedFile) => void
  /** Called when it is not known whether a record was created. */
  onDoubt?: () => void
  parallel?: number
  /** Milliseconds. */
  now?: () => number
}

interface Work {
  item: UploadItem
  readonly file: File
  uploaded?: UploadedDocument
  abort?: AbortController
  readonly samples: { at: number; sent: number }[]
}

/** Speed is measured over this long. */
const SPEED_WINDOW_MS = 4_000

/**
 * Documents on their way, three at a time. It lives as long as the page, whatever screen is open; `subscribe` and
 * `getSnapshot` are what React's `useSyncExternalStore` takes.
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions
  readonly #listeners = new Set<() => void>()
  #works: readonly Work[] = []
  #snapshot: readonly UploadItem[] = []
  #lastId = 0

  constructor(options: UploadQueueOptions) {
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): readonly UploadItem[] => this.#snapshot

  /** Whether leaving the page now would lose an upload. */
  get hasBytesMoving(): boolean {
    return this.#snapshot.some(({ state }) => state === 'working' || state === 'queued')
  }

  /** Puts documents at the end of the queue; returns their ids in the queue. */
  add(files: readonly File[], { prompt }: { prompt?: string } = {}): string[] {
    const added = files.map((file): Work => {
      this.#lastId += 1
      const { name: fileName, size } = file
      const item: UploadItem = {
        id: String(this.#lastId),
        fileName,
        size,
        prompt,
        state: 'queued',
        canRetry: false,
      }
      return { file, samples: [], item }
    })
    this.#works = [...this.#works, ...added]
    this.#changed()
    this.#startNext()
    return added.map(({ item }) => item.id)
  }

  /** Ends one that waits or works. */
  cancel(id: string): void {
    const work = this.#find(id)
    if (work?.item.state !== 'queued' && work?.item.state !== 'working') return
    work.abort?.abort()
    this.#show(work, { state: 'cancelled', canRetry: true, bytesPerSecond: undefined })
    this.#startNext()
  }

  /** Takes up one that failed or was cancelled, with another prompt if given. What was uploaded stays so. */
  retry(id: string, { prompt }: { prompt?: string } = {}): void {
    const work = this.#find(id)
    if (!work?.item.canRetry) return
    this.#show(work, {
      state: 'queued',
      canRetry: false,
      error: undefined,
      step: undefined,
      prompt: prompt ?? work.item.prompt,
    })
    this.#startNext()
  }

  /** Takes one that has ended out of the list. */
  dismiss(id: string): void {
    this.#works = this.#works.filter(
      ({ item }) => item.id !== id || item.state === 'queued' || item.state === 'working',
    )
    this.#changed()
  }

  #find(id: string): Work | undefined {
    return this.#works.find(({ item }) => item.id === id)
  }

  #startNext(): void {
    const free =
      (this.#options.parallel ?? 3) - this.#works.filter(({ item }) => item.state === 'working').length
    const waiting = this.#works.filter(({ item }) => item.state === 'queued')
    for (const work of waiting.slice(0, Math.max(0, free))) void this.#run(work)
  }

  async #run(work: Work): Promise<void> {
    const abort = new AbortController()
    work.abort = abort
    work.samples.length = 0
    this.#show(work, { state: 'working', canRetry: false })
    // A cancelled attempt may end later, when the item is already on its next one.
    const isCurrent = () => work.abort === abort && !abort.signal.aborted
    try {
      const added = await addFile({
        client: this.#options.client,
        file: work.file,
        prompt: work.item.prompt,
        limitBytes: await this.#options.limitBytes(),
        signal: abort.signal,
        uploaded: work.uploaded,
        onUploaded: (uploaded) => {
          work.uploaded = uploaded
        },
        onStep: (step) => {
          if (isCurrent()) this.#show(work, { step, bytesPerSecond: this.#speedOf(work, step) })
        },
      })
      work.uploaded = undefined
      if (work.abort === abort) {
        this.#show(work, {
          state: 'added',
          fileId: added.fileId,
          canRetry: false,
          error: undefined,
          bytesPerSecond: undefined,
        })
      }
      this.#options.onAdded?.(added)
    } catch (error) {
      if (work.uploaded?.recordMayExist && outcomeOf(error) === 'unknown') this.#options.onDoubt?.()
      if (!isCurrent()) return
      const canRetry = !(error instanceof DocumentRefused)
      this.#show(work, { state: 'failed', error, canRetry, bytesPerSecond: undefined })
    }
    this.#startNext()
  }

  #speedOf({ samples }: Work, step: AddFileStep): number | undefined {
    if (step.name !== 'upload') return undefined
    const at = (this.#options.now ?? Date.now)()
    samples.push({ at, sent: step.sent })
    while (samples.length > 2 && at - (samples[0]?.at ?? at) > SPEED_WINDOW_MS) samples.shift()
    const first = samples[0]
    const seconds = first ? (at - first.at) / 1000 : 0
    return first && seconds > 0 ? (step.sent - first.sent) / seconds : undefined
  }

  #show(work: Work, change: Partial<UploadItem>): void {
    work.item = { ...work.item, ...change }
    this.#changed()
  }

  #changed(): void {
    this.#snapshot = this.#works.map(({ item }) => item)
    for (const listener of this.#listeners) listener()
  }
}
