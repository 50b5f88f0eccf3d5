import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { coalesced } from '../../net/coalesced'
import { describeError, type Log } from '../log'
import type { Database } from '../store/open-database'
import { jobs } from '../store/schema'
import { isStoreAway, wasTooMuch } from '../store/store-away'
import { claim, freeExpired, giveBack, type Held, hold, keepLeases, LeaseLost, look, remove } from './lease'
import { listenForJobs, type Queue } from './queue'

interface JobsOptions {
  readonly db: Database
  readonly queues: readonly Queue[]
  readonly log: Log
}

// All in milliseconds. Polls come before the pool closes its connection, because opening one costs ten times more than a poll.
const POLL_SERVER = 9_000
// No other process queues jobs in the embedded database, and a poll there takes 12 ms of CPU.
const POLL_EMBEDDED = 60_000
const RETRY_STORE = 1_000
const CLOSE = 2_000

/** Milliseconds before the next try: 1 s, 4 s, 9 s ... */
const pauseAfter = (attempts: number) => 1_000 * attempts ** 2

interface Lane {
  readonly queue: Queue
  readonly lane: number
  working?: Promise<void>
  isAsked: boolean
  hasWorked: boolean
}

/** Does one job, which may move to another lane meanwhile. */
interface Worker {
  lane: Lane
}

