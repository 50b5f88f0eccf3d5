import type { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import type { Blobs } from './blobs/blobs'
import type { Clock } from './clock'
import type { FileKind } from './content-check'
import { DEFAULT_CAPS } from './ingestion/caps'
import { type FailureCode, reasonFor } from './ingestion/failure'
import type { Job, Queue } from './jobs/jobs'
import { type Log, sqlState } from './log'
import { languageOf } from './search/language'
import { keepSweepOut } from './search/sweep-words'
import { wordsOf } from './search/words'
import type { Database, Queries } from './store/open-database'
import { files, passages, words } from './store/schema'

/** One passage of a document, as the reader gives it. */
export interface ExtractedPassage {
  readonly text: string
  /** From 1. */
  readonly page?: number
  /** Headings above it, outermost first. */
  readonly heading?: readonly string[]
}

export type Extracted =
  | { readonly ok: true; readonly passages: readonly ExtractedPassage[]; readonly pages?: number }
  /** `reason` is a sentence for the person who uploaded the file. */
  | { readonly ok: false; readonly reason: string; readonly code?: FailureCode }

export interface ExtractInput {
  readonly content: { readonly size: number; readonly stream: Readable }
  readonly kind: FileKind
  /** Ends the reading. */
  readonly signal: AbortSignal
  /** Asked when the reading has taken longer than most do: false makes it `too-slow` at once. Without it, it has its full time. */
  readonly mayGoOn?: () => boolean
}

/** Reads a document. Throws when the reader itself or the stream broke, or when it was told to stop. */
export type Extract = (input: ExtractInput) => Promise<Extracted>

interface QueueOptions {
  readonly db: Database
  readonly blobs: Blobs
  readonly clock: Clock
  readonly extract: Extract
  readonly log: Log
}

export const INGESTION = 'ingestion'

/** A file is read in the fast lane first; what takes longer there goes on in the slow one, or waits for its turn among the slow ones: it holds up only those (D235). */
const FAST = 0
const SLOW = 1

const GIVEN_UP =
  'Reading this file stopped the reader. Save it again in another program, or split it, and upload it anew.'

/** Rows an INSERT carries: some 40 ms on the one connection of the embedded database, so that requests get their turns in between (D33). */
const BATCH = 100

const FOREIGN_KEY_VIOLATION = '23503'

/** Reads recorded files into passages; the key of a job is the id of its file. */
export function ingestionQueue({ db, blobs, clock, extract, log }: QueueOptions): Queue {
  /** `undefined` when it takes long and the slow lane is busy: it is to wait for its turn there. */
  async function read(file: typeof files.$inferSelect, job: Job): Promise<Extracted | undefined> {
    const content = await blobs.read(file.id)
    if (!content) return { ok: false, reason: reasonFor('missing', file.kind, DEFAULT_CAPS) }
    try {
      let waits = false
      const mayGoOn = () => {
        waits = !job.takePlaceIn(SLOW)
        return !waits
      }
      const { signal, lane } = job
      const extracted = await extract({ content, kind: file.kind, signal, ...(lane === FAST && { mayGoOn }) })
      return waits ? undefined : extracted
    } finally {
      content.stream.destroy()
    }
  }

  /** Passages count only once their file is INGESTED; whatever a broken attempt left is removed by the next. */
  async function insertPassages(job: Job, extracted: readonly ExtractedPassage[]) {
    const fileId = job.key
    const language = languageOf(extracted.map(({ text }) => text))
    await db.transaction(async (tx) => {
      await job.hold(tx)
      // A sweep has to know in which languages words are being written. The file before its passages, in the order in which deleting takes them.
      await tx.update(files).set({ language }).where(eq(files.id, fileId))
      await tx.delete(passages).where(eq(passages.fileId, fileId))
    })
    const known = new Set<string>()
    for (let start = 0; start < extracted.length; start += BATCH) {
      const batch = extracted.slice(start, start + BATCH)
      await db.transaction(async (tx) => {
        await keepSweepOut(tx)
        await job.hold(tx)
        await insertWords(tx, batch, known)
        await tx.insert(passages).values(
          batch.map((passage, index) => ({
            fileId,
            language,
            ordinal: start + index,
            page: passage.page ?? null,
            heading: (passage.heading ?? []).map(storable),
            content: storable(passage.text),
          })),
        )
      })
    }
  }

  async function fail(tx: Queries, fileId: string, reason: string) {
    await tx
      .update(files)
      .set({
        status: 'FAILED',
        reason: storable(reason).slice(0, 1000),
        pages: null,
        language: null,
        updatedAt: clock.now(),
      })
      .where(eq(files.id, fileId))
    await tx.delete(passages).where(eq(passages.fileId, fileId))
  }

  async function work(job: Job): Promise<void> {
    const [file] = await db.select().from(files).where(eq(files.id, job.key))
    // Deleted since, as it can be at any time from here on.
    if (!file) return
    const started = performance.now()
    const extracted = await read(file, job)
    if (!extracted) return job.moveTo(SLOW)
    if (!extracted.ok && extracted.code === 'crashed') throw new Error('The reader crashed.')
    if (extracted.ok) await insertPassages(job, extracted.passages)
    await db.transaction(async (tx) => {
      await job.finish(tx)
      if (!extracted.ok) return fail(tx, file.id, extracted.reason)
      await tx
        .update(files)
        .set({ status: 'INGESTED', reason: null, pages: extracted.pages ?? null, updatedAt: clock.now() })
        .where(eq(files.id, file.id))
    })
    log({ event: 'ingestion', id: file.id, duration: Math.round(performance.now() - started) })
  }

  return {
    name: INGESTION,
    lanes: 2,
    // A file at which the reader breaks this often is given up (safety 11).
    attemptsMax: 3,
    async work(job) {
      try {
        await work(job)
      } catch (error) {
        // The file was deleted while its passages were written; those went with it.
        if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error
      }
    },
    giveUp: (tx, fileId) => fail(tx, fileId, GIVEN_UP),
  }
}

/** Keeps the words of passages as what somebody may mean in a search (D103). `known`: those of the file that are kept already. */
async function insertWords(db: Queries, batch: readonly ExtractedPassage[], known: Set<string>) {
  const fresh = new Set<string>()
  for (const { text, heading = [] } of batch)
    for (const word of wordsOf(storable([...heading, text].join(' '))))
      if (word.length > 1 && !known.has(word)) fresh.add(word)
  if (fresh.size === 0) return
  await db.execute(
    sql`insert into ${words} select unnest(${sql.param([...fresh].sort())}::text[]) on conflict do nothing`,
  )
  for (const word of fresh) known.add(word)
}

/** The database takes neither NUL nor half characters; documents have both. */
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed()
