import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll } from 'vitest'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Ends a process that may have ended already; gives its exit code. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  return (await exited)[0]
}

/** The program of `npm run service`, bundled from the sources for the tests of one file. What a test starts ends with it. */
export function serviceProgram() {
  let programs = ''
  const running: ChildProcess[] = []

  beforeAll(async () => {
    // Inside the package, so that the bundle finds its packages.
    programs = mkdtempSync(source('../../node_modules/.cache-service-'))
    const input = {
      service: source('./main.ts'),
      'pglite-worker': source('./store/pglite-worker.ts'),
      'extract-program': source('./ingestion/extract-program.ts'),
    }
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: true,
        target: 'node20',
        outDir: programs,
        copyPublicDir: false,
        rolldownOptions: { input },
      },
    })
  })
  afterEach(async () => {
    for (const child of running.splice(0)) await end(child, 'SIGKILL')
  })
  afterAll(() => rmSync(programs, { recursive: true, force: true }))

  /** Spawns it where no .env is found. `ready` resolves with its first line, or its end. No file of its may grow beyond `fileBytes`. */
  return (variables: Record<string, string>, { fileBytes }: { fileBytes?: number } = {}) => {
    const command = [process.execPath, join(programs, 'service.js')]
    // The shell counts in blocks of 512 bytes.
    if (fileBytes) command.unshift('sh', '-c', `ulimit -f ${fileBytes / 512} && exec "$0" "$@"`)
    const [file = '', ...options] = command
    const child = spawn(file, options, {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, SERVICE_PORT: '0', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
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
