import { NoAnswer, outcomeOf, ServiceRefusal } from '../client/api-error'
import { extensionOf, listFiles } from '../contract/files'
import { unturned } from '../contract/record'
import type { AddedFile, AddFileClient, AddFileStep } from './add-file'
import { DocumentRefused } from './document-refused'
import { BUSY_MAX } from './hold'
import { type Claim, fingerprintOf, type PresentContents, UploadContents } from './upload-contents'
import type { AboutUpload } from './upload-item'
import { ADDED, cancelled, FRESH, heldBack, isLeft, replacedBy, UploadList, type Work } from './upload-list'
import { fromNote, type NotedUpload, toNote } from './upload-note'
import { pauseAfter, type UploadPause } from './upload-pause'
import { isMoving, speedOf } from './upload-progress'

export interface UploadQueueOptions {
  client: AddFileClient
  /** Largest file in bytes; asked anew for every file. */
  limitBytes: () => number | Promise<number>
  /** What is there when documents are chosen. */
  present?: () => Promise<PresentContents>
  /** Keeps two pages from sending the same content; without it each page is on its own. */
  claim?: Claim
  onAdded?: (added: AddedFile) => void
  /** Called when it is not known whether a record was created. */
  onDoubt?: () => void
  /** Called when what a later page should know has changed; not for every byte. */
  onMilestone?: () => void
  parallel?: number
  /** Milliseconds. */
  now?: () => number
}

/** Needed with the first document only. Where it does not come, the console's own server is gone. */
const loadAddFile = () =>
  import('./add-file').catch((): never => {
    throw new NoAnswer({ operation: 'requestUpload', cause: 'connection lost', sent: false })
  })

/** No document by its name, or empty: refused without asking anybody. */
const isNoDocument = ({ file }: Work): boolean =>
  file !== undefined && (file.size === 0 || extensionOf(file.name) === undefined)

/**
 * Documents on their way, three at a time. It lives as long as the page, whatever screen is open. While the service is away or asks to wait it pauses,
 * and goes on by itself (D379).
 */
export class UploadQueue extends UploadList {
  readonly #options: UploadQueueOptions
  #pause: UploadPause | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #contents: UploadContents

  constructor(options: UploadQueueOptions) {
    super(options)
    this.#options = options
    this.#contents = new UploadContents(options.present, this.now, options.claim)
  }

  /** Why nothing is sent now, while something waits. */
  get pause(): UploadPause | undefined {
    return this.progress && this.#pause
  }

  /**
   * Puts documents at the end of the queue; returns their ids in the queue. One that is chosen again before it is added goes on in its place,
   * with the prompt it had, and into the collections it was for, too.
   */
  add(files: readonly File[], { prompt, collections, undeleted }: AboutUpload = {}): string[] {
    const chosen = {}
    const earlier = new Set(this.works)
    const added = files.map((file): Work => {
      const { name, size } = file
      const fileName = unturned(name) ?? ''
      const before = replacedBy({ fileName, size }, earlier)
      if (before) earlier.delete(before)
      const left = before && isLeft(before.item) ? before : undefined
      const both = [...(left?.item.collections ?? []), ...(collections ?? [])]
      const about = {
        prompt: prompt ?? left?.item.prompt,
        collections: both.length > 0 ? [...new Map(both.map((each) => [each.id, each])).values()] : undefined,
      }
      return {
        file,
        chosen,
        // Its record may exist, with the prompt it had.
        left: about.prompt === left?.item.prompt ? left : undefined,
        lost: 0,
        samples: [],
        item: { id: this.newId(), fileName, size, ...about, ...FRESH, ...heldBack(undeleted) },
      }
    })
    this.works = [...earlier, ...added]
    this.changed(true)
    this.#startNext()
    return added.map(({ item }) => item.id)
  }

  /** Takes in what an earlier page left behind, before what is there. */
  restore(left: readonly NotedUpload[]): void {
    const chosen = {}
    const works = left.map(
      (note): Work => ({ chosen, lost: 0, samples: [], ...fromNote(note, this.newId()) }),
    )
    this.works = [...works, ...this.works]
    if (works.some(({ uploaded }) => uploaded?.recordMayExist)) this.#options.onDoubt?.()
    this.changed(true)
  }

