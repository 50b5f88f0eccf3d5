import { asc, eq, inArray } from 'drizzle-orm'
import type { Clock } from '../clock'
import { type JobLoop, startJobLoop } from '../job-loop'
import { describeError, type Log } from '../log'
import type { Database } from '../store/open-database'
import { agents, runResults, runs, scenarios, versions } from '../store/schema'
import { searchKnowledge } from './knowledge'
import { playScenario } from './play-scenario'

interface RunsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** Works off what was asked to run; a run that a restart interrupted goes on where it was. */
export async function startRuns({ db, clock, log }: RunsOptions): Promise<JobLoop> {
  const mark = (id: number, status: 'running' | 'completed' | 'failed') =>
    db.update(runs).set({ status, updatedAt: clock.now() }).where(eq(runs.id, id))

  async function carryOut(run: typeof runs.$inferSelect, signal: AbortSignal) {
    const [version] = await db
      .select({
        prompt: versions.prompt,
        useKnowledgeBase: versions.useKnowledgeBase,
        agentName: agents.name,
      })
      .from(versions)
      .innerJoin(agents, eq(agents.id, versions.agentId))
      .where(eq(versions.id, run.versionId))
    if (!version) return
    const results = await db
      .select({ id: runResults.id, status: runResults.status, scenario: scenarios })
      .from(runResults)
      .innerJoin(scenarios, eq(scenarios.id, runResults.scenarioId))
      .where(eq(runResults.runId, run.id))
      .orderBy(asc(runResults.id))
    for (const { id, status, scenario } of results) {
      if (signal.aborted) return
      if (status !== 'pending') continue
      const verdict = await playScenario({
        kind: scenario.kind,
        firstMessage: scenario.firstMessage,
        agentName: version.agentName,
        prompt: version.prompt,
        search: async (words) =>
          version.useKnowledgeBase ? searchKnowledge(db, run.versionId, words) : undefined,
      })
      await db
        .update(runResults)
        .set({ status: 'completed', ...verdict })
        .where(eq(runResults.id, id))
    }
  }

  async function takeNext(signal: AbortSignal): Promise<boolean> {
    const [run] = await db
      .select()
      .from(runs)
      .where(inArray(runs.status, ['pending', 'running']))
      .orderBy(asc(runs.id))
      .limit(1)
    if (!run) return false
    await mark(run.id, 'running')
    try {
      await carryOut(run, signal)
      if (!signal.aborted) await mark(run.id, 'completed')
    } catch (error) {
      log({ event: 'run', id: String(run.id), ...describeError(error) })
      await mark(run.id, 'failed')
    }
    return true
  }

  const loop = startJobLoop('run', takeNext, log)
  loop.wake()
  return loop
}
