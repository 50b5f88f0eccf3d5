import { Duplex } from 'node:stream'
import type { PgliteThread } from './pglite-thread'

const GOODBYE = Uint8Array.of('X'.charCodeAt(0), 0, 0, 0, 4)

/** In place of a connection's socket: bytes go to the embedded database's thread and back. */
export class PgliteSocket extends Duplex {
  readonly #batches = new WireBatches()
  readonly #opening: Promise<PgliteThread>
  readonly #limit: number | undefined
  #thread: PgliteThread | undefined
  /** The client ended its session itself. */
  #isOver = false

  /** `limit`: milliseconds for a statement; absent: no limit. */
  constructor(opening: Promise<PgliteThread>, limit: number | undefined) {
    super()
    this.#opening = opening
    this.#limit = limit
  }

  connect(): void {
    this.#opening.then(
      (thread) => {
        if (this.destroyed) return
        this.#thread = thread
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
  }

  // `pg` calls these on its sockets; a thread needs none of them.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    for (const batch of this.#batches.push(chunk)) this.#send(batch)
    done()
  }

  override _final(done: () => void): void {
    this.#isOver = true
    this.push(null)
    done()
  }

  /** Ends a broken session, because its transaction would otherwise go to the next connection. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isOver) this.#send(GOODBYE)
    done(error)
  }

  #send(bytes: Uint8Array): void {
    const answer = (reply: Uint8Array) => {
      if (!this.destroyed) this.push(Buffer.from(reply))
    }
    this.#thread?.send(bytes, { limit: this.#limit, answer })
  }
}

const SYNC = 'S'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)
const HEADER = 5

/** Cuts bytes into batches that the server must answer; half a batch would confuse its error recovery. */
export class WireBatches {
  #pending = Buffer.alloc(0)
  #started = false

  push(bytes: Uint8Array): Uint8Array[] {
    this.#pending = this.#pending.length ? Buffer.concat([this.#pending, bytes]) : Buffer.from(bytes)
    const batches: Uint8Array[] = []
    let start = 0
    let at = 0
    for (;;) {
      // Only the startup message has no type byte before its length.
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
