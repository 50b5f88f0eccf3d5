import { eq, sql } from 'drizzle-orm'
import type { Database, Queries } from '../store/open-database'
import { files, type Language, wordSweep } from '../store/schema'

/** Words that are looked at in one statement: some 30 ms on the embedded database. */
const BATCH = 200

/** Notes that words of deleted passages are to be forgotten; what was begun begins anew. */
export async function wantSweep(db: Queries): Promise<void> {
  await db
    .insert(wordSweep)
    .values({ word: '' })
    .onConflictDoUpdate({ target: wordSweep.id, set: { word: '' } })
}

/** Whether words are to be looked at, also where a stop came in between. */
export async function isSweepWanted(db: Queries): Promise<boolean> {
  return (await db.select({ word: wordSweep.word }).from(wordSweep)).length > 0
}

/**
 * Looks at the next words and forgets those that nothing is found by any more (D118). Gives whether there is more to look at. Not while a file is written,
 * whose words come before its passages.
 */
export async function sweepWords(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [sweep] = await tx.select().from(wordSweep).for('update')
    if (!sweep) return false
    const languages = await tx
      .selectDistinct({ language: files.language })
      .from(files)
      .where(eq(files.status, 'INGESTED'))
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
