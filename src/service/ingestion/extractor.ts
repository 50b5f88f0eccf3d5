import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { Passage } from './passages'
import {
  type Caps,
  DEFAULT_CAPS,
  type FailureCode,
  type Job,
  MEMORY_MARK,
  type Report,
  reasonFor,
} from './protocol'

export type Extraction =
  | { readonly ok: true; readonly passages: readonly Passage[]; readonly pages?: number }
  /** `reason` is a sentence for the person who uploaded the file. */
  | { readonly ok: false; readonly reason: string; readonly code?: FailureCode }

interface ExtractionInput {
  /** The stream has exactly `size` bytes. */
  readonly content: { readonly size: number; readonly stream: Readable }
  readonly kind: 'pdf' | 'markdown'
  readonly signal: AbortSignal
  /** Asked after `caps.fastMs`; false ends the reading as `too-slow`. Absent: it has its full time. */
  readonly mayGoOn?: () => boolean
}

/** Reads a document. Rejects when the reader or the stream breaks, or with the signal's reason. */
export type Extract = (input: ExtractionInput) => Promise<Extraction>

export type Extractor = ReturnType<typeof createExtractor>

/** A process that grew beyond this share of its memory limit is not reused. */
const KEEP_BELOW = 0.4

/** Milliseconds in which all bytes must move from the store to the process. */
const BYTES_WITHIN = 60_000

/**
 * Reads documents into passages in separate processes, so that a crash, an endless loop or too much memory only ends that
 * process (D50). `programs`: directory of the bundled `extract-program.js`.
 */
export function createExtractor(options: {
  programs: string
  caps?: Partial<Caps>
  /** Documents read at the same time. Default: one for each lane (D235). */
  processes?: number
}) {
  const caps: Caps = { ...DEFAULT_CAPS, ...options.caps }
  const closing = new AbortController()
  const seats = Array.from({ length: options.processes ?? 2 }, () =>
    createSeat(options.programs, caps, closing.signal),
  )
  const free = [...seats]
  const waiting: (() => void)[] = []

  return {
    /** Waits while all processes are busy. */
    async extract(input: ExtractionInput): Promise<Extraction> {
      while (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      // Prefers a running process.
      const warm = free.findIndex(({ pid }) => pid !== undefined)
      const [seat] = free.splice(Math.max(0, warm), 1)
      if (!seat) throw new Error('There is no reading process.')
      try {
        return await seat.read(input)
      } finally {
        free.push(seat)
        waiting.shift()?.()
      }
    },
    /** Ends the reading processes; unfinished and waiting documents reject. */
    async close(): Promise<void> {
      closing.abort(new Error('The extractor is closed'))
      await Promise.all(seats.map((seat) => seat.end()))
    },
    /** The running processes, for measurements and tests. */
    get pids(): readonly number[] {
      return seats.flatMap(({ pid }) => pid ?? [])
    },
  }
}

/** A place for one reading process, which starts for a document and stays warm for a while. */
function createSeat(programs: string, caps: Caps, closing: AbortSignal) {
  let reader: ReturnType<typeof startReader> | undefined
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = reader
    reader = undefined
    await ending?.kill()
  }

  function keepWarm(rss: number): void {
    if (rss > KEEP_BELOW * caps.memoryBytes) void end()
    else idle = setTimeout(() => void end(), caps.idleMs).unref()
  }

  async function read({ content, kind, signal, mayGoOn }: ExtractionInput): Promise<Extraction> {
    const signals = [signal, closing]
    for (const each of signals) each.throwIfAborted()
    clearTimeout(idle)
    reader ??= startReader(programs, caps)
    const running = reader
    void running.gone.then(() => {
      if (reader === running) reader = undefined
    })
    const passages: Passage[] = []
    const fail = (code: FailureCode): Extraction => ({
      ok: false,
      code,
      reason: reasonFor(code, kind, caps),
    })

    return new Promise<Extraction>((resolve, reject) => {
      let over = false
      const settle = (finish: () => void) => {
        if (over) return
        over = true
        clearTimeout(deadline)
        for (const each of signals) each.removeEventListener('abort', onAbort)
        finish()
      }
      const breakOff = (error: unknown) => settle(() => void end().then(() => reject(error)))
      const onAbort = ({ target }: Event) => breakOff((target as AbortSignal).reason)
      let deadline = setTimeout(
        () => breakOff(new Error('The content did not arrive in time.')),
        BYTES_WITHIN,
      )
      for (const each of signals) each.addEventListener('abort', onAbort, { once: true })
      running
        .run(
          { size: content.size, kind, caps },
          content.stream,
          (report) => {
            if (report.type === 'begun') {
              // The time starts now: starting the process and reading the store do not count.
              const giveUp = () => settle(() => void end().then(() => resolve(fail('too-slow'))))
              const within = (ms: number, late: () => void) => {
                clearTimeout(deadline)
                deadline = setTimeout(late, ms)
              }
              if (!mayGoOn || caps.timeMs <= caps.fastMs) within(caps.timeMs, giveUp)
              else
                within(caps.fastMs, () => (mayGoOn() ? within(caps.timeMs - caps.fastMs, giveUp) : giveUp()))
            } else if (report.type === 'passages') passages.push(...report.passages)
            else
              settle(() => {
                keepWarm(report.rss)
                resolve(
                  report.type === 'failed'
                    ? fail(report.code)
                    : { ok: true, passages, ...(report.pages !== undefined && { pages: report.pages }) },
                )
              })
          },
          (death) => settle(() => resolve(fail(death))),
        )
        .catch(breakOff)
    })
  }

  return {
    read,
    end,
    get pid() {
      return reader?.pid
    },
  }
}

/** Why a process ended without a report. */
type Death = 'crashed' | 'too-much-memory'

/** The program's directory and its packages. None may be inside another, because Node 20 crashes then. */
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

/** Node's restrictions: the process may read its own program, and no more. */
function permissions(programs: string): string[] {
  const stable = process.allowedNodeEnvironmentFlags.has('--permission')
  return [
    stable ? '--permission' : '--experimental-permission',
    ...readablePaths(programs).map((path) => `--allow-fs-read=${path}`),
    '--allow-worker',
  ]
}

const HEAP_SHARE = 0.7

/** Starts the reading process without the service's environment, so that it gets no keys. */
function startReader(programs: string, caps: Caps) {
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

  // The end of the process reports it.
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
    // A process that could not start never closes.
    child.once('error', () => child.pid === undefined && end())
  })

  return {
    pid: child.pid,
    gone,
    /** Sends a job and its bytes; reports come in order. Rejects if the stream breaks or has another size; then kill the process. */
    async run(
      next: Job,
      stream: Readable,
      onReport: (report: Report) => void,
      onDeath: (death: Death) => void,
    ) {
      job = { onReport, onDeath }
      // A failed send is followed by the end of the process, which is handled.
      child.send(next, () => undefined)
      const { stdin } = child
      let sent = 0
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        sent += chunk.length
        if (!stdin?.writable || sent > next.size) break
        if (!stdin.write(chunk))
          await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), gone])
      }
      if (stdin?.writable && sent !== next.size) throw new Error('The content has the wrong size.')
    },
    async kill() {
      job = undefined
      child.kill('SIGKILL')
      await gone
    },
  }
}
