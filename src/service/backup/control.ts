import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Pool } from 'pg'
import { StartRefused } from '../../net/start-refused'
import { explainCommand } from '../explain'
import { type DirectoryLock, makeDirectory } from '../store/lock'
import { removeSnapshots, type Snapshot, takeSnapshot } from './snapshot'

// `npm run backup` asks the process that has the store for a snapshot, over a socket that only the same user can reach.
// Its address is in the lock file. The snapshot lasts as long as the connection.

/** Bytes. Some systems allow 104 for a socket's address, with its end. */
const ADDRESS_MAX = 100

/** The directory keeps others out: a socket has at first what the mask leaves it. */
const [BESIDE, NAME] = ['lock-control', 'control']

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
  const directory = await listen(server, lock, dataDir).catch(() => undefined)
  const leave = () => directory && rmSync(directory, { recursive: true, force: true })
  // A stop whose time is over waits for nothing.
  process.once('exit', leave)
  return async () => {
    process.off('exit', leave)
    server.close()
    for (const socket of connections.keys()) socket.destroy()
    await Promise.all(connections.values())
    leave()
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

/** Listens in the data directory, so that nothing stays elsewhere of a process that is killed; where that takes no socket, in a temporary one. Resolves with the directory of the socket, if it is one. */
async function listen(server: Server, lock: DirectoryLock, dataDir: string): Promise<string | undefined> {
  if (process.platform === 'win32') {
    await listenAt(server, lock, `\\\\.\\pipe\\switchboard-${randomBytes(16).toString('hex')}`)
    return undefined
  }
  const isShort = (path: string) => Buffer.byteLength(join(path, NAME)) <= ADDRESS_MAX
  const beside = join(dataDir, BESIDE)
  try {
    if (!isShort(beside)) throw new RangeError('The path is too long for a socket.')
    makeDirectory(beside)
    await chmod(beside, 0o700)
    // The lock is ours, so what is there was left by a process that was killed.
    await rm(join(beside, NAME), { force: true })
    await listenAt(server, lock, join(beside, NAME))
    await chmod(join(beside, NAME), 0o600).catch(() => {})
    return beside
  } catch {
    const place = isShort(join(tmpdir(), 'switchboard-123456')) ? tmpdir() : '/tmp'
    const apart = await mkdtemp(join(place, 'switchboard-'))
    await listenAt(server, lock, join(apart, NAME))
    return apart
  }
}

async function listenAt(server: Server, lock: DirectoryLock, address: string): Promise<void> {
  server.listen({ path: address })
  await once(server, 'listening')
  lock.announce(address)
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
