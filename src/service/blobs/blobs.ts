import type { Readable } from 'node:stream'
import type { Queries } from '../store/open-database'

/** Uploaded bytes, by our ids: file names of people never reach a disk (safety 10). Stored with the records (D226). */
export interface Blobs {
  /** Stores a whole stream or nothing. `check` gets every chunk first and may throw. */
  write(
    id: string,
    stream: AsyncIterable<Uint8Array>,
    check: (chunk: Uint8Array) => void,
  ): Promise<StagedBlob>
  /** `undefined` without bytes for this id. `size` is in bytes. */
  read(id: string): Promise<{ size: number; stream: Readable } | undefined>
  /** For the sweep alone, which knows that nothing refers to them (D227). */
  remove(ids: readonly string[]): Promise<void>
}

export interface StagedBlob {
  /** In bytes. */
  readonly size: number
  /** Call it in the transaction that updates the record. False: this id has bytes already. */
  keep(db: Queries): Promise<boolean>
  discard(): Promise<void>
}
