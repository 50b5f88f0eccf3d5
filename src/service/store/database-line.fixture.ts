import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../../net/test-server.fixture'

/** A line to a database server that can fail as a network and a server do. */
export interface DatabaseLine {
  /** Of the same database, by this line. */
  readonly url: string
  /** Breaks every connection and refuses new ones, until it is healed. */
  cut(): void
  heal(): void
  /** How many connections were refused so far. */
  refused(): number
  close(): Promise<void>
}

export async function databaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const { hostname, port } = new URL(databaseUrl)
  const open = new Set<Socket>()
  let isCut = false
  let refused = 0
  const server = createServer((near) => {
    if (isCut) {
      refused += 1
      return near.resetAndDestroy()
    }
    const far = connect(Number(port || 5432), hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const { host } = new URL(await listen(server))
  const cut = () => {
    isCut = true
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    url: Object.assign(new URL(databaseUrl), { host }).href,
    cut,
    heal: () => {
      isCut = false
    },
    refused: () => refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