/** Works on queues that processes share (D232). Who lost a job's lease cannot write, so nothing is done twice. */
export function startJobs({ db, queues, log }: JobsOptions) {
  const lanes: Lane[] = queues.flatMap((queue) =>
    Array.from({ length: queue.lanes ?? 1 }, (_, lane) => ({
      queue,
      lane,
      isAsked: false,
      hasWorked: false,
    })),
  )
  const poll = db.$client.options.connectionString ? POLL_SERVER : POLL_EMBEDDED
  const leases = keepLeases(db)
  const stop = new AbortController()
  const isStopped = () => stop.signal.aborted
  let timer: NodeJS.Timeout | undefined
  let storeWasAway = false

  function complain(error: unknown, queue?: Queue, key?: string) {
    if (isStopped()) return
    // One message is enough, because it is tried every second.
    if (isStoreAway(error) && storeWasAway) return
    storeWasAway = isStoreAway(error)
    log({ event: 'job', operation: queue?.name, id: key, ...describeError(error) })
  }

  function lookIn(ms: number) {
    clearTimeout(timer)
    if (!isStopped()) timer = setTimeout(lookAround, ms).unref()
  }

  const lookAround = coalesced(async () => {
    if (isStopped()) return
    try {
      const asked = lanes.map(({ queue, lane }) => ({ queue: queue.name, lane }))
      const { due, expiryMs } = await look(db, asked, leases.names())
      storeWasAway = false
      if (expiryMs !== null && expiryMs <= 0) {
        await freeExpired(db, leases.names())
        void lookAround()
      }
      for (const { queue, lane, waitMs } of due) if (waitMs !== null && waitMs <= 0) startLane(queue, lane)
      const soon = [...due.map(({ waitMs }) => waitMs), expiryMs].filter((ms) => ms !== null && ms > 0)
      lookIn(Math.min(poll, ...(soon as number[]).map((ms) => Math.ceil(ms) + 1)))
    } catch (error) {
      complain(error)
      lookIn(RETRY_STORE)
    }
  })

  /** Looks for jobs: at once in the named queue, else in all of them. */
  function wake(name?: string) {
    // Someone waits for this job, so no poll comes first. New jobs are in lane 0.
    if (name === undefined) void lookAround()
    else startLane(name, 0)
  }

  function startLane(name: string, number: number) {
    const lane = lanes.find(({ queue, lane }) => queue.name === name && lane === number)
    if (lane) start(lane)
  }

  /** Does the lane's next job, then the one after it. */
  function start(lane: Lane) {
    lane.isAsked = true
    if (lane.working || isStopped()) return
    lane.isAsked = false
    const worker: Worker = { lane }
    lane.working = takeNext(worker)
      .then((found) => {
        // Plans the next poll for jobs that start later.
        if (!found && worker.lane.hasWorked) void lookAround()
        worker.lane.hasWorked = found
        worker.lane.isAsked ||= found
      })
      .catch((error: unknown) => {
        complain(error, lane.queue)
        worker.lane.isAsked = false
        lookIn(RETRY_STORE)
      })
      .finally(() => {
        worker.lane.working = undefined
        if (worker.lane.isAsked) start(worker.lane)
      })
  }

  function takePlace(worker: Worker, lane: number): boolean {
    const from = worker.lane
    const to = lanes.find((each) => each.queue === from.queue && each.lane === lane)
    if (!to || to.working) return false
    to.working = from.working
    worker.lane = to
    from.working = undefined
    start(from)
    return true
  }

  async function takeNext(worker: Worker): Promise<boolean> {
    const { queue, lane } = worker.lane
    const lease = randomUUID()
    const job = await claim(db, { queue: queue.name, lane }, lease)
    if (!job) return false
    try {
      await carryOut(queue, job, worker, AbortSignal.any([stop.signal, leases.add(lease)]))
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
    } finally {
      leases.remove(lease)
    }
    return true
  }

  /** Throws `LeaseLost` if another worker has the job now, or the store's error if the outcome could not be written. */
  async function carryOut(queue: Queue, job: Held, worker: Worker, signal: AbortSignal) {
    const giveUp = () =>
      db.transaction(async (tx) => {
        await remove(tx, job)
        await queue.giveUp(tx, job.key)
      })
    let stopsCount = false
    const putBack = (afterMs = 0) =>
      db.transaction(async (tx) => {
        await giveBack(tx, job, { counts: stopsCount, afterMs })
        await queue.putBack?.(tx, job.key)
      })
    // Its earlier workers may have died without a word.
    if (job.attempts > queue.attemptsMax) return insist(giveUp)
    let isOver = false
    try {
      await queue.work({
        ...job,
        signal,
        write: (change, first) =>
          db.transaction(async (tx) => {
            await first?.(tx)
            signal.throwIfAborted()
            await hold(tx, job)
            return change(tx)
          }),
        async finish(change) {
          await db.transaction(async (tx) => {
            signal.throwIfAborted()
            await remove(tx, job)
            await change(tx)
          })
          isOver = true
        },
        takePlaceIn: (lane) => takePlace(worker, lane),
        async moveTo(lane) {
          await giveBack(db, job, { counts: false, lane })
          isOver = true
          startLane(queue.name, lane)
        },
        countStops() {
          stopsCount = true
        },
      })
      if (!isOver) await remove(db, job)
    } catch (error) {
      if (error instanceof LeaseLost || (signal.aborted && !isStopped())) throw new LeaseLost()
      if (isStopped()) return putBack()
      complain(error, queue, job.key)
      // Later, because a full disk would break the next try as fast.
      if (isStoreAway(error) && !wasTooMuch(error)) await insist(() => putBack(RETRY_STORE))
      else if (job.attempts >= queue.attemptsMax) await insist(giveUp)
      else await insist(() => giveBack(db, job, { counts: true, afterMs: pauseAfter(job.attempts) }))
      wake()
    }
  }

  /** Repeats a write until the store answers. */
  async function insist(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (isStopped() || !isStoreAway(error)) throw error
        await sleep(RETRY_STORE, undefined, { signal: stop.signal })
      }
    }
  }

  const listening = listenForJobs(db, wake)
  wake()

  return {
    wake,
    /** Resolves when these queues are empty. */
    async idle(names: readonly string[]): Promise<void> {
      for (;;) {
        await Promise.all(lanes.map(({ queue, working }) => names.includes(queue.name) && working))
        if ((await db.$count(jobs, inArray(jobs.queue, [...names]))) === 0) return
        // The rest starts later, or another process has it.
        await sleep(20)
      }
    },
    /** Puts current jobs back. Waits two seconds at most, because leases run out by themselves. */
    async close(): Promise<void> {
      leases.close()
      clearTimeout(timer)
      stop.abort(new Error('The service stops.'))
      const ended = Promise.all([listening.close(), lookAround(), ...lanes.map(({ working }) => working)])
      const patience = new AbortController()
      await Promise.race([ended, sleep(CLOSE, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
    },
  }
}
