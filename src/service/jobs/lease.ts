import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Queries } from '../store/open-database'
import { jobs } from '../store/schema'

/** Seconds. A worker that does not renew its lease for so long is taken for dead. */
const LEASE = sql`interval '20 s'`

/** Somebody else has the job now, or it is to begin anew: what was done for it must not be written. */
export class LeaseLost extends Error {}

/** One job, as the worker holds it that has the lease. */
export type Held = Pick<typeof jobs.$inferSelect, 'id' | 'key' | 'lane' | 'attempts' | 'queuedAt'> & {
  readonly lease: string
}

/** Takes the job of a lane that has waited longest, for a lease by this name. It counts as begun. */
export async function claim(
  db: Database,
  { queue, lane }: { queue: string; lane: number },
  lease: string,
): Promise<Held | undefined> {
  const [job] = await db
    .update(jobs)
    .set({ lease, leasedUntil: sql`now() + ${LEASE}`, attempts: sql`${jobs.attempts} + 1` })
    .where(
      eq(
        jobs.id,
        sql`(select id from jobs where queue = ${queue} and lane = ${lane} and lease is null and start_after <= now()
          order by start_after, id limit 1 for update skip locked)`,
      ),
    )
    .returning()
  return job && { ...job, lease }
}

/** Renews leases; gives those that are still held. */
export async function renew(db: Database, leases: readonly string[]): Promise<string[]> {
  const rows = await db
    .update(jobs)
    .set({ leasedUntil: sql`now() + ${LEASE}` })
    .where(inArray(jobs.lease, [...leases]))
    .returning({ lease: jobs.lease })
  return rows.flatMap(({ lease }) => lease ?? [])
}

const mine = ({ id, lease }: Held) => and(eq(jobs.id, id), eq(jobs.lease, lease))

/** Nobody takes the job away before the transaction ends; throws when somebody has. */
export async function hold(tx: Queries, job: Held): Promise<void> {
  const rows = await tx.select({ id: jobs.id }).from(jobs).where(mine(job)).for('share')
  if (rows.length === 0) throw new LeaseLost()
}

/** The job is done with, together with what else the transaction does; throws when it was taken away. */
export async function remove(tx: Queries, job: Held): Promise<void> {
  const rows = await tx.delete(jobs).where(mine(job)).returning({ id: jobs.id })
  if (rows.length === 0) throw new LeaseLost()
}

interface Return {
  /** Whether it counts as begun. */
  readonly counts: boolean
  /** Milliseconds before it may be taken again. */
  readonly afterMs?: number
  readonly lane?: number
}

/** Puts the job back for anybody to take; throws when it was taken away. */
export async function giveBack(
  tx: Queries,
  job: Held,
  { counts, afterMs = 0, lane = job.lane }: Return,
): Promise<void> {
  const rows = await tx
    .update(jobs)
    .set({
      lane,
      attempts: counts ? job.attempts : job.attempts - 1,
      startAfter: sql`now() + ${afterMs}::float8 * interval '1 ms'`,
      lease: null,
      leasedUntil: null,
    })
    .where(mine(job))
    .returning({ id: jobs.id })
  if (rows.length === 0) throw new LeaseLost()
}

/** Frees jobs whose worker is gone, but none of these. */
export async function freeExpired(db: Database, except: readonly string[]): Promise<void> {
  await db
    .update(jobs)
    .set({ lease: null, leasedUntil: null })
    .where(sql`leased_until <= now() and lease <> all(${sql.param([...except])}::text[])`)
}

export interface Due {
  readonly queue: string
  readonly lane: number
  /** Milliseconds until its next job may start; 0 or less: now. Absent: there is none. */
  readonly waitMs: number | null
}

/** When lanes have something to do, and (`expiryMs`) when the next lease of another worker runs out. */
export async function look(
  db: Database,
  lanes: readonly { queue: string; lane: number }[],
  except: readonly string[],
): Promise<{ due: Due[]; expiryMs: number | null }> {
  const ms = (time: ReturnType<typeof sql>) => sql`(extract(epoch from ${time} - now()) * 1000)::float8`
  const { rows } = await db.execute(sql`
    select queue, lane, ${ms(
      sql`(select min(start_after) from jobs where jobs.queue = wanted.queue and jobs.lane = wanted.lane and lease is null)`,
    )} as "waitMs", ${ms(
      sql`(select min(leased_until) from jobs where lease is not null and lease <> all(${sql.param([...except])}::text[]))`,
    )} as "expiryMs"
    from unnest(${sql.param(lanes.map(({ queue }) => queue))}::text[], ${sql.param(lanes.map(({ lane }) => lane))}::int[])
      as wanted (queue, lane)`)
  const due = rows as unknown as (Due & { expiryMs: number | null })[]
  return { due, expiryMs: due[0]?.expiryMs ?? null }
}
