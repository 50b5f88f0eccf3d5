import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '../clock'
import { rehearseCall } from '../engine/call-tool'
import { createEngine } from '../engine/create-engine'
import type { EngineAgent } from '../engine/engine'
import type { ChatModel } from '../engine/language-model'
import { loadAgent } from '../engine/load-agent'
import { LeaseLost } from '../jobs/lease'
import type { Job, Queue } from '../jobs/queue'
import { describeError, type Log } from '../log'
import type { FindMeaning } from '../search/found'
import type { Database, Queries } from '../store/open-database'
import { runResults, runs } from '../store/schema'
import { isStoreAway } from '../store/store-away'
import { BrokenOff, type Play } from './play'
import { playByModel } from './play-by-model'
import { playByRules } from './play-by-rules'

interface RunsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly model?: ChatModel
  readonly findMeaning?: FindMeaning | undefined
}

/** Conversations at once. Rules only wait for the database, which may have one connection. */
const AT_ONCE = { model: 4, rules: 1 } as const

export const RUN = 'run'

/** Attempts before a conversation is given up, because it may crash the process. */
const ATTEMPTS_MAX = 3

/** Attempts before a run is given up. More than for a conversation, because several of its conversations may crash. */
const RUN_ATTEMPTS_MAX = 10

/** After this many failures in a row, the rest of the run is skipped: a dead server would take hours. */
const BROKEN_MAX = 10

const BROKE = 'The service failed while it held this conversation; its log says more.'

type Conversation = typeof runResults.$inferSelect
type Run = typeof runs.$inferSelect

/** Carries out runs, one at a time in a process (D175). The next worker repeats unfinished conversations, and counts. */
export function runQueue({ db, clock, log, model, findMeaning }: RunsOptions): Queue {
  const engine = createEngine({ model, prepareCall: rehearseCall, findMeaning })
  const play: Play = model ? playByModel(model, engine) : playByRules(engine)
  const atOnce = model ? AT_ONCE.model : AT_ONCE.rules

  const claim = (job: Job, run: Run): Promise<Conversation | undefined> =>
    job.write(async (tx) => {
      const [next] = await tx
        .update(runResults)
        .set({ status: 'running', startedAt: clock.now(), attempts: sql`${runResults.attempts} + 1` })
        .where(
          eq(
            runResults.id,
            sql`(select id from run_results where run_id = ${run.id} and status = 'pending' order by id limit 1 for update skip locked)`,
          ),
        )
        .returning()
      return next
    })

  const finish = (job: Job, id: number, change: Partial<Conversation>) =>
    job.write((tx) =>
      tx
        .update(runResults)
        .set({ ...change, endedAt: clock.now() })
        .where(eq(runResults.id, id)),
    )

  /** Returns why the conversation broke off, if it did. Throws errors that are not its fault. */
  async function converse(
    job: Job,
    conversation: Conversation,
    agent: EngineAgent,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { id, attempts, scenario } = conversation
    if (attempts > ATTEMPTS_MAX) {
      await finish(job, id, {
        status: 'failed',
        explanation: 'It was begun three times and the service ended each time.',
      })
      return undefined
    }
    try {
      const outcome = await play(scenario, agent, signal)
      signal.throwIfAborted()
      await finish(job, id, { status: 'completed', ...outcome })
      return undefined
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost || isStoreAway(error)) throw error
      if (error instanceof BrokenOff) {
        const transcript = [...error.transcript]
        await finish(job, id, { status: 'failed', explanation: error.message, transcript })
        return error.message
      }
      log({ event: 'run', id: String(conversation.runId), ...describeError(error) })
      await finish(job, id, { status: 'failed', explanation: BROKE })
      return BROKE
    }
  }

  const giveUpRest = (job: Job, run: Run, why: string) =>
    job.write((tx) =>
      tx
        .update(runResults)
        .set({
          status: 'failed',
          explanation: `Not held, because ${BROKEN_MAX} conversations broke off in a row, the last one for this reason: ${why}`,
          endedAt: clock.now(),
        })
        .where(and(eq(runResults.runId, run.id), eq(runResults.status, 'pending'))),
    )

  async function carryOut(job: Job, run: Run): Promise<void> {
    const agent = await loadAgent(db, run.versionId)
    const failed = new AbortController()
    const signal = AbortSignal.any([job.signal, failed.signal])
    let inRow = 0
    const work = async () => {
      // The others begin no more while a busy store has the rest given up.
      while (inRow < BROKEN_MAX) {
        signal.throwIfAborted()
        const next = await claim(job, run)
        if (!next) return
        const broke = await converse(job, next, agent, signal)
        inRow = broke ? inRow + 1 : 0
        if (broke && inRow === BROKEN_MAX) await giveUpRest(job, run, broke)
      }
    }
    // All must end before the job is put back.
    await Promise.all(
      Array.from({ length: atOnce }, () => work().catch((error: unknown) => failed.abort(error))),
    )
    failed.signal.throwIfAborted()
  }

  const end = (tx: Queries, id: number, how: Pick<Run, 'status' | 'reason'>) => {
    const now = clock.now()
    return tx
      .update(runs)
      .set({ ...how, endedAt: now, updatedAt: now })
      .where(eq(runs.id, id))
  }

  /** A run is completed if at least one of its conversations is. */
  async function close(tx: Queries, run: Run): Promise<void> {
    const rows = await tx
      .select({ status: runResults.status, explanation: runResults.explanation })
      .from(runResults)
      .where(eq(runResults.runId, run.id))
      .orderBy(asc(runResults.id))
    const failed = rows.length > 0 && rows.every(({ status }) => status === 'failed')
    const why = `No conversation could be held to its end. ${rows[0]?.explanation ?? ''}`.trim()
    await end(tx, run.id, failed ? { status: 'failed', reason: why } : { status: 'completed', reason: null })
  }

  /** Runs of this process whose leftovers are cleared, so that their running conversations are ours. */
  const begun = new Set<string>()

  const unfinished = (runId: number) =>
    and(eq(runResults.runId, runId), inArray(runResults.status, ['pending', 'running']))

  return {
    name: RUN,
    attemptsMax: RUN_ATTEMPTS_MAX,
    async work(job) {
      begun.delete(job.key)
      const [run] = await db
        .select()
        .from(runs)
        .where(eq(runs.id, Number(job.key)))
      if (!run) return
      await job.write(async (tx) => {
        await tx.update(runs).set({ status: 'running', updatedAt: clock.now() }).where(eq(runs.id, run.id))
        // Clears what an earlier worker left.
        await tx
          .update(runResults)
          .set({ status: 'pending' })
          .where(and(eq(runResults.runId, run.id), eq(runResults.status, 'running')))
      })
      begun.add(job.key)
      await carryOut(job, run)
      await job.finish((tx) => close(tx, run))
      begun.delete(job.key)
    },
    async giveUp(tx, key) {
      const reason = `This run was begun ${RUN_ATTEMPTS_MAX} times, and the service failed or ended each time.`
      await tx
        .update(runResults)
        .set({ status: 'failed', explanation: reason, endedAt: clock.now() })
        .where(unfinished(Number(key)))
      await end(tx, Number(key), { status: 'failed', reason })
    },
    async putBack(tx, key) {
      // Not begun here, so the attempts of a dead process count.
      if (!begun.has(key)) return
      await tx
        .update(runResults)
        .set({ status: 'pending', startedAt: null, attempts: sql`${runResults.attempts} - 1` })
        .where(and(eq(runResults.runId, Number(key)), eq(runResults.status, 'running')))
    },
  }
}
