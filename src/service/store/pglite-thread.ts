import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './pglite-messages'
import { StoreStopped } from './store-away'

/** An unanswered message: its time limit in milliseconds, and who waits for it. */
interface Turn {
  readonly limit: number | undefined
  readonly answer: (bytes: Uint8Array) => void
}

/** The embedded database's worker, until it is closed, ended, or breaks. */
export class PgliteThread {
  /** Rejects if the database cannot be opened. */
  readonly opened: Promise<void>
  /** Resolves with the reason once the thread is gone. */
  readonly ended: Promise<StoreStopped>
  readonly #worker: Worker
  #why = new StoreStopped('its thread ended')
  readonly #turns: Turn[] = []
  #watch: NodeJS.Timeout | undefined

  constructor(directory: string, programs: string) {
    const worker = new Worker(join(programs, 'pglite-worker.js'), { workerData: { directory } })
    this.#worker = worker
    this.ended = new Promise((resolve) => {
      // A little later, so that the worker's last messages arrive first.
      worker.once('exit', () => setImmediate(() => resolve(this.#why)))
    })
    void this.ended.then(() => clearTimeout(this.#watch))
    this.opened = new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') return resolve()
        if (message.kind === 'failed') {
          this.#why = new StoreStopped(message.reason, message.code)
          return
        }
        const turn = this.#turns.shift()
        this.#watchTurn()
        if (message.panic) this.#why = new StoreStopped('it gave up', message.panic)
        turn?.answer(message.bytes)
      })
      worker.on('error', (error) => {
        this.#why = new StoreStopped(error.name)
      })
      void this.ended.then(reject)
    })
    this.opened.catch(() => {})
  }

  /** Sends bytes of a client. A turn longer than `limit` milliseconds ends the thread. */
  send(bytes: Uint8Array | undefined, turn: Turn): void {
    this.#turns.push(turn)
    this.#worker.postMessage({ bytes } satisfies ToWorker)
    if (this.#turns.length === 1) this.#watchTurn()
  }

  ping(): Promise<unknown> {
    return new Promise((answer) => this.send(undefined, { limit: undefined, answer }))
  }

  close(): void {
    this.#worker.postMessage('close' satisfies ToWorker)
  }

  /** Ends the thread at once, like a kill -9 of the database. */
  async end(why: StoreStopped): Promise<void> {
    this.#why = why
    await this.#worker.terminate()
  }

  #watchTurn(): void {
    clearTimeout(this.#watch)
    const turn = this.#turns[0]
    if (turn?.limit === undefined) return
    this.#watch = setTimeout(() => {
      // The main thread may have been busy while the reply waited.
      setImmediate(() => {
        if (this.#turns[0] === turn) void this.end(new StoreStopped('a statement took too long', '57014'))
      })
    }, turn.limit)
  }
}
