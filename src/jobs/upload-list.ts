import type { UploadedDocument } from './add-file'
import { NotDone } from './not-done'
import { Shown } from './shown'
import type { Compared } from './upload-contents'
import type { UploadItem } from './upload-item'
import { isMoving, ProgressMeter, type Sample, type UploadProgress } from './upload-progress'

/** One document of the queue, with what a screen does not need. */
export interface Work extends Compared {
  /** Absent for one that a page left behind. */
  readonly file?: File
  uploaded?: UploadedDocument
  /** What an earlier page left of it; what is up of that counts where the content is the same. */
  left?: Work
  abort?: AbortController
  /** How often it was lost on its way while the service answered otherwise. */
  lost: number
  readonly samples: Sample[]
}

/** What an attempt leaves when it begins. */
export const FRESH = {
  state: 'queued',
  canRetry: false,
  error: undefined,
  step: undefined,
  sameAs: undefined,
  isUnreadable: undefined,
} as const

/** What one is whose record is there. */
export const ADDED = {
  state: 'added',
  canRetry: false,
  error: undefined,
  bytesPerSecond: undefined,
} as const

/** What one is that a person gave up: its file is none where its record was never asked for. */
export const cancelled = (uploaded: UploadedDocument | undefined) =>
  ({
    state: 'cancelled',
    canRetry: true,
    bytesPerSecond: undefined,
    fileId: uploaded?.recordMayExist ? uploaded.fileId : undefined,
  }) as const

/** What one is that a person has to delete another file for first (D958). */
export const heldBack = (undeleted: string | undefined) =>
  undeleted !== undefined && {
    state: 'failed' as const,
    canRetry: true,
    error: new NotDone(
      'Not uploaded',
      `The deletion of ${undeleted} is not finished.`,
      'Finish it, then retry.',
    ),
  }

/** To be finished, tried or chosen again: what of it is done counts, should it be chosen once more. */
export const isLeft = ({ state, canRetry }: UploadItem): boolean =>
  state === 'interrupted' || state === 'unrecorded' || (state === 'failed' && canRetry)

/** Of any other, what was said is said anew when it is chosen once more: each document has one row (D933). */
const isKept = (item: UploadItem): boolean => isMoving(item) || item.state === 'added'

/** The one whose place a document takes that is chosen once more. */
export function replacedBy({ fileName, size }: Pick<UploadItem, 'fileName' | 'size'>, works: Iterable<Work>) {
  for (const work of works)
    if (work.item.fileName === fileName && work.item.size === size && !isKept(work.item)) return work
  return undefined
}

/** The documents of the queue, as they are shown. */
export class UploadList extends Shown<readonly UploadItem[]> {
  protected works: readonly Work[] = []
  protected readonly meter = new ProgressMeter()
  protected readonly now: () => number
  readonly #onMilestone: (() => void) | undefined
  #lastId = 0
  #progress: UploadProgress | undefined

  constructor({ now = Date.now, onMilestone }: { now?: () => number; onMilestone?: () => void }) {
    super([])
    this.now = now
    this.#onMilestone = onMilestone
  }

  /** Whether leaving the page now would lose an upload. */
  get hasBytesMoving(): boolean {
    return this.getSnapshot().some(isMoving)
  }

  /** Of all that is on its way; `undefined` while nothing is. */
  get progress(): UploadProgress | undefined {
    return this.#progress
  }

  /** Takes those that have ended out of the list; returns how to put them back. */
  dismiss(...ids: readonly string[]): () => void {
    const before = this.works
    const gone = new Set(this.worksOf(ids).filter(({ item }) => !isMoving(item)))
    this.works = before.filter((work) => !gone.has(work))
    this.changed(true)
    return () => {
      const [now, earlier] = [new Set(this.works), new Set(before)]
      const later = this.works.filter((work) => !earlier.has(work))
      for (const work of later) gone.delete(replacedBy(work.item, gone) as Work)
      this.works = [...before.filter((work) => gone.has(work) || now.has(work)), ...later]
      this.changed(true)
    }
  }

  protected newId(): string {
    this.#lastId += 1
    return String(this.#lastId)
  }

  protected worksOf(ids: readonly string[]): readonly Work[] {
    const wanted = new Set(ids)
    return this.works.filter(({ item }) => wanted.has(item.id))
  }

  protected update(work: Work, change: Partial<UploadItem>): void {
    work.item = { ...work.item, ...change }
    // What was skipped for it is wanted after all.
    if (change.state === 'failed' || change.state === 'cancelled')
      for (const each of this.works)
        if (each.same === work && each.item.state === 'skipped') this.update(each, FRESH)
    this.changed(change.state !== undefined)
  }

  protected changed(isMilestone: boolean): void {
    const items = this.works.map(({ item }) => item)
    this.#progress = this.meter.measure(items, this.now())
    this.show(items)
    if (isMilestone) this.#onMilestone?.()
  }
}
