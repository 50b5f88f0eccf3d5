import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database, Queries } from '../store/open-database'
import { jobs } from '../store/schema'

/** A worker that does not renew its lease for this long counts as dead. */
const LEASE = sql`interval '20 s'`

/** In ms. */
const HEARTBEAT = 5_000

/** Another worker has the job now, or it was queued again: its results must not be written. */
export class LeaseLost extends Error {}

/** A job whose lease this worker has. */
export type Held = Pick<typeof jobs.$inferSelect, 'id' | 'key' | 'lane' | 'attempts' | 'queuedAt'> & {
  readonly lease: string
}

/** Leases the job of a lane that has waited longest, and counts an attempt. */
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

/** Renews the leases of this process. A lease's signal aborts when another worker has it. */
export function keepLeases(db: Database) {
  const held = new Map<string, AbortController>()
  let renewing = false
  const heartbeat = setInterval(async () => {
    if (renewing || held.size === 0) return
    renewing = true
    const asked = [...held.keys()]
    try {
      const rows = await db
        .update(jobs)
        .set({ leasedUntil: sql`now() + ${LEASE}` })
        .where(inArray(jobs.lease, asked))
        .returning({ lease: jobs.lease })
      const still = new Set(rows.map(({ lease }) => lease))
      for (const lease of asked) if (!still.has(lease)) held.get(lease)?.abort(new LeaseLost())
    } catch {
      // While the store is away, every lease stays: whoever has it when the store is back may write.
    } finally {
      renewing = false
    }
  }, HEARTBEAT).unref()
  return {
    names: () => [...held.keys()],
    add(lease: string): AbortSignal {
      const lost = new AbortController()
      held.set(lease, lost)
      return lost.signal
    },
    remove: (lease: string) => held.delete(lease),
    close: () => clearInterval(heartbeat),
  }
}

const mine = ({ id, lease }: Held) => and(eq(jobs.id, id), eq(jobs.lease, lease))
const found = { id: jobs.id }

/** For a statement about a job of ours, which finds none when its lease was lost. */
async function unlessLost(statement: PromiseLike<readonly unknown[]>): Promise<void> {
  if ((await statement).length === 0) throw new LeaseLost()
}

/** Keeps other workers off the job until the transaction ends. Throws `LeaseLost`, as the next two do. */
export const hold = (tx: Queries, job: Held) =>
  unlessLost(tx.select(found).from(jobs).where(mine(job)).for('share'))

/** Ends the job, together with the rest of the transaction. */
export const remove = (tx: Queries, job: Held) =>
  unlessLost(tx.delete(jobs).where(mine(job)).returning(found))

interface Return {
  /** Whether it counts as an attempt. */
  readonly counts: boolean
  /** Milliseconds before it may be taken again. */
  readonly afterMs?: number
  readonly lane?: number
}

/** Puts the job back into the queue. */
export function giveBack(tx: Queries, job: Held, { counts, afterMs = 0, lane = job.lane }: Return) {
  const attempts = counts ? job.attempts : job.attempts - 1
  const startAfter = sql`now() + ${afterMs}::float8 * interval '1 ms'`
  const change = { lane, attempts, startAfter, lease: null, leasedUntil: null }
  return unlessLost(tx.update(jobs).set(change).where(mine(job)).returning(found))
}

/** Frees jobs whose lease has run out, except these leases. */
export async function freeExpired(db: Database, except: readonly string[]): Promise<void> {
  await db
    .update(jobs)
    .set({ lease: null, leasedUntil: null })
    .where(sql`leased_until <= now() and lease <> all(${sql.param([...except])}::text[])`)
}

/** Frees all jobs. Only for a store of one process at a time, before it works: whoever had a lease is gone (D340). */
export async function freeAll(db: Database): Promise<void> {
  await db.update(jobs).set({ lease: null, leasedUntil: null }).where(isNotNull(jobs.lease))
}

export interface Due {
  readonly queue: string
  readonly lane: number
  /** Milliseconds until its next job may start; 0 or less: now. `null`: it has none. */
  readonly waitMs: number | null
}

/** When lanes have jobs to start, and when (`expiryMs`) the next lease of another worker runs out. */
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
