import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Caps } from './caps'
import { type Job, MEMORY_MARK, type Report } from './messages'

/** How a job ended when the process did not report an end itself. */
export type Death = 'crashed' | 'too-much-memory'

export interface ReaderProcess {
  readonly pid: number | undefined
  /** Hands over a job; reports come in order, then nothing, or the death of the process. */
  run(job: Job, onReport: (report: Report) => void, onDeath: (death: Death) => void): void
  /** Resolves when the process has ended, whatever the cause. */
  readonly gone: Promise<void>
  /** Ends the process at once; resolves when it is gone. */
  kill(): Promise<void>
}

/** Node's own restrictions where it has them: read files, nothing else (no writing, no processes, no add-ons). */
function permissions(): string[] {
  const stable = process.allowedNodeEnvironmentFlags.has('--permission')
  return [stable ? '--permission' : '--experimental-permission', '--allow-fs-read=*', '--allow-worker']
}

const HEAP_SHARE = 0.7

/** Starts the reading process (`extract-program.js`) without the environment of the service: it needs no key and gets none. */
export function startReader(programs: string, caps: Caps): ReaderProcess {
  const heap = Math.max(32, Math.floor((caps.memoryBytes * HEAP_SHARE) / 1024 / 1024))
  const child: ChildProcess = fork(join(programs, 'extract-program.js'), [String(caps.memoryBytes)], {
    execArgv: [
      ...permissions(),
      '--disable-warning=ExperimentalWarning',
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${heap}`,
    ],
    env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  let job: { onReport: (report: Report) => void; onDeath: (death: Death) => void } | undefined

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
    run(next, onReport, onDeath) {
      job = { onReport, onDeath }
      // A failed send is followed by the end of the process, which is what counts.
      child.send(next, () => undefined)
    },
    async kill() {
      job = undefined
      child.kill('SIGKILL')
      await gone
    },
  }
}