  /** The list of files has these: what seemed to lack only its record has one, and what is gone from the list later was deleted. */
  confirm(fileIds: { has(fileId: string): boolean }): void {
    const listed = this.works.filter(({ item: { state, fileId, collections, wasListed } }) => {
      const isAdded = state === 'added' || (/unrecorded|cancelled/.test(state) && !collections)
      return isAdded && !wasListed && fileId !== undefined && fileIds.has(fileId)
    })
    if (listed.length === 0) return
    for (const work of listed) work.item = { ...work.item, state: 'added', canRetry: false, wasListed: true }
    this.changed(true)
  }

  /** What a later page should know of the documents here, should this one be left now. */
  noted(): readonly NotedUpload[] {
    return this.works.flatMap(({ item, uploaded, hash }) => toNote(item, uploaded, hash) ?? [])
  }

  /** Returns how many will not be added: a record that is on its way is not cut off, and looked for by whoever goes on. */
  cancel(...ids: readonly string[]): number {
    const works = this.worksOf(ids).filter(({ item }) => isMoving(item))
    for (const work of works) {
      work.abort?.abort()
      if (work.item.step?.name === 'record') work.uploaded &&= { ...work.uploaded, recordMayExist: true }
      this.update(work, cancelled(work.uploaded))
    }
    this.#startNext()
    return works.filter(({ item }) => item.step?.name !== 'record' || item.collections).length
  }

  /** Takes up those that failed or were cancelled. What was uploaded stays so. */
  retry(...ids: readonly string[]): void {
    for (const work of this.worksOf(ids)) {
      if (!work.item.canRetry) continue
      work.lost = 0
      this.update(work, FRESH)
    }
    this.#startNext()
  }

  /** Sends those that were skipped although their content is there. */
  uploadAnyway(...ids: readonly string[]): void {
    for (const work of this.worksOf(ids)) {
      if (work.item.state !== 'skipped') continue
      work.anyway = true
      this.update(work, { ...FRESH, fileId: undefined })
    }
    this.#startNext()
  }

