/** What one document may cost (safety rule 11, D50). */
export interface Caps {
  readonly pages: number
  /** Characters of text, after reading. */
  readonly characters: number
  readonly passages: number
  /** Milliseconds from start to end of one document. */
  readonly timeMs: number
  /** Milliseconds for which a document may hold up others that were not tried yet (D235). */
  readonly fastMs: number
  /** Resident memory of the reading process, in bytes. */
  readonly memoryBytes: number
  /** Milliseconds for which an idle reading process is kept warm. */
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
