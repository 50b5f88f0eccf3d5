import { connect, createServer, type Socket } from 'node:net'

/** A line to a database server that can fail as a network and a server do. */
export interface DatabaseLine {
  /** Of the same database, by this line. */
  readonly url: string
  /** Breaks every connection and refuses new ones, until it is healed. */
  cut(): void
  heal(): void
  close(): Promise<void>
}

export async function databaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const { hostname, port } = new URL(databaseUrl)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.resetAndDestroy()
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the line has no address')
  const cut = () => {
    isCut = true
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(address.port) }).href,
    cut,
    heal: () => {
      isCut = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
