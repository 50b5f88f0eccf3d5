import { waitFor } from './hold'
import type { UploadItem } from './upload-item'
import { pauseAfter } from './upload-pause'

/** The files that are there, by the hash of their content. `isUnreadable`: it could not be ingested. */
export type PresentContents = ReadonlyMap<
  string,
  { readonly fileId: string; readonly fileName: string; readonly isUnreadable?: boolean }
>

/** What is there is looked up again after this long, in ms, because another tab or person may upload the same folder. */
const KNOWN_FOR_MS = 15_000

/** The same while another page sends the content, and what was added stays claimed until every page has looked since (D796). */
const AGAIN_MS = 2_000
const CLAIMED_MS = KNOWN_FOR_MS + 5_000

/** A list may be this old, in ms, when it is looked up. */
const LISTED_AFTER_MS = 1_000

/** Claims a content for this page until what is returned is called; `undefined` while another page has it. */
export type Claim = (hash: string) => Promise<(() => void) | undefined>

/** A document whose content is compared with others before it is sent. */
export interface Compared {
  item: UploadItem
  /** Shared by those that were chosen together. */
  readonly chosen?: { present?: Promise<PresentContents>; readAt?: number }
  hash?: string
  /** A person wants it although its content is there. */
  anyway?: boolean
  /** What it was skipped for, while that is on its way. */
  same?: Compared
  /** Settles when its latest attempt has ended, which is later than it is cancelled. */
  attempt?: Promise<void>
  /** When it was added, in ms. */
  addedAt?: number
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
  /** The service answered since this was last set to `false`. */
  hasAnswered = false
  readonly #present: (() => Promise<PresentContents>) | undefined
  readonly #now: () => number
  readonly #claim: Claim | undefined
  readonly #byHash = new Map<string, Compared>()
  readonly #claims = new Map<string, ReturnType<Claim>>()

  constructor(present: (() => Promise<PresentContents>) | undefined, now: () => number, claim?: Claim) {
    this.#present = present
    this.#now = now
    this.#claim = claim
  }

  /** Looks before anything of it is sent; `isAgain`: something was, so it may not rely on an earlier look. While another page sends the same it waits for that one to end; rejects when the signal says so. */
  async find(
    work: Compared,
    { signal, onWait, isAgain }: { signal: AbortSignal; onWait: () => void; isAgain?: boolean },
  ): Promise<SameContent | undefined> {
    const { hash } = work
    if (hash === undefined) return undefined
    let hasWaited = false
    for (;;) {
      const isOurs = work.anyway || (await this.#has(hash))
      const same = await this.#look(work, hash, isOurs ? (hasWaited || isAgain ? 0 : KNOWN_FOR_MS) : AGAIN_MS)
      if (same || isOurs) return same
      hasWaited = true
      onWait()
      await waitFor(AGAIN_MS, signal)
      signal.throwIfAborted()
    }
  }

  /** It is not on its way any more. */
  ended(work: Compared): void {
    const { hash = '', item } = work
    const { state } = item
    if (state === 'added') work.addedAt = this.#now()
    if (state === 'added') setTimeout(() => this.#release(hash), CLAIMED_MS)
    // A cancelled one may be on its next way already.
    else if (state !== 'working') this.#release(hash)
    // Its content is another's, or is gone: it stands for no file of its own.
    if ((state === 'skipped' || state === 'interrupted') && this.#byHash.get(hash) === work)
      this.#byHash.delete(hash)
  }

  /** Whether this page has claimed the content. */
  async #has(hash: string): Promise<boolean> {
    if (!this.#claim) return true
    const claim = this.#claims.get(hash) ?? this.#claim(hash)
    this.#claims.set(hash, claim)
    const isOurs = (await claim) !== undefined
    if (!isOurs) this.#claims.delete(hash)
    return isOurs
  }

  #release(hash: string): void {
    void this.#claims.get(hash)?.then((release) => release?.())
    this.#claims.delete(hash)
  }

  async #look(work: Compared, hash: string, knownForMs: number): Promise<SameContent | undefined> {
    const { chosen, anyway = false } = work
    const before = this.#byHash.get(hash)
    // The record of a cancelled one may be on its way.
    if (before !== work && before?.item.state === 'cancelled') await before.attempt
    if (!anyway && chosen) {
      if (chosen.readAt === undefined || this.#now() >= chosen.readAt + knownForMs) {
        chosen.readAt = this.#now()
        chosen.present = this.#present?.().then((there) => {
          this.hasAnswered = true
          return there
        })
      }
      const there = await chosen.present?.catch((error: unknown) => {
        chosen.readAt = undefined
        if (pauseAfter(error, undefined, 0)) throw error
        // What is there is unknown, which is no reason not to send it.
        return undefined
      })
      const found = there?.get(hash)
      if (found) return { sameAs: found.fileName, ...found, skips: true }
    }
    const other = this.#byHash.get(hash)
    // Of what was added before the list was read for these, the list knows whether it can be used.
    const isListed =
      this.#present &&
      other?.item.state === 'added' &&
      other.chosen !== chosen &&
      (other.addedAt ?? 0) + LISTED_AFTER_MS <= (chosen?.readAt ?? Number.POSITIVE_INFINITY)
    if (!other || other === work || isListed || ['failed', 'cancelled'].includes(other.item.state)) {
      this.#byHash.set(hash, work)
      return undefined
    }
    const { fileName: sameAs, state } = other.item
    // Which file to put into collections is known only once the other is there.
    const fileId = state === 'added' || state === 'skipped' ? other.item.fileId : undefined
    const skips = !anyway && !(work.item.collections && fileId === undefined)
    if (skips) work.same = other
    return { sameAs, fileId, skips }
  }

  /** The file was deleted. */
  forget(fileId: string): void {
    for (const [hash, { item }] of this.#byHash) if (item.fileId === fileId) this.#byHash.delete(hash)
  }
}

/** The SHA-256 of a document's bytes; `undefined` where it cannot be computed, which is no reason not to send it. */
export async function fingerprintOf(file: Blob): Promise<string | undefined> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    // Not a trustworthy address, or the file is gone; the check that follows names the latter.
    return undefined
  }
}
