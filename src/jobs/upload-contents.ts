import type { UploadItem } from './upload-item'
import { pauseAfter } from './upload-pause'

/** The files that are there, by the hash of their content. `isUnreadable`: it could not be ingested. */
export type PresentContents = ReadonlyMap<
  string,
  { readonly fileId: string; readonly fileName: string; readonly isUnreadable?: boolean }
>

/** What is there is looked up again after this long, in ms, because another tab or person may upload the same folder. */
const KNOWN_FOR_MS = 15_000

/** A document whose content is compared with others before it is sent. */
export interface Compared {
  item: UploadItem
  /** Shared by those that were chosen together. */
  readonly chosen?: { present?: Promise<PresentContents>; readAgainAt?: number }
  hash?: string
  /** A person wants it although its content is there. */
  anyway?: boolean
  /** What it was skipped for, while that is on its way. */
  same?: Compared
}

/** A document of the same content. `skips`: this one need not go up. */
export interface SameContent {
  readonly sameAs: string
  readonly fileId?: string
  readonly isUnreadable?: boolean
  readonly skips: boolean
}

/** Knows which contents are there, or on their way from this page. */
export class UploadContents {
  readonly #present: (() => Promise<PresentContents>) | undefined
  readonly #now: () => number
  readonly #byHash = new Map<string, Compared>()

  constructor(present: (() => Promise<PresentContents>) | undefined, now: () => number) {
    this.#present = present
    this.#now = now
  }

  /** Looks before anything of it is sent. */
  async find(work: Compared, file: File): Promise<SameContent | undefined> {
    work.hash ??= await fingerprintOf(file)
    const { hash, chosen, anyway = false } = work
    if (hash === undefined) return undefined
    if (!anyway && chosen) {
      if (this.#now() >= (chosen.readAgainAt ?? 0)) {
        chosen.readAgainAt = this.#now() + KNOWN_FOR_MS
        chosen.present = this.#present?.()
      }
      const there = await chosen.present?.catch((error: unknown) => {
        chosen.readAgainAt = undefined
        if (pauseAfter(error, undefined, 0)) throw error
        // What is there is unknown, which is no reason not to send it.
        return undefined
      })
      const found = there?.get(hash)
      if (found) return { sameAs: found.fileName, ...found, skips: true }
    }
    const other = this.#byHash.get(hash)
    // Of what was added before these were chosen, the list knows whether it can be used.
    const isListed = this.#present && other?.item.state === 'added' && other.chosen !== chosen
    if (!other || other === work || isListed || ['failed', 'cancelled'].includes(other.item.state)) {
      this.#byHash.set(hash, work)
      return undefined
    }
    const { fileName: sameAs, state } = other.item
    // Which file to put into a collection is known only once the other is there.
    const fileId = state === 'added' || state === 'skipped' ? other.item.fileId : undefined
    const skips = !anyway && !(work.item.collection && fileId === undefined)
    if (skips) work.same = other
    return { sameAs, fileId, skips }
  }

  /** The file was deleted. */
  forget(fileId: string): void {
    for (const [hash, { item }] of this.#byHash) if (item.fileId === fileId) this.#byHash.delete(hash)
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
