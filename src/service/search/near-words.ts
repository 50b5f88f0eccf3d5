import { inArray, sql } from 'drizzle-orm'
import type { Queries } from '../store/open-database'
import { words } from '../store/schema'
import { isNear, slipsBetween } from './words'

/** How many words a beginning or a typo may stand for. */
const MEANT_MAX = 8

/** So little do two short words share with one slip between them; `isNear` then looks closely. */
const SIMILARITY_MIN = 0.2
const LOOKED_AT = 60

/** Words that one look-up reads; a file can have as many as it likes. */
const READ_MAX = 5_000

/** Words of the passages that begin so, the shortest of the first in the order of letters (D103). */
export async function findStarting(db: Queries, beginning: string): Promise<string[]> {
  const first = db
    .select({ word: words.word })
    .from(words)
    .where(sql`${words.word} >= ${beginning} and ${words.word} < ${`${beginning}\u{10FFFF}`}`)
    .orderBy(words.word)
    .limit(READ_MAX)
    .as('first')
  const rows = await db.select().from(first).orderBy(sql`length(${first.word})`, first.word).limit(MEANT_MAX)
  return rows.map(({ word }) => word)
}

/** Which of these are words of the passages as they stand. */
export async function findWritten(db: Queries, asked: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ word: words.word })
    .from(words)
    .where(inArray(words.word, [...asked]))
  return new Set(rows.map(({ word }) => word))
}

/** Whether the database can compare words by their letters (D103). */
export async function hasTrigrams(db: Queries): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select to_regprocedure('similarity(text, text)') is not null as there`,
  )
  return rows[0]?.there === true
}

/** Words of the passages that this one can have meant, the nearest first. To be asked in a transaction, and only where there are trigrams. */
export async function findNear(db: Queries, word: string): Promise<string[]> {
  if (word.length < 3) return []
  await db.execute(sql`select set_config('pg_trgm.similarity_threshold', ${String(SIMILARITY_MIN)}, true)`)
  const rows = await db
    .select({ word: words.word })
    .from(words)
    .where(sql`${words.word} % ${word} and ${words.word} <> ${word}`)
    .orderBy(sql`similarity(${words.word}, ${word}) desc`, words.word)
    .limit(LOOKED_AT)
  return rows
    .map((row) => row.word)
    .filter((each) => isNear(word, each))
    .sort((one, other) => slipsBetween(word, one) - slipsBetween(word, other))
    .slice(0, MEANT_MAX)
}
