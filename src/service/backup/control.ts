import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Pool } from 'pg'
import { explainCommand } from '../explain'
import { type DirectoryLock, StartRefused } from '../store/lock'
import { removeSnapshots, type Snapshot, takeSnapshot } from './snapshot'

// `npm run backup` asks the process that has the store for a snapshot, over a socket that only the same user can reach.
// Its address is in the lock file. The snapshot lasts as long as the connection.

/** Bytes. Some systems allow 104 for a socket's address, with its end. */
const ADDRESS_MAX = 100

type Reply = Snapshot | { readonly failed: string }

/** Takes requests for snapshots in the process that has the store. Returns a function that stops. Without a socket, it does nothing. */
export async function offerBackups(
  lock: DirectoryLock,
  dataDir: string,
  pool: Pool,
): Promise<() => Promise<void>> {
  await removeSnapshots(dataDir)
  const connections = new Map<Socket, Promise<void>>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const served = serve(socket, (gone) => takeSnapshot(dataDir, pool, gone))
    connections.set(
      socket,
      served.finally(() => connections.delete(socket)),
    )
  })
  const directory = await listen(server, lock).catch(() => undefined)
  return async () => {
    server.close()
    for (const socket of connections.keys()) socket.destroy()
    await Promise.all(connections.values())
    if (directory) await rm(directory, { recursive: true, force: true })
  }
}

async function serve(socket: Socket, snapshot: (gone: AbortSignal) => Promise<Snapshot>): Promise<void> {
  const leaving = new AbortController()
  const gone = leaving.signal
  for (const event of ['end', 'close']) socket.once(event, () => leaving.abort())
  // A stream without a reader does not report its end.
  socket.on('error', () => {}).resume()
  let taken: Snapshot | undefined
  const say = (reply: Reply) => socket.write(`${JSON.stringify(reply)}\n`)
  try {
    taken = await snapshot(gone)
    say(taken)
  } catch (error) {
    if (!gone.aborted) say({ failed: explainCommand(error) })
  }
  if (!gone.aborted) await once(gone, 'abort')
  // The next start removes what cannot be removed now.
  if (taken) await rm(taken.directory, { recursive: true, force: true }).catch(() => {})
  socket.end()
}

/** Listens on a socket in a private directory, which is returned, or on a pipe with a secret name. */
async function listen(server: Server, lock: DirectoryLock): Promise<string | undefined> {
  const fits = Buffer.byteLength(join(tmpdir(), 'switchboard-123456', 'control')) <= ADDRESS_MAX
  const directory =
    process.platform === 'win32' ? undefined : await mkdtemp(join(fits ? tmpdir() : '/tmp', 'switchboard-'))
  const pipe = `\\\\.\\pipe\\switchboard-${randomBytes(16).toString('hex')}`
  const address = directory ? join(directory, 'control') : pipe
  server.listen(address)
  await once(server, 'listening')
  lock.announce(address)
  return directory
}

const STOPPED = 'The service stopped before the backup was complete; nothing was kept.'

/** Gets a snapshot from the process at an address and passes it to `use`. Throws `StartRefused`. */
export async function borrowSnapshot<Result>(
  address: string,
  signal: AbortSignal,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const socket = createConnection({ path: address, signal })
  // Its end is handled.
  socket.on('error', () => {})
  const stopped = new StartRefused(STOPPED)
  try {
    const reply = await readReply(socket)
    signal.throwIfAborted()
    if (!reply) throw stopped
    if ('failed' in reply) throw new StartRefused(reply.failed)
    return await use(reply).catch((error: unknown) => {
      // The snapshot ended with the service.
      throw socket.writable || signal.aborted ? error : stopped
    })
  } finally {
    // The other side closes after it removed the snapshot.
    if (socket.writable) await new Promise((resolve) => socket.once('close', resolve).end())
  }
}

/** `undefined` if the other side ended first. */
async function readReply(socket: Socket): Promise<Reply | undefined> {
  try {
    await once(socket, 'connect')
    const lines = createInterface(socket)
    const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
    // It comes from our own process.
    return line && (JSON.parse(line) as Reply)
  } catch {
    return undefined
  }
}
