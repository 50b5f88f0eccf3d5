import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Pool } from 'pg'
import { type DirectoryLock, StartRefused } from '../store/lock'
import { explain } from './explain'
import { removeSnapshots, type Snapshot, takeSnapshot } from './snapshot'

// How `npm run backup` asks the process that has the store for a snapshot: over a socket that only the same user can reach, whose address
// is in the lock file. The snapshot lasts as long as the connection.

/** Addresses of sockets are short: 104 bytes with their end where they are shortest. */
const ADDRESS_MAX = 100

/** What the process answers, as one line. */
type Reply = Snapshot | { readonly failed: string }

/** Takes requests for a snapshot, as the process that has the store; gives the way to stop. Without a place for a socket there are no backups meanwhile. */
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

/** Answers one request; ends when the other side has done with the snapshot. */
async function serve(socket: Socket, snapshot: (gone: AbortSignal) => Promise<Snapshot>): Promise<void> {
  const leaving = new AbortController()
  const gone = leaving.signal
  for (const event of ['end', 'close']) socket.once(event, () => leaving.abort())
  // Without a reader nobody learns that the other side ended.
  socket.on('error', () => {}).resume()
  let taken: Snapshot | undefined
  const say = (reply: Reply) => socket.write(`${JSON.stringify(reply)}\n`)
  try {
    taken = await snapshot(gone)
    say(taken)
  } catch (error) {
    if (!gone.aborted) say({ failed: explain(error) })
  }
  if (!gone.aborted) await once(gone, 'abort')
  // What cannot be removed now is removed by the next start.
  if (taken) await rm(taken.directory, { recursive: true, force: true }).catch(() => {})
  socket.end()
}

/** Listens where only this user can reach it: on a socket in a directory of its own, which is given, or on a pipe whose name nobody can guess. */
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

/** Asks the process at an address for a snapshot, and lends it to `use`. Throws `StartRefused` when it cannot be had, or the person stopped it. */
export async function borrowSnapshot<Result>(
  address: string,
  signal: AbortSignal,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const socket = createConnection({ path: address, signal })
  // Told by its end as well.
  socket.on('error', () => {})
  const stopped = new StartRefused(STOPPED)
  try {
    const reply = await readReply(socket)
    signal.throwIfAborted()
    if (!reply) throw stopped
    if ('failed' in reply) throw new StartRefused(reply.failed)
    return await use(reply).catch((error: unknown) => {
      // The snapshot went with the service.
      throw socket.writable || signal.aborted ? error : stopped
    })
  } finally {
    // Ended when the snapshot is removed.
    if (socket.writable) await new Promise((resolve) => socket.once('close', resolve).end())
  }
}

/** `undefined` when the other side went without one. */
async function readReply(socket: Socket): Promise<Reply | undefined> {
  try {
    await once(socket, 'connect')
    const lines = createInterface(socket)
    const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
    // From our own process, of the same user.
    return line && (JSON.parse(line) as Reply)
  } catch {
    return undefined
  }
}
