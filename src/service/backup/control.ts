import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { StartRefused } from '../store/lock'
import { explain } from './explain'
import type { Snapshot } from './snapshot'

// How `npm run backup` asks the process that has the store for a snapshot: over a socket that only the same user can reach, whose address
// is in the lock file. The snapshot lasts as long as the connection.

/** Addresses of sockets are short: 104 bytes with their end where they are shortest. */
const ADDRESS_MAX = 100

/** What the process answers, as one line. */
type Reply = Snapshot | { readonly failed: string }

export interface Control {
  readonly address: string
  close(): Promise<void>
}

/** Takes requests for a snapshot, as the process that has the store. */
export async function listenForBackups(
  snapshot: (signal: AbortSignal) => Promise<Snapshot>,
): Promise<Control> {
  const { address, remove } = await makeAddress()
  const connections = new Map<Socket, Promise<void>>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const gone = new AbortController()
    socket.on('error', () => {})
    for (const event of ['end', 'close']) socket.once(event, () => gone.abort())
    // Without a reader nobody learns that the other side ended.
    socket.resume()
    const served = serve(socket, gone.signal, snapshot).finally(() => connections.delete(socket))
    connections.set(socket, served)
  })
  server.listen(address)
  await once(server, 'listening')
  return {
    address,
    async close() {
      server.close()
      for (const socket of connections.keys()) socket.destroy()
      await Promise.all(connections.values())
      await remove()
    },
  }
}

async function serve(
  socket: Socket,
  gone: AbortSignal,
  snapshot: (signal: AbortSignal) => Promise<Snapshot>,
): Promise<void> {
  let taken: Snapshot | undefined
  const say = (reply: Reply) => socket.write(`${JSON.stringify(reply)}\n`)
  try {
    taken = await snapshot(gone)
    say(taken)
  } catch (error) {
    if (!gone.aborted) say({ failed: explain(error) })
  }
  if (!gone.aborted) await once(gone, 'abort')
  if (taken) await rm(taken.directory, { recursive: true, force: true })
  socket.end()
}

/** A socket in a directory that only this user can enter, or a pipe whose name nobody can guess. */
async function makeAddress(): Promise<{ address: string; remove(): Promise<void> }> {
  if (process.platform === 'win32')
    return { address: `\\\\.\\pipe\\switchboard-${randomBytes(16).toString('hex')}`, remove: async () => {} }
  const parent =
    Buffer.byteLength(join(tmpdir(), 'switchboard-123456', 'control')) <= ADDRESS_MAX ? tmpdir() : '/tmp'
  const directory = await mkdtemp(join(parent, 'switchboard-'))
  return {
    address: join(directory, 'control'),
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}

const STOPPED = 'The service stopped before the backup was complete; nothing was kept.'

/** Asks the process at an address for a snapshot, and lends it to `use`. Throws `StartRefused` when it cannot be had. */
export async function borrowSnapshot<Result>(
  address: string,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const socket = createConnection(address)
  try {
    await once(socket, 'connect')
    const lines = createInterface(socket)
    const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [])])
    if (line === undefined) throw new StartRefused(STOPPED)
    // From our own process, of the same user.
    const reply = JSON.parse(line) as Reply
    if ('failed' in reply) throw new StartRefused(reply.failed)
    return await use(reply)
  } finally {
    // Ended when the snapshot is removed.
    if (socket.writable) await new Promise((resolve) => socket.once('close', resolve).end())
  }
}
