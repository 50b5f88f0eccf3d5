import { Duplex } from 'node:stream'
import type { PgliteThread } from './pglite-thread'
import { WireBatches } from './wire-batches'

/** The message of a client that leaves. */
const GOODBYE = Uint8Array.of('X'.charCodeAt(0), 0, 0, 0, 4)

/** Stands in for the socket of a connection: bytes go to the thread of the embedded database and come back from it. */
export class PgliteSocket extends Duplex {
  readonly #batches = new WireBatches()
  readonly #number: number
  readonly #opening: Promise<PgliteThread>
  readonly #limit: number | undefined
  #thread: PgliteThread | undefined
  /** The client has ended its session itself. */
  #isOver = false

  /** `limit`: how long a statement may take, in milliseconds; without one, as long as it takes. */
  constructor(number: number, opening: Promise<PgliteThread>, limit: number | undefined) {
    super()
    this.#number = number
    this.#opening = opening
    this.#limit = limit
  }

  /** Waits for a database that is being opened. */
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

  // `pg` sets these on its sockets; a thread has no such things.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    for (const batch of this.#batches.push(chunk)) this.#thread?.send(this.#number, batch, this.#limit)
    done()
  }

  override _final(done: () => void): void {
    this.#isOver = true
    this.push(null)
    done()
  }

  /** Who is cut off has said no goodbye; without one its transaction would become that of the next connection. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isOver) this.#thread?.send(this.#number, GOODBYE, this.#limit)
    done(error)
  }
}
