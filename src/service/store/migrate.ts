import type { Pool } from 'pg'
import { StartRefused } from './lock'
import first from './migrations/0001-first.sql?raw'
import search from './migrations/0002-search.sql?raw'
import scale from './migrations/0003-scale.sql?raw'
import callsAndVersions from './migrations/0004-calls-and-versions.sql?raw'
import testingLab from './migrations/0005-testing-lab.sql?raw'
import store from './migrations/0006-store.sql?raw'
import jobs from './migrations/0007-jobs.sql?raw'
import fields from './migrations/0008-fields.sql?raw'
import conversations from './migrations/0009-conversations.sql?raw'

/** In order. A published migration is never edited. */
const MIGRATIONS = [
  { number: 1, name: 'first', sql: first },
  { number: 2, name: 'search', sql: search },
  { number: 3, name: 'scale', sql: scale },
  { number: 4, name: 'calls-and-versions', sql: callsAndVersions },
  { number: 5, name: 'testing-lab', sql: testingLab },
  { number: 6, name: 'store', sql: store },
  { number: 7, name: 'jobs', sql: jobs },
  { number: 8, name: 'fields', sql: fields },
  { number: 9, name: 'conversations', sql: conversations },
] as const

export const LATEST = Math.max(...MIGRATIONS.map(({ number }) => number))

/** Throws `StartRefused` for a migration that this version does not have. */
export function refuseLater(applied: readonly number[]): void {
  if (applied.every((number) => MIGRATIONS.some((migration) => migration.number === number))) return
  throw new StartRefused(
    'The database was made by a later version of this program; start that one, or set DATA_DIR or DATABASE_URL to another.',
  )
}

/** Any number, but the same in every version. */
const LOCK = 461_001

/** Applies missing migrations in one transaction; other processes wait. Throws for a database of a later version. */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ number: number }>('select number from migrations')
    const applied = new Set(rows.map((row) => row.number))
    refuseLater([...applied])
    for (const { number, name, sql } of MIGRATIONS) {
      if (applied.has(number)) continue
      await client.query(sql)
      await client.query('insert into migrations (number, name) values ($1, $2)', [number, name])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
