import { sql } from 'drizzle-orm'
import { Refused } from './errors'
import type { Database } from './store/open-database'
import { requestAllowance } from './store/schema'

/** Whose requests share an allowance: those with a key, or of the console in this process, and all others (D1059). */
export type Share = 'operators' | 'strangers'

/** Takes a request from the allowance of all processes, by the database's clock (D229). `undefined`: no limit (D24). */
export function createRateLimit(
  db: Database,
  perSecond: number | undefined,
): (share: Share) => Promise<boolean> {
  if (perSecond === undefined) return async () => true
  const limit = sql`${perSecond}::double precision`
  // Without a sign: a clock that is set back must not stop everybody until it is there again.
  const left = sql`least(${limit}, a.requests + abs(extract(epoch from clock_timestamp() - a.counted_at))::double precision * ${limit})`
  return async (share) => {
    const { rows } = await db.execute(sql`
      insert into ${requestAllowance} as a (share, requests, counted_at) values (${share}, ${limit} - 1, clock_timestamp())
      on conflict (share) do update set requests = ${left} - 1, counted_at = clock_timestamp()
      where ${left} >= 1
      returning 1`)
    return rows.length > 0
  }
}

/** Requests of strangers that one process works on at once. */
const STRANGERS_MAX = 32

export const tooMany = (retryAfter = 1) => new Refused(429, 'Too many requests at once.', [], { retryAfter })

/** Runs work on a request, of which strangers have so much going at once, or throws 429. Reading its body is no part of it, since a slow sender would hold a place. */
export function createTurns() {
  let strangers = 0
  return async <T>(share: Share, work: () => Promise<T>): Promise<T> => {
    if (share === 'operators') return work()
    if (strangers >= STRANGERS_MAX) throw tooMany()
    strangers += 1
    try {
      return await work()
    } finally {
      strangers -= 1
    }
  }
}
