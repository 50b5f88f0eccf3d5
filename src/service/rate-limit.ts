import { sql } from 'drizzle-orm'
import type { Database } from './store/open-database'
import { requestAllowance } from './store/schema'

/**
 * Lets through a number of requests per second over all processes on the store, with bursts up to that number. `undefined`: no limit (D24, D229).
 * One statement takes a request from the allowance, by the database's clock; without a limit nothing is asked.
 */
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
