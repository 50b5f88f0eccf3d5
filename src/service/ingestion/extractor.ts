import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { Passage } from './passages'
import {
  type Caps,
  DEFAULT_CAPS,
  type End,
  ExtractionFailure,
  type FailureCode,
  type Job,
  MEMORY_MARK,
  type Report,
  reasonFor,
} from './protocol'

export type Extraction =
  | {
      readonly ok: true
      readonly passages: readonly Passage[]
      readonly pages?: number
      /** Of these pages. */
      readonly withoutText?: number
    }
  /** `reason` is a sentence for the person who uploaded the file. */
  | { readonly ok: false; readonly reason: string; readonly code?: FailureCode }

interface ExtractionInput {
  /** The stream has exactly `size` bytes. */
  readonly content: { readonly size: number; readonly stream: Readable }
  readonly kind: 'pdf' | 'markdown'
  readonly signal: AbortSignal
  /** Asked after `caps.fastMs`; false ends the reading as `too-slow`. Absent: it has its full time. */
  readonly mayGoOn?: () => boolean
  /** Told of the passages of the result in their order, while the rest is read. */
  readonly onPassages?: ((passages: readonly Passage[]) => void) | undefined
}

/** Reads a document. Rejects when the reader or the stream breaks, or with the signal's reason. */
export type Extract = (input: ExtractionInput) => Promise<Extraction>

export type Extractor = ReturnType<typeof createExtractor>

/** A process that grew beyond this share of its memory limit is not reused. */
const KEEP_BELOW = 0.4

/** Milliseconds in which all bytes must move from the store to the process. */
const BYTES_WITHIN = 60_000

/** Reads documents in separate processes, so that a crash, a loop or too much memory ends only such a process (D50). */
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
    async extract(input: ExtractionInput): Promise<Extraction> {
      while (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
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
    get pids(): readonly number[] {
      return seats.flatMap(({ pid }) => pid ?? [])
    },
  }
}

function createSeat(programs: string, caps: Caps, closing: AbortSignal) {
  let reader: ReturnType<typeof startReader> | undefined
  let idle: NodeJS.Timeout | undefined

  function begin() {
    const begun = startReader(programs, caps)
    void begun.gone.then(() => {
      if (reader === begun) reader = undefined
    })
    return begun
  }

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

  async function read({ content, kind, signal, mayGoOn, onPassages }: ExtractionInput): Promise<Extraction> {
    const given = AbortSignal.any([signal, closing])
    given.throwIfAborted()
    clearTimeout(idle)
    reader ??= begin()
    const running = reader
    const failed = (code: FailureCode): Extraction => ({
      ok: false,
      code,
      reason: reasonFor(code, kind, caps),
    })
    const passages: Passage[] = []
    const late = new AbortController()
    let deadline: NodeJS.Timeout | undefined
    const within = (ms: number, then: () => void) => {
      clearTimeout(deadline)
      deadline = setTimeout(then, ms)
    }
    const giveUp = () => late.abort(new ExtractionFailure('too-slow'))
    const onReport = (report: Exclude<Report, End>) => {
      if (report.type === 'passages') {
        passages.push(...report.passages)
        onPassages?.(report.passages)
      }
      // The time starts now: starting the process and reading the store do not count.
      else if (!mayGoOn || caps.timeMs <= caps.fastMs) within(caps.timeMs, giveUp)
      else within(caps.fastMs, () => (mayGoOn() ? within(caps.timeMs - caps.fastMs, giveUp) : giveUp()))
    }
    within(BYTES_WITHIN, () => late.abort(new Error('The content did not arrive in time.')))
    try {
      const job = { size: content.size, kind, caps }
      const stop = AbortSignal.any([given, late.signal])
      const report = await running.run(job, content.stream, stop, onReport)
      keepWarm(report.rss)
      if (report.type === 'failed') return failed(report.code)
      return { ok: true, passages, pages: report.pages, withoutText: report.withoutText }
    } catch (error) {
      await end()
      if (error instanceof ExtractionFailure) return failed(error.code)
      throw error
    } finally {
      clearTimeout(deadline)
      // What listens to it would be kept as long as the signals that it is made of.
      late.abort()
    }
  }

  return {
    read,
    end,
    get pid() {
      return reader?.pid
    },
  }
}

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
  let listener: ((report: Report) => void) | undefined
  // Replaced with each job: what waits for the promise itself is kept as long as the process lives.
  let onGone = () => {}

  // The end of the process reports it.
  child.stdin?.on('error', () => undefined)
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  child.on('message', (report: Report) => listener?.(report))
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    // A process that could not start never closes.
    child.once('error', () => child.pid === undefined && resolve())
  })
  void gone.then(() => onGone())

  async function sendBytes(stream: Readable, size: number): Promise<void> {
    const { stdin } = child
    let sent = 0
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      sent += chunk.length
      if (!stdin?.writable || sent > size) break
      if (!stdin.write(chunk))
        await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), gone])
    }
    if (stdin?.writable && sent !== size) throw new Error('The content has the wrong size.')
  }

  return {
    pid: child.pid,
    gone,
    /** Sends a job and its bytes. Rejects when the stream or the process breaks, or with the signal's reason; then kill it. */
    run: (job: Job, stream: Readable, stop: AbortSignal, onReport: (report: Exclude<Report, End>) => void) =>
      new Promise<End>((resolve, reject) => {
        listener = (report) => ('rss' in report ? resolve(report) : onReport(report))
        stop.addEventListener('abort', () => reject(stop.reason), { once: true })
        onGone = () => {
          const memory = said.includes(MEMORY_MARK) || /heap out of memory|allocation failed/i.test(said)
          reject(new ExtractionFailure(memory ? 'too-much-memory' : 'crashed'))
        }
        // A failed send is followed by the end of the process, which is handled.
        child.send(job, () => undefined)
        sendBytes(stream, job.size).catch(reject)
      }),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
