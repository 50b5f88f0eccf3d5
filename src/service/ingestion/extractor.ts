import type { Readable } from 'node:stream'
import { type Caps, DEFAULT_CAPS } from './caps'
import { type FailureCode, reasonFor } from './failure'
import type { Passage } from './passages'
import { type ReaderProcess, startReader } from './reader-process'

export type { Passage } from './passages'

export type Extraction =
  | { readonly ok: true; readonly passages: Passage[]; readonly pages?: number }
  /** `reason` is for the person who uploaded the file. */
  | { readonly ok: false; readonly reason: string; readonly code: FailureCode }

export interface ExtractionInput {
  /** The document: a stream of exactly so many bytes. */
  readonly content: { readonly size: number; readonly stream: Readable }
  readonly kind: 'pdf' | 'markdown'
  /** Ends the reading; the promise then rejects with the signal's reason. */
  readonly signal: AbortSignal
  /** Asked when the reading has taken `caps.fastMs`: false makes it `too-slow` at once. Without it, it has its full time. */
  readonly mayGoOn?: () => boolean
}

export interface Extractor {
  /** Reads one document; when all processes are busy, it waits its turn. Rejects when aborted or closed, or when the stream broke. */
  extract(input: ExtractionInput): Promise<Extraction>
  /** Ends the reading processes; what was being read or waited is rejected. */
  close(): Promise<void>
  /** The warm reading processes, for figures and for tests that end them. */
  readonly pids: readonly number[]
}

/** A process that has grown beyond this share of its cap is not kept for the next document. */
const KEEP_BELOW = 0.4

/** Milliseconds for the store to give all bytes and the process to take them. */
const BYTES_WITHIN = 60_000

/**
 * Reads PDFs and Markdown into passages, in processes of their own: a crash, a burst of memory or an endless loop ends that process and becomes a reason (D50).
 * `programs` is the directory that holds the bundled `extract-program.js`.
 */
export function createExtractor(options: {
  programs: string
  caps?: Partial<Caps>
  /** Documents that are read at the same time; one for each lane (D235). */
  processes?: number
}): Extractor {
  const caps: Caps = { ...DEFAULT_CAPS, ...options.caps }
  const closing = new AbortController()
  const seats = Array.from({ length: options.processes ?? 2 }, () =>
    createSeat(options.programs, caps, closing.signal),
  )
  const free = [...seats]
  const waiting: (() => void)[] = []

  return {
    async extract(input) {
      while (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      // A warm one rather than a new one.
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
    async close() {
      closing.abort(new Error('The extractor is closed'))
      await Promise.all(seats.map((seat) => seat.end()))
    },
    get pids() {
      return seats.flatMap(({ pid }) => pid ?? [])
    },
  }
}

/** Where one reading process is at work, or none: it is started for a document, and kept for a while for the next. */
function createSeat(programs: string, caps: Caps, closing: AbortSignal) {
  let reader: ReaderProcess | undefined
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
              // Neither the start of the process nor the store counts.
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
