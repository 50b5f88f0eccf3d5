import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { Caps } from './caps'
import { type Job, MEMORY_MARK, type Report } from './messages'

/** How a job ended when the process did not report an end itself. */
export type Death = 'crashed' | 'too-much-memory'

export interface ReaderProcess {
  readonly pid: number | undefined
  /**
   * Hands over a job and its bytes; reports come in order, then nothing, or the death of the process. Rejects when the stream
   * breaks or has another size; the process has to be killed then.
   */
  run(
    job: Job,
    stream: Readable,
    onReport: (report: Report) => void,
    onDeath: (death: Death) => void,
  ): Promise<void>
  /** Resolves when the process has ended, whatever the cause. */
  readonly gone: Promise<void>
  /** Ends the process at once; resolves when it is gone. */
  kill(): Promise<void>
}

/**
 * What the program is made of: its own directory, and the packages that it finds from there. None may lie within another: Node 20 dies of that.
 */
function readablePaths(programs: string): string[] {
  if (!existsSync(programs)) return [programs]
  const own = realpathSync(programs)
  let root = own
  while (!existsSync(join(root, 'node_modules')) && root !== dirname(root)) root = dirname(root)
  const packages = join(root, 'node_modules')
  const directories = new Set([own, packages, ...(existsSync(packages) ? [realpathSync(packages)] : [])])
  const isWithin = (one: string) =>
    [...directories].some((other) => one !== other && one.startsWith(`${other}${sep}`))
  return [
    ...[...directories].filter((each) => !isWithin(each)).map((each) => join(each, '*')),
    join(root, 'package.json'),
  ]
}

/** Node's own restrictions where it has them: it reads its own program, and may do nothing else (no writing, no processes, no add-ons). */
function permissions(programs: string): string[] {
  const stable = process.allowedNodeEnvironmentFlags.has('--permission')
  return [
    stable ? '--permission' : '--experimental-permission',
    ...readablePaths(programs).map((path) => `--allow-fs-read=${path}`),
    '--allow-worker',
  ]
}

const HEAP_SHARE = 0.7

/** Starts the reading process (`extract-program.js`) without the environment of the service: it needs no key and gets none. */
export function startReader(programs: string, caps: Caps): ReaderProcess {
  const heap = Math.max(32, Math.floor((caps.memoryBytes * HEAP_SHARE) / 1024 / 1024))
  const child: ChildProcess = fork(join(programs, 'extract-program.js'), [String(caps.memoryBytes)], {
    execArgv: [
      ...permissions(programs),
      '--disable-warning=ExperimentalWarning',
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${heap}`,
    ],
    env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  let job: { onReport: (report: Report) => void; onDeath: (death: Death) => void } | undefined

  // Told by the end of the process.
  child.stdin?.on('error', () => undefined)
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  child.on('message', (report: Report) => job?.onReport(report))
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      const memory = said.includes(MEMORY_MARK) || /heap out of memory|allocation failed/i.test(said)
      job?.onDeath(memory ? 'too-much-memory' : 'crashed')
      job = undefined
      resolve()
    }
    child.once('close', end)
    // A process that could not be started never closes.
    child.once('error', () => child.pid === undefined && end())
  })

  return {
    pid: child.pid,
    gone,
    async run(next, stream, onReport, onDeath) {
      job = { onReport, onDeath }
      // A failed send or write is followed by the end of the process, which is what counts.
      child.send(next, () => undefined)
      const { stdin } = child
      let sent = 0
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        sent += chunk.length
        if (!stdin?.writable || sent > next.size) break
        if (!stdin.write(chunk))
          await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), gone])
      }
      if (stdin?.writable && sent !== next.size)
        throw new Error('The content has another size than it should.')
    },
    async kill() {
      job = undefined
      child.kill('SIGKILL')
      await gone
    },
  }
}