  /** Ends the pause: looks now whether the service is back. */
  tryNow(): void {
    if (this.#pause) this.#pause = { ...this.#pause, until: this.now() }
    this.#startNext()
  }

  /** The file was deleted: takes it out of the list, and its content counts as new again. */
  forget(fileId: string): void {
    this.#contents.forget(fileId)
    this.dismiss(...this.getSnapshot().flatMap((item) => (item.fileId === fileId ? [item.id] : [])))
  }

  /** During a pause, starts only what is refused without the service; after it one goes first, to see, if any is left. */
  #startNext(): void {
    clearTimeout(this.#timer)
    const held = (this.#pause?.until ?? 0) - this.now()
    const isHeld = held > 0
    if (isHeld) this.#timer = setTimeout(() => this.#startNext(), held)
    else if (!this.progress) this.#goOn()
    const most = this.#pause && !isHeld ? 1 : (this.#options.parallel ?? 3)
    const free = most - this.works.filter(({ item }) => item.state === 'working').length
    const waiting = this.works.filter(
      (work) => work.item.state === 'queued' && (!isHeld || isNoDocument(work)),
    )
    for (const work of waiting.slice(0, Math.max(0, free))) work.attempt = this.#run(work)
  }

  async #run(work: Work): Promise<void> {
    const abort = new AbortController()
    work.abort = abort
    work.samples.length = 0
    this.update(work, { state: 'working', canRetry: false })
    // A cancelled attempt may end later, when the item is already on its next one.
    const isCurrent = () => work.abort === abort && !abort.signal.aborted
    let at: AddFileStep['name'] | undefined
    try {
      const limitBytes = await this.#options.limitBytes()
      if (await this.#skips(work, limitBytes, abort.signal)) return this.#startNext()
      const { collections, prompt } = work.item
      const { addFile } = await loadAddFile()
      const added = await addFile({
        client: this.#options.client,
        file: work.file,
        prompt,
        collections,
        note: { fileName: work.item.fileName, ...(work.hash && { sha256: work.hash }) },
        limitBytes,
        signal: abort.signal,
        uploaded: work.uploaded,
        onUploaded: (uploaded) => {
          work.uploaded = uploaded
          const isCancelled = work.item.state === 'cancelled'
          this.update(work, isCancelled ? cancelled(uploaded) : { fileId: uploaded?.fileId })
          this.#options.onMilestone?.()
        },
        onStep: (step) => {
          // An address was given: the service is back.
          if (step.name === 'upload' && at === 'address') this.#goOn()
          at = step.name
          if (isCurrent())
            this.update(work, { step, bytesPerSecond: speedOf(work.samples, step, this.now()) })
        },
      })
      if (work.abort === abort) {
        work.uploaded = undefined
        this.update(work, { ...ADDED, fileId: added.fileId })
      }
      this.#options.onAdded?.(added)
      this.#goOn()
    } catch (error) {
      if (work.uploaded?.recordMayExist && outcomeOf(error) === 'unknown') this.#options.onDoubt?.()
      if (!isCurrent()) return
      this.#failed(work, error, at)
    } finally {
      this.#contents.ended(work)
    }
    this.#startNext()
  }

  /** Whether its content is there already, so that nothing of it is sent; then only its place in the collections is. */
  async #skips(work: Work, limitBytes: number, signal: AbortSignal): Promise<boolean> {
    const { file, item, left } = work
    if (isNoDocument(work) || (file?.size ?? 0) > limitBytes) return false
    work.hash ??= file && (await fingerprintOf(file))
    if (work.hash && work.hash === left?.hash) {
      work.uploaded = left.uploaded
      this.update(work, { fileId: left.uploaded?.fileId })
    }
    // An upload that the service knows no longer is not taken up again.
    work.left = undefined
    const { uploaded } = work
    const onWait = () => this.update(work, { step: { name: 'elsewhere' } })
    const isAgain = uploaded?.recordMayExist
    const same = await this.#contents.find(work, { signal, onWait, isAgain })
    // Its own record is taken up, even where the same content was added otherwise, too.
    if (!same || (isAgain && same.skips && (await this.#isListed(uploaded.fileId, signal)))) return false
    const { skips, sameAs, fileId, isUnreadable } = same
    if (skips && fileId && item.collections && !isUnreadable) {
      const { join } = await loadAddFile()
      await join({ client: this.#options.client, signal }, fileId, item.collections)
      this.#contents.hasAnswered = true
      this.#options.onAdded?.({ fileId })
    }
    if (!signal.aborted)
      this.update(work, skips ? { state: 'skipped', sameAs, fileId, isUnreadable } : { sameAs })
    if (skips && this.#contents.hasAnswered) this.#goOn()
    return skips
  }

  async #isListed(fileId: string, signal: AbortSignal): Promise<boolean> {
    const { items } = await this.#options.client.send(listFiles, { signal })
    return items.some((each) => each.fileId === fileId)
  }

  #failed(work: Work, error: unknown, at: AddFileStep['name'] | undefined): void {
    const pause = pauseAfter(error, this.#pause, this.now())
    // The service answered, and what is wrong is with this one.
    if (!pause && error instanceof ServiceRefusal) this.#goOn()
    // What never gets through, although the requests before it did, must not hold the others up for ever.
    const isOwn = at === 'upload' || (error instanceof NoAnswer && error.cause === 'timed out')
    if (pause && pause.why === 'away' && isOwn) work.lost += 1
    this.#pause = pause ?? this.#pause
    this.#contents.hasAnswered &&= !pause
    if (pause) this.meter.rest()
    if (pause && work.lost <= BUSY_MAX)
      this.update(work, { state: 'queued', step: undefined, bytesPerSecond: undefined })
    else if (!work.file && !work.uploaded)
      // Left by another page, and the service knows its content no longer.
      this.update(work, { state: 'interrupted', canRetry: false })
    else
      this.update(work, {
        state: 'failed',
        error,
        canRetry: !(error instanceof DocumentRefused),
        bytesPerSecond: undefined,
      })
  }

  #goOn(): void {
    if (!this.#pause) return
    this.#pause = undefined
    this.meter.goOn(this.now())
    this.#startNext()
  }
}
