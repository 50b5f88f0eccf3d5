import type { Pool } from 'pg'
import { sqlState } from '../log'

/**
 * Has the database compare words by the letters they share, for typos. Asked for at every start, because a server may get the extension, or its
 * user the right to it, at any time. Where it cannot be had, search works without (D103).
 */
export async function ensureTrigrams(pool: Pool): Promise<void> {
  try {
    await pool.query('create extension if not exists pg_trgm')
    await pool.query('create index if not exists words_trigrams on words using gin (word gin_trgm_ops)')
  } catch (error) {
    // Only what the database itself refused: a connection that broke is no answer.
    if (sqlState(error) === undefined) throw error
  }
}
