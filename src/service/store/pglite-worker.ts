import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type FromWorker, panicIn, type ToWorker } from './pglite-messages'

// The embedded database, in its own thread so that long queries do not delay requests. It speaks PostgreSQL's wire
// protocol, one connection at a time (D20). When it breaks, it reports that and ends; the main thread starts another (D221).

const port = parentPort
if (!port) throw new Error('This program runs as a worker thread.')

const TERMINATE = 'X'.charCodeAt(0)
const NOTHING = new Uint8Array()
const say = (message: FromWorker) => port.postMessage(message)

function queryMessage(sql: string): Uint8Array {
  const message = Buffer.from(`Q0000${sql}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

// Only what runs for long is compiled a second time, to fast code: ten times later than usual, which a start never reaches (D432).
setFlagsFromString('--wasm-tiering-budget=18000000')

/** All of it is resident from the start; the rest of what is read stays in the system's own cache of files (D432). */
const SHARED_BUFFERS = '16MB'

/** From the database's log, which alone reports a full disk while it opens. */
let diskWasFull = false

function listen(line: string): boolean {
  if (line.includes('No space left on device')) diskWasFull = true
  return true
}

async function start(directory: string): Promise<void> {
  const database = await PGlite.create({
    dataDir: directory,
    extensions: { pg_trgm },
    onStderr: listen,
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  })

  /** As a stream, since any other way parses each answer once more and keeps it for ever (D710). */
  async function execute(asked: Uint8Array): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    const onRawData = (piece: Uint8Array) => void pieces.push(piece.slice())
    await database.execProtocolRawStream(asked, { onRawData })
    return new Uint8Array(Buffer.concat(pieces))
  }

  /** Resets the session, which all connections share. */
  async function endSession(): Promise<Uint8Array> {
    await execute(queryMessage('ROLLBACK'))
    await execute(queryMessage('DISCARD ALL'))
    return NOTHING
  }

  async function answer(message: ToWorker) {
    if (message === 'close') {
      await database.close()
      return port?.close()
    }
    const { bytes: asked = NOTHING } = message
    const bytes = await (asked[0] === TERMINATE ? endSession() : asked.length > 0 ? execute(asked) : NOTHING)
    const panic = panicIn(bytes)
    say({ kind: 'reply', bytes, panic })
    // Its memory may be broken, so nothing of it may reach the disk.
    if (panic !== undefined) process.exit()
  }

  let turn: Promise<unknown> = Promise.resolve()
  port?.on('message', (message: ToWorker) => {
    turn = turn.then(() => answer(message)).catch(fail)
  })
  say({ kind: 'ready' })
}

function fail(error: unknown): never {
  say({
    kind: 'failed',
    reason: error instanceof Error ? error.name : 'Error',
    code: diskWasFull ? '53100' : undefined,
  })
  process.exit()
}

await start((workerData as { directory: string }).directory).catch(fail)
