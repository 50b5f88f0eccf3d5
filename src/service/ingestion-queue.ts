import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { storable } from '../contract/storable'
import type { Blobs } from './blobs/blobs'
import type { Clock } from './clock'
import type { Extract, Extraction } from './ingestion/extractor'
import { CUT, type Passage } from './ingestion/passages'
import { DEFAULT_CAPS, reasonFor, warningOf } from './ingestion/protocol'
import type { Job, Queue } from './jobs/queue'
import { type Log, sqlState } from './log'
import { languageOf } from './search/language'
import { keepSweepOut } from './search/sweep-words'
import { isUnspaced } from './search/unspaced'
import { wordsOf } from './search/words'
import type { Database, Queries } from './store/open-database'
import { files, type Language, passages, words } from './store/schema'

interface QueueOptions {
  readonly db: Database
  readonly blobs: Blobs
  readonly clock: Clock
  readonly extract: Extract
  readonly log: Log
  /** In the transaction that makes a file INGESTED. */
  readonly onIngested?: ((tx: Queries, fileId: string) => Promise<void>) | undefined
}

export const INGESTION = 'ingestion'
const RECUT = 'recut'

// A file starts in the fast lane. A slow one moves to the slow lane, so that it delays only slow files (D235).
const FAST = 0
const SLOW = 1

const GIVEN_UP =
  'Reading this file stopped the reader. Save it in another program, or split it, and upload it again.'

/** Rows in an INSERT: about 40 ms, so that requests get the embedded database's only connection in between (D33). */
const BATCH = 100

const FOREIGN_KEY_VIOLATION = '23503'

/** Queues the files that an earlier version of this program cut into passages (D354). */
export async function queueRecuts(db: Queries): Promise<void> {
  await db.execute(sql`
    insert into jobs (queue, key) select ${RECUT}, id from ${files}
    where ${files.status} = 'INGESTED' and coalesce(${files.cut}, 0) < ${CUT}
    on conflict do nothing`)
}

