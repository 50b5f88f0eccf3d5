import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { describeError, type Log } from '../log'
import type { Database, Queries } from '../store/open-database'
import { jobs } from '../store/schema'
import { isStoreAway, wasTooMuch } from '../store/store-away'
import { claim, freeExpired, giveBack, type Held, hold, LeaseLost, look, remove, renew } from './lease'
import { listenForJobs } from './listen'

export { LeaseLost } from './lease'

/** A job at hand. What is written for it is written in transactions that hold or finish it, or not at all. */
export interface Job {
  readonly key: string
  readonly lane: number
  readonly queuedAt: Date
  /** Aborted when the service stops, or when somebody else has the job. */
  readonly signal: AbortSignal
  /** Nobody else gets the job before the transaction ends. Throws when somebody has. */
  hold(tx: Queries): Promise<void>
  /** Removes the job in the transaction that writes its outcome. Throws when somebody else has it. */
  finish(tx: Queries): Promise<void>
  /** Goes on as the job of another lane of this process, where that has nothing to do; its own lane takes the next job meanwhile. */
  takePlaceIn(lane: number): boolean
  /** Leaves the job to another lane; that it was begun does not count. */
  moveTo(lane: number): Promise<void>
}

/** A kind of job, and how it is done. */
export interface Queue {
  readonly name: string
  /** Each lane has one worker in every process; new jobs are in lane 0. One unless told. */
  readonly lanes?: number
  /** A job that was begun this often, without an end and not because of a stop or an absent store, is given up. */
  readonly attemptsMax: number
  /** Does one job. What it throws counts against the job, except that the store is away (not: over this very job) or that the service stops. */
  work(job: Job): Promise<void>
  /** Writes that a job is given up, in the transaction that removes it. */
  giveUp(tx: Queries, key: string): Promise<void>
  /** Undoes marks of what was begun, in the transaction that puts back a job through no fault of its own. */
  putBack?(tx: Queries, key: string): Promise<void>
}

export interface Jobs {
  /** There may be something to do: now, in the queue that is named; else whenever it is, in any. */
  wake(queue?: string): void
  /** Resolves when these queues are empty. */
  idle(queues: readonly string[]): Promise<void>
  /** Puts back what is at hand. Does not wait longer than two seconds, for work or for the store: the leases run out by themselves. */
  close(): Promise<void>
}

interface JobsOptions {
  readonly db: Database
  readonly queues: readonly Queue[]
  readonly log: Log
}

/** All in milliseconds. A dead worker's job is free after the lease of 20 s; a look in time sees it. */
const HEARTBEAT = 5_000
// Before the pool closes the connection, which takes ten times the effort of a look to open again.
const POLL_SERVER = 9_000
// Nobody else queues anything in the embedded database, and a look there takes 12 ms of CPU.
const POLL_EMBEDDED = 60_000
const RETRY_STORE = 1_000
const CLOSE = 2_000

/** Milliseconds before the next try: 1 s, 4 s, 9 s ... */
const pauseAfter = (attempts: number) => 1_000 * attempts ** 2

interface Lane {
  readonly queue: Queue
  readonly lane: number
  working?: Worker
  asked: boolean
}

/** Works through a lane; ends after the job at hand where that has taken it to another one. */
interface Worker {
  done: Promise<void>
  lane: Lane
}

/**
 * Works on queues in the database, which any number of processes share (D232). A worker has a job for as long as it renews its lease; who has lost it cannot write any more. So a
 * job of a process that died is done by another, and nothing is done twice.
 */
