import { asc, inArray, lte, sql } from 'drizzle-orm'
import type { Clock } from '../clock'
import type { Database, Queries } from '../store/open-database'
import { files, removedBlobs } from '../store/schema'
import type { Blobs } from './blobs'
import { removeStaged } from './database-blobs'

const DAY = 24 * 60 * 60 * 1000

/** Bytes that were removed stay for so long, in milliseconds: whoever reads them, or backs them up, comes to an end (D227). */
export const GRACE = 10 * 60 * 1000

/** Bytes that are removed at a time. */
const BATCH = 100

interface SweepOptions {
  readonly db: Database
  readonly blobs: Blobs
  readonly clock: Clock
  /** Milliseconds. */
  readonly grace?: number
}

/** Notes that nothing refers to these bytes any more, in the transaction that makes it so. */
export async function forgetBlob(db: Queries, id: string, clock: Clock): Promise<void> {
  await db.insert(removedBlobs).values({ id, removedAt: clock.now() }).onConflictDoNothing()
}

/**
 * Removes the bytes of files that were deleted a while ago, and what uploads left that never came to an end; forgets upload targets that nobody used for
 * a day. Gives when there is something to do again.
 */
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
    // Last: what a stop comes in between is removed again.
    await db.delete(removedBlobs).where(inArray(removedBlobs.id, ids))
  }
  const [next] = await db.select().from(removedBlobs).orderBy(asc(removedBlobs.removedAt)).limit(1)
  return new Date(Math.min(next ? next.removedAt.getTime() + grace : Number.POSITIVE_INFINITY, now + DAY))
}
