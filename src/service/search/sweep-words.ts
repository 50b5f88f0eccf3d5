import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { enqueue } from '../jobs/enqueue'
import type { Queue } from '../jobs/jobs'
import type { Database, Queries } from '../store/open-database'
import { files, type Language, wordSweep } from '../store/schema'

/** Words that are looked at in one statement: some 30 ms on the embedded database. */
const BATCH = 200

/** So long nothing has to be deleted, in milliseconds: a person who deletes many files is not slowed by it. */
export const REST = 60_000

/** Any number that no other lock has. */
const LOCK = sql`461002`

const SWEEP = 'sweep'

/** Words come before their passages: no sweep looks at them before this transaction ends. */
export async function keepSweepOut(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`)
}

/** Has words of deleted passages forgotten after a rest, in milliseconds; what was begun begins anew. */
export async function wantSweep(tx: Queries, rest: number): Promise<void> {
  // The job before its place, in the order in which the sweep takes them.
  await enqueue(tx, { queue: SWEEP, key: 'words', afterMs: rest })
  await tx
    .insert(wordSweep)
    .values({ word: '' })
    .onConflictDoUpdate({ target: wordSweep.id, set: { word: '' } })
}

export const sweepQueue = (db: Database): Queue => ({
  name: SWEEP,
  attemptsMax: 3,
  async work(job) {
    while (await sweepWords(db, job.hold));
  },
  // Dead words cost little, and the next deletion has all of them looked at.
  async giveUp() {},
})

/**
 * Looks at the next words and forgets those that nothing is found by any more (D118). Gives whether there is more to look at. `hold` throws when somebody
 * else does that.
 */
export async function sweepWords(db: Database, hold: (tx: Queries) => Promise<void>): Promise<boolean> {
  return db.transaction(async (tx) => {
    // First of all: whoever deletes a file waits for the job, and must not be waited for by writers in turn.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    await hold(tx)
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
    // What a language leaves out of its passages, as "the", is found by nobody and still no slip.
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
  })
}
