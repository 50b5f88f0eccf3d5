import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { eq, sql } from 'drizzle-orm'
import type { Blobs } from './blobs/blobs'
import type { Clock } from './clock'
import type { FileKind } from './content-check'
import { type JobLoop, startJobLoop } from './job-loop'
import { describeError, type Log, sqlState } from './log'
import { languageOf } from './search/language'
import { isSweepWanted, sweepWords } from './search/sweep-words'
import { wordsOf } from './search/words'
import type { Database, Queries } from './store/open-database'
import { files, ingestionJobs, type Language, passages, words } from './store/schema'

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
  /** A sentence for the person who uploaded the file. */
  | { readonly ok: false; readonly reason: string }

/** Reads a document. Throws when the reader itself broke, or when it was told to stop. */
export type Extract = (input: { path: string; kind: FileKind; signal: AbortSignal }) => Promise<Extracted>

interface QueueOptions {
  readonly db: Database
  readonly blobs: Blobs
  readonly clock: Clock
  readonly extract: Extract
  readonly log: Log
  /** Milliseconds without a deletion before words of deleted files are looked for. */
  readonly restBeforeSweep?: number
}

/** The loop that reads files, and in its free time forgets words of deleted ones. */
export interface IngestionQueue extends JobLoop {
  /** Words of a deleted file are to be forgotten when there was rest for a while. */
  sweepLater(): void
}

/** So long nothing has to be deleted: a person who deletes many files is not slowed by it. */
const REST = 60_000

/** A file at which the reader breaks this often is given up (safety 11). */
const ATTEMPTS_MAX = 3
const GIVEN_UP =
  'Reading this file stopped the reader. Save it again in another program, or split it, and upload it anew.'

/** Rows an INSERT carries: some 40 ms on the one connection of the embedded database, so that requests get their turns in between (D33). */
const BATCH = 100

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Reads recorded files into passages. Jobs are rows, so a restart loses none: what was running is queued again, and counts as an attempt because
 * the file may be what stopped the process. One service works on a database at a time (the directory lock sees to it).
 */
export async function startIngestionQueue({
  db,
  blobs,
  clock,
  extract,
  log,
  restBeforeSweep = REST,
}: QueueOptions): Promise<IngestionQueue> {
  await db.update(ingestionJobs).set({ running: false }).where(eq(ingestionJobs.running, true))

  async function claim() {
    const [job] = await db
      .update(ingestionJobs)
      .set({ running: true, attempts: sql`${ingestionJobs.attempts} + 1` })
      .where(
        eq(
          ingestionJobs.fileId,
          sql`(select file_id from ingestion_jobs where not running order by queued_at, file_id limit 1 for update skip locked)`,
        ),
      )
      .returning()
    return job
  }

  /** Writes the outcome, unless the file was deleted meanwhile. */
  async function finish(fileId: string, extracted: Extracted, signal?: AbortSignal) {
    await db.delete(passages).where(eq(passages.fileId, fileId))
    const language = extracted.ok ? languageOf(extracted.passages.map(({ text }) => text)) : null
    if (extracted.ok && language) await insertPassages(db, { fileId, language }, extracted.passages, signal)
    await db.transaction(async (tx) => {
      // The file before its job, in the order in which deleting takes them.
      const [file] = await tx.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for('update')
      if (!file) return
      await tx.delete(ingestionJobs).where(eq(ingestionJobs.fileId, fileId))
      await tx
        .update(files)
        .set({
          status: extracted.ok ? 'INGESTED' : 'FAILED',
          reason: extracted.ok ? null : storable(extracted.reason).slice(0, 1000),
          pages: extracted.ok ? (extracted.pages ?? null) : null,
          language,
          updatedAt: clock.now(),
        })
        .where(eq(files.id, fileId))
    })
  }

  async function putBack(fileId: string, change: { attempts?: ReturnType<typeof sql> }) {
    await db
      .update(ingestionJobs)
      .set({ running: false, queuedAt: clock.now(), ...change })
      .where(eq(ingestionJobs.fileId, fileId))
  }

  async function takeNext(signal: AbortSignal): Promise<boolean> {
    const job = await claim()
    if (!job) {
      if (sweepDue && !(await sweepWords(db))) sweepDue = false
      return sweepDue
    }
    const [file] = await db.select().from(files).where(eq(files.id, job.fileId))
    if (!file) return true
    if (job.attempts > ATTEMPTS_MAX) {
      await finish(file.id, { ok: false, reason: GIVEN_UP })
      return true
    }
    try {
      const extracted = await readBlob(blobs, file.id, (path) => extract({ path, kind: file.kind, signal }))
      await finish(file.id, extracted, signal)
      log({ event: 'ingestion', id: file.id, duration: clock.now().getTime() - job.queuedAt.getTime() })
    } catch (error) {
      // It was deleted while its passages were written; those went with it.
      if (sqlState(error) === FOREIGN_KEY_VIOLATION) return true
      // A stop of the service is not the file's fault.
      if (signal.aborted) await putBack(file.id, { attempts: sql`${ingestionJobs.attempts} - 1` })
      else {
        log({ event: 'ingestion', id: file.id, ...describeError(error) })
        if (job.attempts >= ATTEMPTS_MAX) await finish(file.id, { ok: false, reason: GIVEN_UP })
        else await putBack(file.id, {})
      }
    }
    return true
  }

  // In this loop, because no file is being written then: its words come before its passages.
  let sweepDue = false
  let rest: NodeJS.Timeout | undefined
  const loop = startJobLoop('ingestion', takeNext, log)
  const sweepLater = () => {
    clearTimeout(rest)
    sweepDue = false
    rest = setTimeout(() => {
      sweepDue = true
      loop.wake()
    }, restBeforeSweep).unref()
  }
  loop.wake()
  if (await isSweepWanted(db)) sweepLater()
  return {
    ...loop,
    sweepLater,
    async close() {
      clearTimeout(rest)
      await loop.close()
    },
  }
}

/** Passages count only once their file is INGESTED; whatever a broken attempt left is removed by the next. */
async function insertPassages(
  db: Queries,
  file: { readonly fileId: string; readonly language: Language },
  extracted: readonly ExtractedPassage[],
  signal?: AbortSignal,
) {
  const known = new Set<string>()
  for (let start = 0; start < extracted.length; start += BATCH) {
    signal?.throwIfAborted()
    const batch = extracted.slice(start, start + BATCH)
    await insertWords(db, batch, known)
    await db.insert(passages).values(
      batch.map((passage, index) => ({
        ...file,
        ordinal: start + index,
        page: passage.page ?? null,
        heading: (passage.heading ?? []).map(storable),
        content: storable(passage.text),
      })),
    )
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

/** Puts the bytes where the reader finds them, as long as it reads. */
async function readBlob<Result>(blobs: Blobs, id: string, read: (path: string) => Promise<Result>) {
  const path = join(tmpdir(), `${id}-${randomBytes(6).toString('hex')}`)
  const blob = await blobs.read(id)
  try {
    if (blob) await pipeline(blob.stream, createWriteStream(path, { mode: 0o600 }))
    return await read(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** The database takes neither NUL nor half characters; documents have both. */
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed()
