import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Job, Queue } from '../jobs/queue'
import { enqueue } from '../jobs/queue'
import type { Queries } from '../store/open-database'
import { files, type Language, wordSweep } from '../store/schema'

/** Words checked in one statement, about 30 ms on the embedded database. */
const BATCH = 200

/** Milliseconds without a deletion, so that deleting many files stays fast. */
export const REST = 60_000

const LOCK = sql`461002`

const SWEEP = 'sweep'

/** Delays sweeps until this transaction ends, because words are stored before their passages. */
export async function keepSweepOut(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`)
}

/** Queues a sweep of words after `rest` milliseconds, from the start. */
export async function wantSweep(tx: Queries, rest: number): Promise<void> {
  // The job first, in the sweep's order.
  await enqueue(tx, { queue: SWEEP, key: 'words', afterMs: rest })
  await tx
    .insert(wordSweep)
    .values({ word: '' })
    .onConflictDoUpdate({ target: wordSweep.id, set: { word: '' } })
}

export const sweepQueue: Queue = {
  name: SWEEP,
  attemptsMax: 3,
  async work(job) {
    while (await sweepWords(job.write));
  },
  // Unused words cost little, and the next deletion starts a new sweep.
  async giveUp() {},
}

// Before the job: a deletion waits for the job, so writers must not wait for the deletion.
const keepWritersOut = (tx: Queries) => tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)

/** Removes words that find nothing from the next ones (D118). Returns whether more remain. */
export const sweepWords = (write: Job['write']): Promise<boolean> =>
  write(async (tx) => {
    const [sweep] = await tx.select().from(wordSweep).for('update')
    if (!sweep) return false
    const languages = await tx
      .selectDistinct({ language: files.language })
      .from(files)
      .where(eq(files.status, 'INGESTED'))
      .union(
        tx
          .select({ language: files.language })
          .from(files)
          .where(and(eq(files.status, 'UPLOADED'), isNotNull(files.language))),
      )
    // A word that a language drops, such as "the", finds nothing but is no typo.
    const gone = languages.map(({ language }) => {
      const asked = sql`plainto_tsquery(dictionary(${language ?? ('simple' satisfies Language)}), batch.word)`
      return sql`numnode(${asked}) > 0 and not exists (select from passages where search @@ ${asked})`
    })
    const { rows } = await tx.execute(sql`
      with batch as materialized (select word from words where word > ${sweep.word} order by word limit ${BATCH}),
      forgotten as (
        delete from words using batch
        where words.word = batch.word and ${gone.length > 0 ? sql.join(gone, sql` and `) : sql`true`}
      )
      select max(word) as last, count(*)::int as looked_at from batch`)
    const { last, looked_at } = rows[0] as { last: string | null; looked_at: number }
    if (last === null || looked_at < BATCH) {
      await tx.delete(wordSweep)
      return false
    }
    await tx.update(wordSweep).set({ word: last })
    return true
  }, keepWritersOut)
