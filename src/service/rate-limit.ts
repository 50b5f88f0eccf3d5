import { sql } from 'drizzle-orm'
import type { Database } from './store/open-database'
import { requestAllowance } from './store/schema'

/** Takes a request from the allowance of all processes, by the database's clock (D229). `undefined`: no limit (D24). */
export function createRateLimit(db: Database, perSecond: number | undefined): () => Promise<boolean> {
  if (perSecond === undefined) return async () => true
  const limit = sql`${perSecond}::double precision`
  // Without a sign: a clock that is set back must not stop everybody until it is there again.
  const left = sql`least(${limit}, a.requests + abs(extract(epoch from clock_timestamp() - a.counted_at))::double precision * ${limit})`
  return async () => {
    const { rows } = await db.execute(sql`
      insert into ${requestAllowance} as a (requests, counted_at) values (${limit} - 1, clock_timestamp())
      on conflict (one) do update set requests = ${left} - 1, counted_at = clock_timestamp()
      where ${left} >= 1
      returning 1`)
    return rows.length > 0
  }
}
