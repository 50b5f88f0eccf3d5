import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '../clock'
import { type JobLoop, startJobLoop } from '../job-loop'
import { describeError, type Log } from '../log'
import type { Database } from '../store/open-database'
import { agents, runResults, runs, versions } from '../store/schema'
import { findAnswers } from './knowledge'
import type { ChatModel } from './language-model'
import { BrokenOff, type Play, type TestedAgent } from './play'
import { playByModel } from './play-by-model'
import { playByRules } from './play-by-rules'
import { listTools } from './scenario-source'

interface RunsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly model?: ChatModel
}

/** Conversations at once. A model's server answers several; rules only wait for the database, which has one connection. */
const AT_ONCE = { model: 4, rules: 1 } as const

/** A conversation that was begun this often and never ended is given up: it may be what stops the process. */
const ATTEMPTS_MAX = 3

/** After so many that broke off in a row the others of the run are not tried: a server that never answers would take hours. */
const BROKEN_MAX = 10

const BROKE = 'The service failed while it held this conversation; its log says more.'

type Conversation = typeof runResults.$inferSelect
type Run = typeof runs.$inferSelect

/**
 * Works off what was asked to run, one run after the other (D175). Conversations are rows: a restart takes up the unfinished ones again, and each counts
 * as begun once more. A stop puts those at hand back as they were.
 */
export async function startRuns({ db, clock, log, model }: RunsOptions): Promise<JobLoop> {
  const play: Play = model ? playByModel(model) : playByRules
  const atOnce = model ? AT_ONCE.model : AT_ONCE.rules

  async function findAgent(run: Run): Promise<TestedAgent | undefined> {
    const [row] = await db
      .select({ prompt: versions.prompt, usesKnowledge: versions.useKnowledgeBase, name: agents.name })
      .from(versions)
      .innerJoin(agents, eq(agents.id, versions.agentId))
      .where(eq(versions.id, run.versionId))
    return (
      row && {
        name: row.name,
        prompt: row.prompt,
        tools: await listTools(db, row.prompt.tools),
        search: async (question) => (row.usesKnowledge ? findAnswers(db, run.versionId, question) : []),
      }
    )
  }

  async function claim(run: Run): Promise<Conversation | undefined> {
    const [next] = await db
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
  }

  const finish = (id: number, change: Partial<Conversation>) =>
    db
      .update(runResults)
      .set({ ...change, endedAt: clock.now() })
      .where(eq(runResults.id, id))

  /** Gives why the conversation broke off, where it did. */
  async function hold(
    conversation: Conversation,
    agent: TestedAgent,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { id, attempts, scenario } = conversation
    if (attempts > ATTEMPTS_MAX) {
      await finish(id, {
        status: 'failed',
        explanation: 'It was begun three times and the service ended each time.',
      })
      return undefined
    }
    try {
      const outcome = await play(scenario, agent, signal)
      signal.throwIfAborted()
      await finish(id, { status: 'completed', ...outcome })
      return undefined
    } catch (error) {
      if (signal.aborted) {
        // Not the conversation's fault, so it does not count.
        await db
          .update(runResults)
          .set({ status: 'pending', startedAt: null, attempts: sql`${runResults.attempts} - 1` })
          .where(eq(runResults.id, id))
        return undefined
      }
      if (error instanceof BrokenOff) {
        await finish(id, { status: 'failed', explanation: error.message, transcript: [...error.transcript] })
        return error.message
      }
      log({ event: 'run', id: String(conversation.runId), ...describeError(error) })
      await finish(id, { status: 'failed', explanation: BROKE })
      return BROKE
    }
  }

  const giveUp = (run: Run, why: string) =>
    db
      .update(runResults)
      .set({
        status: 'failed',
        explanation: `Not held, because ${BROKEN_MAX} conversations broke off in a row, the last one for this reason: ${why}`,
        endedAt: clock.now(),
      })
      .where(and(eq(runResults.runId, run.id), eq(runResults.status, 'pending')))

  async function carryOut(run: Run, signal: AbortSignal): Promise<void> {
    const agent = await findAgent(run)
    if (!agent) return
    let inRow = 0
    const work = async () => {
      while (!signal.aborted) {
        const next = await claim(run)
        if (!next) return
        const broke = await hold(next, agent, signal)
        inRow = broke ? inRow + 1 : 0
        if (broke && inRow === BROKEN_MAX) await giveUp(run, broke)
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
    for (const each of ended) if (each.status === 'rejected') throw each.reason
  }

  /** A run has completed when at least one of its conversations has; else there is nothing to see in it. */
  async function close(run: Run): Promise<void> {
    const rows = await db
      .select({ status: runResults.status, explanation: runResults.explanation })
      .from(runResults)
      .where(eq(runResults.runId, run.id))
      .orderBy(asc(runResults.id))
    const failed = rows.length > 0 && rows.every(({ status }) => status === 'failed')
    const now = clock.now()
    await db
      .update(runs)
      .set({
        status: failed ? 'failed' : 'completed',
        reason: failed
          ? `No conversation could be held to its end. ${rows[0]?.explanation ?? ''}`.trim()
          : null,
        endedAt: now,
        updatedAt: now,
      })
      .where(eq(runs.id, run.id))
  }

  async function takeNext(signal: AbortSignal): Promise<boolean> {
    const [run] = await db
      .select()
      .from(runs)
      .where(inArray(runs.status, ['pending', 'running']))
      .orderBy(asc(runs.id))
      .limit(1)
    if (!run) return false
    if (run.status === 'pending')
      await db.update(runs).set({ status: 'running', updatedAt: clock.now() }).where(eq(runs.id, run.id))
    // What a failure of the database left behind; nobody else works on it.
    await db
      .update(runResults)
      .set({ status: 'pending' })
      .where(and(eq(runResults.runId, run.id), eq(runResults.status, 'running')))
    await carryOut(run, signal)
    if (!signal.aborted) await close(run)
    return true
  }

  const loop = startJobLoop('run', takeNext, log)
  loop.wake()
  return loop
}
