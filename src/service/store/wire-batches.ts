const SYNC = 'S'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)
const HEADER = 5

/**
 * Cuts a client's byte stream into batches that end where the server must answer: after the startup message, a simple query, a
 * sync or a termination. The embedded database answers a batch as a whole; half of one would confuse its error recovery.
 */
export class WireBatches {
  #pending = Buffer.alloc(0)
  #started = false

  /** Takes the next bytes, gives the batches they complete. */
  push(bytes: Uint8Array): Uint8Array[] {
    this.#pending = this.#pending.length ? Buffer.concat([this.#pending, bytes]) : Buffer.from(bytes)
    const batches: Uint8Array[] = []
    let start = 0
    let at = 0
    for (;;) {
      // The startup message alone has no type byte before its length.
      const typed = this.#started ? 1 : 0
      if (this.#pending.length - at < (this.#started ? HEADER : 4)) break
      const end = at + typed + this.#pending.readInt32BE(at + typed)
      if (this.#pending.length < end) break
      const type = this.#pending[at]
      at = end
      if (!this.#started || type === SYNC || type === QUERY || type === TERMINATE) {
        batches.push(Uint8Array.from(this.#pending.subarray(start, at)))
        start = at
      }
      this.#started = true
    }
    this.#pending = this.#pending.subarray(start)
    return batches
  }
}
