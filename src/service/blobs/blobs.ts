import type { Readable } from 'node:stream'
import type { Queries } from '../store/open-database'

/**
 * Uploaded bytes, under our ids; names that people chose never come near a disk (safety 10). They live where the records live (D226): nothing outside
 * this folder may assume that they are files.
 */
export interface Blobs {
  /** Takes a stream in full, or not at all. `check` sees every chunk before it is written and may throw. */
  write(
    id: string,
    stream: AsyncIterable<Uint8Array>,
    check: (chunk: Uint8Array) => void,
  ): Promise<StagedBlob>
  /** `undefined` when there are no bytes under this id. Destroying the stream ends the reading. `size` is in bytes. */
  read(id: string): Promise<{ size: number; stream: Readable } | undefined>
  /** Only by the sweep, which knows that nothing refers to them (D227). */
  remove(ids: readonly string[]): Promise<void>
}

/** Bytes that are stored but not yet under their id. */
export interface StagedBlob {
  /** In bytes. */
  readonly size: number
  /** In the transaction that notes them in their record. False: there are bytes under this id already. */
  keep(db: Queries): Promise<boolean>
  discard(): Promise<void>
}
