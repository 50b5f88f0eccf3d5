import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { FromWorker, ToWorker } from './pglite-messages'

/**
 * The embedded database, in a thread of its own so that a long query never holds up requests. It speaks the wire protocol
 * of PostgreSQL, one connection at a time (D20).
 */
const port = parentPort
if (!port) throw new Error('This program runs as a worker thread.')

const TERMINATE = 'X'.charCodeAt(0)
const say = (message: FromWorker) => port.postMessage(message)

/** A simple query as a wire message: type, length, text, NUL. */
function queryMessage(sql: string): Uint8Array {
  const text = new TextEncoder().encode(`${sql}\0`)
  const message = new Uint8Array(5 + text.length)
  message[0] = 'Q'.charCodeAt(0)
  new DataView(message.buffer).setInt32(1, text.length + 4)
  message.set(text, 5)
  return message
}

async function start(directory: string): Promise<void> {
  const database = await PGlite.create({ dataDir: directory, extensions: { pg_trgm } })

  /** There is one session for all connections: what one leaves behind must not reach the next. */
  async function endSession() {
    await database.execProtocolRaw(queryMessage('ROLLBACK'))
    await database.execProtocolRaw(queryMessage('DISCARD ALL'))
  }

  async function answer(message: ToWorker) {
    if (message.kind === 'close') {
      await database.close()
      say({ kind: 'closed' })
      return port?.close()
    }
    if (message.bytes[0] === TERMINATE) return endSession()
    say({
      kind: 'bytes',
      connection: message.connection,
      bytes: await database.execProtocolRaw(message.bytes),
    })
  }

  let turn: Promise<unknown> = Promise.resolve()
  port?.on('message', (message: ToWorker) => {
    turn = turn
      .then(() => answer(message))
      .catch((error: unknown) =>
        say({ kind: 'failed', reason: error instanceof Error ? error.name : 'Error' }),
      )
  })
  say({ kind: 'ready' })
}

await start((workerData as { directory: string }).directory)
