import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { readMarkdown } from './markdown-reader'
import { type Passage, PassageWriter } from './passages'
import { readPdf } from './pdf-reader'
import { ExtractionFailure, type Job, MEMORY_MARK, type Report } from './protocol'

/** A thread, which no endless loop stops. Writes to standard error directly: a thread's log waits for the main thread. */
const WATCH = `
const { writeSync } = require('node:fs')
const { workerData } = require('node:worker_threads')
const parent = process.ppid
function isOrphan() {
  // Only on Windows does the parent's id stay when it is gone.
  if (process.platform !== 'win32') return process.ppid !== parent
  try {
    return !process.kill(parent, 0)
  } catch {
    return true
  }
}
setInterval(() => {
  if (process.memoryUsage.rss() > workerData.memoryBytes) writeSync(2, workerData.mark + '\\n')
  else if (!isOrphan()) return
  process.kill(process.pid, 'SIGKILL')
}, 100)
`

function startWatch(memoryBytes: number): void {
  new Worker(WATCH, {
    eval: true,
    workerData: { memoryBytes, mark: MEMORY_MARK },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  }).unref()
}

// The reading process: one job at a time, its bytes on standard input, its passages back in batches. Whatever a document
// does to it, the service only sees it end (safety rule 11, D50).

/** Passages of a report. The first one tells the language; what comes last is small, because it is waited for. */
const FIRST = 100
const BATCH = 25

/** Resolves when the report is sent, so that a large document does not fill the memory here. */
const send = (report: Report) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(report, (error: Error | null) => (error ? reject(error) : resolve()))
  })

/** The next bytes of standard input, in new memory, which a reader may take over. */
async function takeBytes(size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size)
  let at = 0
  while (at < size) {
    const chunk: Buffer | null = process.stdin.read()
    if (!chunk) {
      await once(process.stdin, 'readable')
      continue
    }
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

async function read({ size, kind, caps }: Job): Promise<Report> {
  const bytes = await takeBytes(size)
  await send({ type: 'begun' })
  const batch: Passage[] = []
  let count = 0
  const writer = new PassageWriter((passage) => {
    count += 1
    if (count > caps.passages) throw new ExtractionFailure('too-much-text')
    batch.push(passage)
  })
  const withText = new Set<number>()
  let most = FIRST
  const flush = () => {
    most = BATCH
    return send({ type: 'passages', passages: batch.splice(0) })
  }
  const blocks: AsyncGenerator<{ text: string; page?: number }, number | undefined> =
    kind === 'pdf' ? readPdf(bytes, caps) : readMarkdown(bytes, caps)
  try {
    for (;;) {
      const { done, value } = await blocks.next()
      if (done) {
        writer.end()
        await flush()
        const withoutText = value && value - withText.size
        return { type: 'done', pages: value, withoutText, rss: process.memoryUsage.rss() }
      }
      writer.add(value)
      if (value.page !== undefined) withText.add(value.page)
      if (batch.length >= most) await flush()
    }
  } finally {
    await blocks.return(undefined)
  }
}

async function run(job: Job): Promise<void> {
  try {
    await send(await read(job))
  } catch (error) {
    // Any other error ends the process; a new one reads the next document.
    if (!(error instanceof ExtractionFailure)) throw error
    await send({ type: 'failed', code: error.code, rss: process.memoryUsage.rss() })
  }
}

function refuseNetwork(): never {
  throw new Error('The reading process loads nothing')
}

startWatch(Number(process.argv[2]))
globalThis.fetch = refuseNetwork
process.on('message', (job: Job) => void run(job))
process.on('disconnect', () => process.exit(0))
