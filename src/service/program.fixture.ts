import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, inject } from 'vitest'

/** Ends a process that may have ended already; gives its exit code. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  return (await exited)[0]
}

/** The program of `npm run service`, bundled from the sources. What a test starts ends with it, or `atEnd` of the file. */
export function serviceProgram(atEnd: (end: () => Promise<void>) => unknown = afterEach) {
  const programs = inject('programs')
  const running: ChildProcess[] = []

  atEnd(async () => {
    for (const child of running.splice(0)) await end(child, 'SIGKILL')
  })

  /**
   * Spawns it where no .env is found, unless `cwd` says where; as the user `uid`; inside the command `wrap`, which runs what follows it.
   * `ready` resolves with its first line, or its end.
   */
  return (
    variables: Record<string, string>,
    { wrap = [], ...how }: { wrap?: readonly string[]; cwd?: string; uid?: number; gid?: number } = {},
  ) => {
    // The embedded database is compiled for a short life, which opens it in half the time.
    const [command = '', ...args] = [
      ...wrap,
      process.execPath,
      '--liftoff-only',
      join(programs, 'service.js'),
    ]
    const child = spawn(command, args, {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, SERVICE_PORT: '0', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...how,
    })
    running.push(child)
    const said = { out: '', error: '' }
    child.stderr.on('data', (chunk) => {
      said.error += chunk
    })
    const line = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        said.out += chunk
        if (said.out.includes('\n')) resolve()
      })
    })
    const ended = once(child, 'close').then(() => {})
    const ready = Promise.race([line, ended]).then(() => ({
      origin: /http:\/\/127\.0\.0\.1:\d+/.exec(said.out)?.[0] ?? '',
    }))
    return { child, said, ready, ended }
  }
}
