import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import type { Database, Queries } from '../store/open-database'
import { jobs } from '../store/schema'

/** A job being worked on, and the only ways to write what came of it: both throw when another worker has it. */
export interface Job {
  readonly key: string
  readonly lane: number
  /** 1 unless an earlier worker failed or died. */
  readonly attempts: number
  readonly queuedAt: Date
  /** Aborts when the service stops, or when another worker has the job. */
  readonly signal: AbortSignal
  /** Writes in a transaction that keeps other workers off the job. `first`: what is locked before the job is. */
  write<T>(change: (tx: Queries) => Promise<T>, first?: (tx: Queries) => Promise<unknown>): Promise<T>
  /** Writes the outcome in the transaction that removes the job. */
  finish(change: (tx: Queries) => Promise<unknown>): Promise<void>
  /** Continues as the job of another, idle lane of this process, so that its own lane can take the next one. */
  takePlaceIn(lane: number): boolean
  /** Leaves the job to another lane, without counting the attempt. */
  moveTo(lane: number): Promise<void>
  /** From now on a stop of the service counts as an attempt: something was done that must not be done again. */
  countStops(): void
}

/** A kind of job and its worker. */
export interface Queue {
  readonly name: string
  /** Each lane has one worker in every process; new jobs are in lane 0. Default: 1. */
  readonly lanes?: number
  /** Attempts before a job is given up. Stops of the service and an absent store do not count, unless the job says so. */
  readonly attemptsMax: number
  /** Does one job. An error counts as an attempt, unless the service stops or the store is away for another reason than this job. */
  work(job: Job): Promise<void>
  /** Writes the failure, in the transaction that removes the job. */
  giveUp(tx: Queries, key: string): Promise<void>
  /** Undoes marks of begun work, in the transaction that puts a job back without counting the attempt. */
  putBack?(tx: Queries, key: string): Promise<void>
}

interface NewJob {
  readonly queue: string
  /** The thing it is about. A queue has one job for each key. */
  readonly key: string
  /** Milliseconds before it starts. Default: 0. */
  readonly afterMs?: number
}

/** Processes on the same PostgreSQL server announce new jobs here. */
const CHANNEL = 'jobs'

/** Queues a job in the caller's transaction. An earlier one with its key starts again, and work on it is thrown away. */
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

// In ms. Meanwhile the poll finds the jobs.
const RECONNECT = 5_000
const CONNECT = 5_000

/** Calls `wake` when any process on the server queued a job. The embedded database has one process and needs none of it. */
export function listenForJobs(db: Database, wake: (queue?: string) => void): { close(): Promise<void> } {
  const { connectionString } = db.$client.options
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function connect() {
    const next = new Client({ connectionString, connectionTimeoutMillis: CONNECT, keepAlive: true })
    client = next
    let over = false
    const again = () => {
      if (over) return
      over = true
      next.end().catch(() => {})
      if (!closed) timer = setTimeout(connect, RECONNECT).unref()
    }
    next.on('notification', ({ payload }) => wake(payload))
    next.on('error', again)
    next.on('end', again)
    next
      .connect()
      .then(() => next.query(`listen ${CHANNEL}`))
      // Announcements of the meantime are lost.
      .then(() => wake())
      .catch(again)
  }
  if (connectionString) connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
