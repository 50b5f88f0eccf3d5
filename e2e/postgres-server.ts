import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PostgresServer {
  readonly url: string
  stop(): void
}

/** Where Debian and the PostgreSQL packages keep the programs; elsewhere they are on the path. */
function findPrograms(): string | undefined {
  const installed = '/usr/lib/postgresql'
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : []
  const directories = [
    ...versions.map((version) => join(installed, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return directories.find((directory) => existsSync(join(directory, 'initdb')))
}

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** The server does not run as root; any other user of the machine will do. */
function userToRunAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** Starts a PostgreSQL server in a directory, with the cluster that is there; `undefined` where the machine has none. */
export async function startPostgres(directory?: string): Promise<PostgresServer | undefined> {
  const programs = findPrograms()
  if (!programs) return undefined
  const data = directory ?? mkdtempSync(join(tmpdir(), 'switchboard-postgres-'))
  const user = userToRunAs()
  if (user) chownSync(data, user.uid, user.gid)
  const run = (program: string, ...options: string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), options, {
      cwd: data,
      ...user,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  }
  const cluster = join(data, 'cluster')
  if (!existsSync(cluster)) run('initdb', '-D', cluster, '-U', 'switchboard', '--auth=trust', '-E', 'UTF8')
  const port = await freePort()
  const settings = `-c listen_addresses=127.0.0.1 -p ${port} -c unix_socket_directories=${data} -c fsync=off`
  run('pg_ctl', '-D', cluster, '-w', '-l', join(data, 'log'), '-o', settings, 'start')
  return {
    url: `postgres://switchboard@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', cluster, '-m', directory ? 'fast' : 'immediate', 'stop')
      if (!directory) rmSync(data, { recursive: true, force: true })
    },
  }
}
