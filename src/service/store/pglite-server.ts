import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { cannotMake, cannotOpen } from './check-embedded'
import type { StartRefused } from './lock'
import type { FromWorker, ToWorker } from './pglite-messages'
import { WireBatches } from './wire-batches'

/** The embedded database, seen as a server that `pg` can connect to. */
export interface PgliteServer {
  /** A new connection, in the shape of the socket that `pg` expects. */
  connect(): Duplex
  close(): Promise<void>
}

/** Stands in for the socket of a connection: bytes go to the worker and come back from it. */
class WorkerSocket extends Duplex {
  readonly #batches = new WireBatches()
  readonly #send: (bytes: Uint8Array) => void

  constructor(send: (bytes: Uint8Array) => void) {
    super()
    this.#send = send
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }

  // `pg` sets these on its sockets; a thread has no such things.
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
    this.push(null)
    done()
  }
}

/**
 * Starts the embedded database, making it first where there is none. It is made under another name, so that a crash in the middle leaves nothing that
 * looks like one; and by a worker that ends, because making it takes 450 MB that are not given back otherwise. `programs`: the directory of bundled programs.
 */
export async function startPglite(directory: string, programs: string): Promise<PgliteServer> {
  if (!existsSync(directory)) {
    const making = `${directory}.making`
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { recursive: true })
    await (await startWorker(making, programs, cannotMake)).close()
    renameSync(making, directory)
  }
  return startWorker(directory, programs, cannotOpen)
}

/** Making a database takes seconds and opening one after a crash a few; what takes this long, in milliseconds, will not end. */
const DEADLINE = 120_000

/** Starts a worker on the directory and waits until it answers. Throws `StartRefused` where it cannot open the database. */
async function startWorker(
  directory: string,
  programs: string,
  refusal: (directory: string, reason: string) => StartRefused,
): Promise<PgliteServer> {
  const worker = new Worker(join(programs, 'pglite-worker.js'), { workerData: { directory } })
  const sockets = new Map<number, WorkerSocket>()
  const say = (message: ToWorker) => worker.postMessage(message)
  let connections = 0
  let closing = false

  const breakAll = (reason: string) => {
    for (const socket of sockets.values())
      socket.destroy(new Error(`The embedded database stopped: ${reason}`))
  }

  await new Promise<void>((resolve, reject) => {
    const refuse = (reason: string) => reject(refusal(directory, reason))
    const late = setTimeout(() => void worker.terminate().then(() => refuse('no answer')), DEADLINE)
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        clearTimeout(late)
        resolve()
      }
      if (message.kind === 'bytes') sockets.get(message.connection)?.push(Buffer.from(message.bytes))
      if (message.kind === 'failed') breakAll(message.reason)
    })
    worker.on('error', (error) => {
      breakAll(error.name)
      refuse(error.name)
    })
    worker.on('exit', () => {
      clearTimeout(late)
      refuse('its thread ended')
      if (!closing) breakAll('its thread ended')
    })
  })

  return {
    connect() {
      const connection = ++connections
      const socket = new WorkerSocket((bytes) => say({ kind: 'bytes', connection, bytes }))
      sockets.set(connection, socket)
      return socket.on('close', () => sockets.delete(connection))
    },
    async close() {
      if (closing) return
      closing = true
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      say({ kind: 'close' })
      await ended
    },
  }
}
