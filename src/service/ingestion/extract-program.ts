import { once } from 'node:events'
import { ExtractionFailure } from './failure'
import { readMarkdown } from './markdown-reader'
import type { Job, Report } from './messages'
import { type Passage, PassageWriter } from './passages'
import { readPdf } from './pdf-reader'
import { startWatch } from './watch'

/**
 * The reading process. It gets one job at a time from the service and its bytes on the standard input, answers with passages in batches, and ends when the service does.
 * Whatever a document does to it, the service only sees it end (safety rule 11, D50).
 */
const BATCH = 200

/** Resolves when the report is on its way, so that a large document does not pile up here. */
const send = (report: Report) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(report, (error: Error | null) => (error ? reject(error) : resolve()))
  })

/** The next bytes of the standard input, in memory of their own, which a reader may take over. */
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
  const flush = () => send({ type: 'passages', passages: batch.splice(0) })
  const blocks: AsyncGenerator<{ text: string }, number | undefined> =
    kind === 'pdf' ? readPdf(bytes, caps) : readMarkdown(bytes, caps)
  try {
    for (;;) {
      const { done, value } = await blocks.next()
      if (done) {
        writer.end()
        await flush()
        return { type: 'done', pages: value, rss: process.memoryUsage.rss() }
      }
      writer.add(value)
      if (batch.length >= BATCH) await flush()
    }
  } finally {
    await blocks.return(undefined)
  }
}

async function run(job: Job): Promise<void> {
  try {
    await send(await read(job))
  } catch (error) {
    // Anything unforeseen is a crash: a fresh process reads the next document.
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
