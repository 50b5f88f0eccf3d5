import type { Pool } from 'pg'
import { StartRefused } from '../../net/start-refused'

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** In order of their numbers. A published migration is never edited, and leaves what the version before uses (D1039). */
const MIGRATIONS = Object.entries(files).map(([path, sql]) => {
  const [, number, name = ''] = /(\d+)-([\w-]+)\.sql$/.exec(path) ?? []
  return { number: Number(number), name, sql }
})

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
