/** Limits for one document (safety rule 11, D50). */
export interface Caps {
  readonly pages: number
  /** Characters of extracted text. */
  readonly characters: number
  readonly passages: number
  /** Milliseconds for one document. */
  readonly timeMs: number
  /** Milliseconds before a document moves to the slow lane (D235). */
  readonly fastMs: number
  /** Resident memory of the reading process, in bytes. */
  readonly memoryBytes: number
  /** Milliseconds before an idle reading process ends. */
  readonly idleMs: number
}

export const DEFAULT_CAPS: Caps = {
  pages: 2_000,
  characters: 20_000_000,
  passages: 60_000,
  timeMs: 120_000,
  fastMs: 5_000,
  memoryBytes: 768 * 1024 * 1024,
  idleMs: 30_000,
}