export function startJobs({ db, queues, log }: JobsOptions): Jobs {
  const lanes: Lane[] = queues.flatMap((queue) =>
    Array.from({ length: queue.lanes ?? 1 }, (_, lane) => ({ queue, lane, asked: false })),
  )
  const poll = db.$client.options.connectionString ? POLL_SERVER : POLL_EMBEDDED
  const held = new Map<string, AbortController>()
  const stop = new AbortController()
  const isStopped = () => stop.signal.aborted
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let lookAgain = false
  let storeWasAway = false

  function complain(error: unknown, queue?: Queue, key?: string) {
    if (isStopped()) return
    // Once is enough: it is tried every second.
    if (isStoreAway(error) && storeWasAway) return
    storeWasAway = isStoreAway(error)
    log({ event: 'job', operation: queue?.name, id: key, ...describeError(error) })
  }

  function lookIn(ms: number) {
    clearTimeout(timer)
    if (!isStopped()) timer = setTimeout(lookAround, ms).unref()
  }

  async function lookOnce() {
    const { due, expiryMs } = await look(
      db,
      lanes.map(({ queue, lane }) => ({ queue: queue.name, lane })),
      [...held.keys()],
    )
    storeWasAway = false
    if (expiryMs !== null && expiryMs <= 0) {
      await freeExpired(db, [...held.keys()])
      lookAgain = true
    }
    for (const { queue, lane, waitMs } of due) if (waitMs !== null && waitMs <= 0) startLane(queue, lane)
    const soon = [...due.map(({ waitMs }) => waitMs), expiryMs].filter((ms) => ms !== null && ms > 0)
    lookIn(Math.min(poll, ...(soon as number[]).map((ms) => Math.ceil(ms) + 1)))
  }

  function lookAround() {
    lookAgain = true
    looking ??= (async () => {
      while (lookAgain && !isStopped()) {
        lookAgain = false
        await lookOnce()
      }
    })()
      .catch((error: unknown) => {
        complain(error)
        lookAgain = false
        lookIn(RETRY_STORE)
      })
      .finally(() => {
        looking = undefined
        // Asked in the very moment of ending.
        if (lookAgain && !isStopped()) lookAround()
      })
  }

  function wake(name?: string) {
    if (name === undefined) return lookAround()
    // Without a look first: this is what somebody waits for. What is new is in the first lane.
    startLane(name, 0)
  }

  function startLane(name: string, number: number) {
    const lane = lanes.find(({ queue, lane }) => queue.name === name && lane === number)
    if (lane && !isStopped()) start(lane)
  }

  function start(lane: Lane) {
    lane.asked = true
    if (lane.working) return
    const worker: Worker = { lane, done: Promise.resolve() }
    lane.working = worker
    worker.done = workThrough(lane, worker).finally(() => {
      worker.lane.working = undefined
      if (worker.lane.asked && !isStopped()) start(worker.lane)
    })
  }

  function takePlace(worker: Worker, lane: number): boolean {
    const from = worker.lane
    const to = lanes.find((each) => each.queue === from.queue && each.lane === lane)
    if (!to || to.working) return false
    to.working = worker
    // What came in for it meanwhile is seen when this job ends.
    to.asked = true
    worker.lane = to
    from.working = undefined
    start(from)
    return true
  }

  async function workThrough(lane: Lane, worker: Worker) {
    while (lane.asked && !isStopped()) {
      lane.asked = false
      try {
        let hasWorked = false
        while (!isStopped() && (await takeNext(lane, worker))) {
          hasWorked = true
          if (worker.lane !== lane) return
        }
        // What is to start later was not seen as long as there was something to start at once.
        if (hasWorked && !isStopped()) lookAround()
      } catch (error) {
        complain(error, lane.queue)
        lookIn(RETRY_STORE)
        if (worker.lane !== lane) return
        lane.asked = false
      }
    }
  }

  async function takeNext({ queue, lane }: Lane, worker: Worker): Promise<boolean> {
    const lease = randomUUID()
    const job = await claim(db, { queue: queue.name, lane }, lease)
    if (!job) return false
    const lost = new AbortController()
    held.set(lease, lost)
    try {
      await carryOut(queue, job, worker, AbortSignal.any([stop.signal, lost.signal]))
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
    } finally {
      held.delete(lease)
    }
    return true
  }

  /** Throws `LeaseLost` when somebody else has the job now, and what the store says when the outcome could not be written. */
  async function carryOut(queue: Queue, job: Held, worker: Worker, signal: AbortSignal) {
    const giveUp = () =>
      db.transaction(async (tx) => {
        await remove(tx, job)
        await queue.giveUp(tx, job.key)
      })
    const putBack = (afterMs = 0) =>
      db.transaction(async (tx) => {
        await giveBack(tx, job, { counts: false, afterMs })
        await queue.putBack?.(tx, job.key)
      })
    // The process may have died at it; that was not told to anybody.
    if (job.attempts > queue.attemptsMax) return insist(giveUp)
    let isOver = false
    try {
      await queue.work({
        ...job,
        signal,
        async hold(tx) {
          signal.throwIfAborted()
          await hold(tx, job)
        },
        async finish(tx) {
          signal.throwIfAborted()
          await remove(tx, job)
          isOver = true
        },
        takePlaceIn: (lane) => takePlace(worker, lane),
        async moveTo(lane) {
          await giveBack(db, job, { counts: false, lane })
          isOver = true
          startLane(queue.name, lane)
        },
      })
      if (!isOver) await remove(db, job)
    } catch (error) {
      if (error instanceof LeaseLost || (signal.aborted && !isStopped())) throw new LeaseLost()
      if (isStopped()) return putBack()
      complain(error, queue, job.key)
      // Not at once: a full disk breaks the next try as fast.
      if (isStoreAway(error) && !wasTooMuch(error)) await insist(() => putBack(RETRY_STORE))
      else if (job.attempts >= queue.attemptsMax) await insist(giveUp)
      else await insist(() => giveBack(db, job, { counts: true, afterMs: pauseAfter(job.attempts) }))
      wake()
    }
  }

  /** Tries until the store is there again. */
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

  let renewing = false
  const heartbeat = setInterval(async () => {
    if (renewing || held.size === 0) return
    renewing = true
    const asked = [...held.keys()]
    try {
      const still = new Set(await renew(db, asked))
      for (const lease of asked) if (!still.has(lease)) held.get(lease)?.abort(new LeaseLost())
    } catch {
      // Whoever has a lease by the time the store is there again may write.
    } finally {
      renewing = false
    }
  }, HEARTBEAT).unref()

  const listening = listenForJobs(db, wake)
  wake()

  return {
    wake,
    async idle(names) {
      for (;;) {
        await Promise.all(lanes.map(({ queue, working }) => names.includes(queue.name) && working?.done))
        if ((await db.$count(jobs, inArray(jobs.queue, [...names]))) === 0) return
        // They wait for their time, or somebody else has them.
        await sleep(20)
      }
    },
    async close() {
      clearInterval(heartbeat)
      clearTimeout(timer)
      stop.abort(new Error('The service stops.'))
      const ended = Promise.all([listening.close(), looking, ...lanes.map(({ working }) => working?.done)])
      const patience = new AbortController()
      await Promise.race([ended, sleep(CLOSE, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
    },
  }
}
