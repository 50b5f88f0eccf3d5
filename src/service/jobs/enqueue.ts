import { sql } from 'drizzle-orm'
import type { Queries } from '../store/open-database'
import { jobs } from '../store/schema'

export interface NewJob {
  readonly queue: string
  /** What it is about: a queue has one job about a thing. */
  readonly key: string
  /** Milliseconds before it starts; 0 unless told. */
  readonly afterMs?: number
}

/** Where processes on the same PostgreSQL server tell each other that there is something to do. */
export const CHANNEL = 'jobs'

/**
 * Queues a job in the caller's transaction; wake the queues once that is committed. A job about the same thing is begun anew at the new time: if it waits it moves, and if somebody is
 * at work on it, that work is thrown away.
 */
export async function enqueue(db: Queries, { queue, key, afterMs = 0 }: NewJob): Promise<void> {
  await db.execute(sql`
    with queued as (
      insert into ${jobs} (queue, key, start_after) values (${queue}, ${key}, now() + ${afterMs}::float8 * interval '1 ms')
      on conflict (queue, key) do update
        set start_after = excluded.start_after, attempts = 0, lane = 0, lease = null, leased_until = null
      returning queue
    )
    select pg_notify(${CHANNEL}, queue) from queued`)
}
