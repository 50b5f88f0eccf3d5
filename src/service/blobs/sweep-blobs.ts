import { asc, inArray, lte, sql } from 'drizzle-orm'
import type { Clock } from '../clock'
import type { Queue } from '../jobs/queue'
import { enqueue } from '../jobs/queue'
import type { Database, Queries } from '../store/open-database'
import { files, removedBlobs } from '../store/schema'
import type { Blobs } from './blobs'
import { removeStaged } from './database-blobs'

export const BLOBS = 'blobs'

const DAY = 24 * 60 * 60 * 1000

/** How long removed bytes stay, in milliseconds, so that readers and backups can finish (D227). */
export const GRACE = 10 * 60 * 1000

const BATCH = 100

interface SweepOptions {
  readonly db: Database
  readonly blobs: Blobs
  readonly clock: Clock
  /** Milliseconds. */
  readonly grace?: number
}

/** Marks bytes for removal, in the transaction that removes their last reference. */
export async function forgetBlob(db: Queries, id: string, clock: Clock): Promise<void> {
  await db.insert(removedBlobs).values({ id, removedAt: clock.now() }).onConflictDoNothing()
}

/** Removes bytes of deleted files, unfinished uploads, and targets unused for a day. Returns when to sweep again. */
export async function sweepBlobs({ db, blobs, clock, grace = GRACE }: SweepOptions): Promise<Date> {
  const now = clock.now().getTime()
  const dayAgo = new Date(now - DAY)
  await removeStaged(db, dayAgo)
  await db.execute(sql`
    with abandoned as (delete from ${files} where recorded_at is null and requested_at < ${dayAgo.toISOString()} returning id)
    insert into ${removedBlobs} (id, removed_at) select id, ${clock.now().toISOString()}::timestamptz from abandoned on conflict do nothing`)
  for (;;) {
    const due = await db
      .select({ id: removedBlobs.id })
      .from(removedBlobs)
      .where(lte(removedBlobs.removedAt, new Date(now - grace)))
      .limit(BATCH)
    if (due.length === 0) break
    const ids = due.map(({ id }) => id)
    await blobs.remove(ids)
    // Last, so that a stop in between repeats the removal.
    await db.delete(removedBlobs).where(inArray(removedBlobs.id, ids))
  }
  const [next] = await db.select().from(removedBlobs).orderBy(asc(removedBlobs.removedAt)).limit(1)
  return new Date(Math.min(next?.removedAt.getTime() ?? now, now) + grace)
}

/** A job that sweeps and queues itself again. */
export function blobQueue(options: SweepOptions): Queue {
  const { clock, grace = GRACE } = options
  return {
    name: BLOBS,
    attemptsMax: 3,
    async work(job) {
      const next = await sweepBlobs(options)
      await job.finish((tx) => queueSweep(tx, next.getTime() - clock.now().getTime()))
    },
    giveUp: (tx) => queueSweep(tx, grace),
  }
}

/** Each start queues a sweep, so that one is always planned. */
export const queueSweep = (db: Queries, afterMs = 0): Promise<void> =>
  enqueue(db, { queue: BLOBS, key: 'sweep', afterMs: Math.max(0, afterMs) })
