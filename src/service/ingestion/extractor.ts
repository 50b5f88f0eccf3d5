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
  /** File on disk, absolute. */
  readonly path: string
  readonly kind: 'pdf' | 'markdown'
  /** Ends the reading; the promise then rejects with the signal's reason. */
  readonly signal: AbortSignal
}

export interface Extractor {
  /** Reads one document; further ones wait their turn. Rejects only when aborted or closed. */
  extract(input: ExtractionInput): Promise<Extraction>
  /** Ends the reading process; what was being read or waited is rejected. */
  close(): Promise<void>
  /** The warm reading process, for figures and for tests that end it. */
  readonly pid: number | undefined
}

/** A process that has grown beyond this share of its cap is not kept for the next document. */
const KEEP_BELOW = 0.4

/**
 * Reads PDFs and Markdown into passages, in a process of its own: a crash, a burst of memory or an endless loop ends that process and becomes a reason (D50).
 * `programs` is the directory that holds the bundled `extract-program.js`.
 */
export function createExtractor(options: { programs: string; caps?: Partial<Caps> }): Extractor {
  const caps: Caps = { ...DEFAULT_CAPS, ...options.caps }
  const closing = new AbortController()
  let reader: ReaderProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()

  async function endReader(): Promise<void> {
    clearTimeout(idle)
    const ending = reader
    reader = undefined
    await ending?.kill()
  }

  function keepWarm(rss: number): void {
    if (rss > KEEP_BELOW * caps.memoryBytes) void endReader()
    else idle = setTimeout(() => void endReader(), caps.idleMs).unref()
  }

  async function readNow({ path, kind, signal }: ExtractionInput): Promise<Extraction> {
    const signals = [signal, closing.signal]
    for (const each of signals) each.throwIfAborted()
    clearTimeout(idle)
    reader ??= startReader(options.programs, caps)
    const running = reader
    void running.gone.then(() => {
      if (reader === running) reader = undefined
    })
    const passages: Passage[] = []
    const fail = (code: FailureCode): Extraction => ({ ok: false, code, reason: reasonFor(code, kind, caps) })

    return new Promise<Extraction>((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(deadline)
        for (const each of signals) each.removeEventListener('abort', onAbort)
        end()
      }
      const onAbort = ({ target }: Event) =>
        settle(() => void endReader().then(() => reject((target as AbortSignal).reason)))
      const deadline = setTimeout(
        () => settle(() => void endReader().then(() => resolve(fail('too-slow')))),
        caps.timeMs,
      )
      for (const each of signals) each.addEventListener('abort', onAbort, { once: true })
      running.run(
        { path, kind, caps },
        (report) => {
          if (report.type === 'passages') {
            passages.push(...report.passages)
            return
          }
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
    })
  }

  return {
    extract(input) {
      const reading = turn.then(() => readNow(input))
      turn = reading.catch(() => undefined)
      return reading
    },
    async close() {
      closing.abort(new Error('The extractor is closed'))
      await turn
      await endReader()
    },
    get pid() {
      return reader?.pid
    },
  }
}