/** Reads recorded files into passages, and those that were cut otherwise once more. A job's key is its file's id. */
export function ingestionQueues({ db, blobs, clock, extract, log, onIngested }: QueueOptions): Queue[] {
  /** `undefined` when the file is slow and must wait for the slow lane. */
  async function read(
    file: typeof files.$inferSelect,
    job: Job,
    onPassages: ((passages: readonly Passage[]) => void) | undefined,
  ): Promise<Extraction | undefined> {
    const content = await blobs.read(file.id)
    if (!content) return { ok: false, reason: reasonFor('missing', file.kind, DEFAULT_CAPS) }
    try {
      let waits = false
      const mayGoOn = () => {
        waits = !job.takePlaceIn(SLOW)
        return !waits
      }
      const { signal, lane } = job
      const isHurried = lane === FAST && file.status !== 'INGESTED'
      const given = { content, kind: file.kind, signal, onPassages }
      const extracted = await extract({ ...given, ...(isHurried && { mayGoOn }) })
      return waits ? undefined : extracted
    } finally {
      content.stream.destroy()
    }
  }

  /**
   * Writes passages in their order, while others are read. They count only when their file is INGESTED. One that is read again gives each batch up for
   * the new one, so that it is found meanwhile; the next attempt replaces those of a broken one.
   */
  function startWriting(job: Job) {
    const fileId = job.key
    const from = (ordinal: number) => and(eq(passages.fileId, fileId), gte(passages.ordinal, ordinal))
    const stored = new Set<string>()
    const waiting: Passage[] = []
    let language: Language | undefined
    let taken = 0
    let written = Promise.resolve()

    const begin = (language: Language) =>
      job.write(async (tx) => {
        // A sweep must know the languages of words being written. The file comes first, as in a deletion, so that neither waits for the other.
        await tx.update(files).set({ language, embeddedBy: null }).where(eq(files.id, fileId))
      })
    /** All that came while others were written, so that little is left when the last ones come. */
    const write = (language: Language) => {
      const start = taken - waiting.length
      const batch = waiting.splice(0, BATCH)
      if (batch.length === 0) return
      return job.write(async (tx) => {
        await insertWords(tx, batch, stored)
        await tx.delete(passages).where(and(from(start), lt(passages.ordinal, start + batch.length)))
        await tx.insert(passages).values(
          batch.map((passage, index) => ({
            fileId,
            language,
            ordinal: start + index,
            page: passage.page ?? null,
            pageStarts: passage.pageStarts ?? null,
            heading: (passage.heading ?? []).map(storable),
            content: storable(passage.text),
          })),
        )
      }, keepSweepOut)
    }

    function take(given: readonly Passage[]) {
      // The first hundred hold more words than a language is told by.
      const spoken = language ?? languageOf(given.map(({ text }) => text))
      if (!language) written = written.then(() => begin(spoken))
      language = spoken
      waiting.push(...given)
      taken += given.length
      for (let at = 0; at < given.length; at += BATCH) written = written.then(() => write(spoken))
      // Whoever waits for the end is told.
      written.catch(() => undefined)
    }

    return {
      take,
      /** `all`: with those that were taken. Rejects where one of them could not be written. */
      async end(all: readonly Passage[]) {
        take(all.slice(taken))
        await written
        await job.write((tx) => tx.delete(passages).where(from(taken)))
      },
      /** Resolves when nothing is being written. */
      stop: () => written.catch(() => undefined),
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

  /** What cannot be read again keeps the passages that it has. */
  async function keep(tx: Queries, fileId: string) {
    await tx.update(files).set({ cut: CUT }).where(eq(files.id, fileId))
  }

  async function work(job: Job, unread: typeof fail): Promise<void> {
    const [file] = await db.select().from(files).where(eq(files.id, job.key))
    // A file can be deleted at any time.
    if (!file) return
    const isAgain = file.status === 'INGESTED'
    const started = performance.now()
    const writing = startWriting(job)
    // What cannot be read again keeps what it has, so nothing is written before it is read.
    const extracted = await read(file, job, isAgain ? undefined : writing.take).finally(() => writing.stop())
    if (!extracted) return job.moveTo(SLOW)
    if (!extracted.ok && extracted.code === 'crashed') throw new Error('The reader crashed.')
    if (extracted.ok) await writing.end(extracted.passages)
    await job.finish(async (tx) => {
      if (!extracted.ok) return unread(tx, file.id, extracted.reason)
      const { pages = null, withoutText = 0 } = extracted
      await tx
        .update(files)
        .set({
          pages,
          cut: CUT,
          reason: warningOf(pages ?? 0, withoutText),
          ...(!isAgain && { status: 'INGESTED', updatedAt: clock.now() }),
        })
        .where(eq(files.id, file.id))
      await onIngested?.(tx, file.id)
    })
    log({ event: 'ingestion', id: file.id, duration: Math.round(performance.now() - started) })
  }

  const reading = (unread: typeof fail): Pick<Queue, 'attemptsMax' | 'work' | 'giveUp'> => ({
    // See safety rule 11.
    attemptsMax: 3,
    async work(job) {
      try {
        await work(job, unread)
      } catch (error) {
        // The file was deleted while its passages were written, and they with it.
        if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error
      }
    },
    giveUp: (tx, fileId) => unread(tx, fileId, GIVEN_UP),
  })

  return [
    { name: INGESTION, lanes: 2, ...reading(fail) },
    { name: RECUT, ...reading(keep) },
  ]
}

/** Stores the words of passages for searches with typos (D103). `stored`: the file's words that are stored already. */
async function insertWords(db: Queries, batch: readonly Passage[], stored: Set<string>) {
  const fresh = new Set<string>()
  for (const { text, heading = [] } of batch)
    for (const word of wordsOf(storable([...heading, text].join(' '))))
      if (word.length > 1 && !isUnspaced(word) && !stored.has(word)) fresh.add(word)
  if (fresh.size === 0) return
  await db.execute(
    sql`insert into ${words} select unnest(${sql.param([...fresh].sort())}::text[]) on conflict do nothing`,
  )
  for (const word of fresh) stored.add(word)
}
