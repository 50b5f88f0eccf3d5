import { and, asc, count, desc, eq, inArray, min, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { handler } from '../context'
import { found, Refused, returned, wrongField } from '../errors'
import { enqueue } from '../jobs/queue'
import type { Queries } from '../store/open-database'
import { agents, RUN_STATUSES, runResults, runs, scenarios, VERDICTS, versions } from '../store/schema'
import { RUN } from '../testing-lab/runs'
import { findLabAgent, labIdFrom, readLabPage } from './lab'
import { dateTime, named, pagination, show } from './shapes'

const status = z.enum(RUN_STATUSES)

/** What the agent was given to say something. */
const passage = z.strictObject({
  file_id: z.string(),
  file_name: z.string(),
  page: z.nullable(z.int()),
  heading: z.optional(z.array(z.string())),
  text: z.string(),
})

const conversation = named(
  'Conversation',
  z.strictObject({
    id: z.int(),
    status,
    scenario: z.int(),
    scenario_name: z.string(),
    /** Which repetition of the scenario, from 1. */
    number: z.int(),
    verdict: z.optional(z.enum(VERDICTS)),
    reason: z.nullable(z.string()),
    /** A sentence that a version which failed could add to its prompt (D371). */
    suggested_rule: z.nullable(z.string()),
    judged_by: z.nullable(z.string()),
    expected_outcome_prompt: z.string(),
    transcript: z.array(
      z.strictObject({
        role: z.enum(['customer', 'agent']),
        content: z.string(),
        passages: z.optional(z.array(passage)),
        /** The line of the prompt that decided. */
        prompt_line: z.optional(z.string()),
      }),
    ),
    started_at: z.nullable(dateTime),
    ended_at: z.nullable(dateTime),
  }),
)

const counts = z.strictObject({
  total: z.int(),
  passed: z.int(),
  failed: z.int(),
  unclear: z.int(),
  /** Conversations that failed, so that there was nothing to judge. */
  broken: z.int(),
})

const runShape = z.strictObject({
  id: z.int(),
  agent: z.int(),
  agent_version_id: z.string(),
  agent_version: z.int(),
  name: z.string(),
  status,
  reason: z.nullable(z.string()),
  frequency: z.int(),
  outbound_phone_number: z.nullable(z.string()),
  tags: z.array(z.string()),
  counts,
  created_at: dateTime,
  updated_at: dateTime,
  ended_at: z.nullable(dateTime),
})

const runWithConversations = z.extend(runShape, { runs: z.array(conversation) })

const listedRun = z.extend(runShape, {
  /** One verdict on each scenario over all its repetitions, once all were held (D370); none where every one of them broke off. */
  scenario_results: z.array(
    z.strictObject({ scenario: z.int(), scenario_name: z.string(), verdict: z.optional(z.enum(VERDICTS)) }),
  ),
})

const runPage = z.strictObject({ runs: z.array(listedRun), pagination })

/** Scenarios times frequency (D32). */
const CONVERSATIONS_MAX = 1000

/** Rows an INSERT carries (D33). */
const BATCH = 100

type Run = typeof runs.$inferSelect
type Result = typeof runResults.$inferSelect
type Scenario = typeof scenarios.$inferSelect
type Counts = z.infer<typeof counts>

interface RunContext {
  readonly run: Run
  readonly labId: number
  readonly version: number
}

const toRun = ({ run, labId, version }: RunContext, counts: Counts) =>
  show(runShape, { ...run, agent: labId, agentVersionId: run.versionId, agentVersion: version, counts })

const toConversation = (result: Result) =>
  show(conversation, {
    ...result,
    scenario: result.scenarioId,
    scenarioName: result.scenario.name,
    verdict: result.verdict ?? undefined,
    reason: result.explanation,
    expectedOutcomePrompt: result.scenario.expectedOutcome,
    transcript: result.transcript.map(({ who, said, passages, rule }) => ({
      role: who === 'caller' ? ('customer' as const) : ('agent' as const),
      content: said,
      passages: passages?.map((each) => show(passage, each)),
      prompt_line: rule,
    })),
  })

const NONE: Counts = { total: 0, passed: 0, failed: 0, unclear: 0, broken: 0 }

/** How the conversations of each scenario of these runs ended; scenarios in the order of the run. */
async function tally(db: Queries, ids: readonly number[]) {
  if (ids.length === 0) return []
  const having = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  return db
    .select({
      runId: runResults.runId,
      scenarioId: runResults.scenarioId,
      total: count(),
      passed: having(sql`${runResults.verdict} = 'passed'`),
      failed: having(sql`${runResults.verdict} = 'failed'`),
      unclear: having(sql`${runResults.verdict} = 'unclear'`),
      broken: having(sql`${runResults.status} = 'failed' and ${runResults.verdict} is null`),
    })
    .from(runResults)
    .where(inArray(runResults.runId, [...ids]))
    .groupBy(runResults.runId, runResults.scenarioId)
    .orderBy(min(runResults.id))
}

type Tally = Awaited<ReturnType<typeof tally>>[number]

const sumOf = (rows: readonly Tally[]): Counts =>
  rows.reduce(
    (sum, each) => ({
      total: sum.total + each.total,
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      unclear: sum.unclear + each.unclear,
      broken: sum.broken + each.broken,
    }),
    NONE,
  )

/** Failed with one failure, passed only when all passed, as the console judges whole runs. */
const verdictOf = ({ total, passed, failed, broken }: Tally): (typeof VERDICTS)[number] | undefined =>
  broken === total ? undefined : failed > 0 ? 'failed' : passed === total ? 'passed' : 'unclear'

async function namesOf(db: Queries, rows: readonly Tally[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.map(({ scenarioId }) => scenarioId))]
  if (ids.length === 0) return new Map()
  const found = await db
    .select({ id: scenarios.id, name: scenarios.name })
    .from(scenarios)
    .where(inArray(scenarios.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

const isHeld = ({ total, passed, failed, unclear, broken }: Tally) =>
  passed + failed + unclear + broken === total

/** Answers at once; the conversations are held off the request. */
export const runScenarios = handler(
  'runScenarios',
  201,
  runWithConversations,
  async ({ clock, queueing }, { body }) => {
    const now = clock.now()
    const frequency = body.frequency ?? 1
    const wanted = [...new Set(body.scenarios)]
    if (wanted.length * frequency > CONVERSATIONS_MAX)
      throw wrongField(
        'frequency',
        `A run has at most ${CONVERSATIONS_MAX} conversations; choose fewer scenarios or a lower frequency.`,
      )
    return queueing(async (tx) => {
      const { agent, version } = await findLabAgent(tx, body.agent_id, body.agent_version_id)
      const rows = await tx
        .select()
        .from(scenarios)
        .where(and(eq(scenarios.agentId, agent.id), inArray(scenarios.id, wanted.map(labIdFrom))))
      const own = new Map(rows.map((scenario) => [scenario.id, scenario]))
      const unknown = body.scenarios.flatMap((id, index) =>
        own.has(id) ? [] : [{ path: `scenarios.${index}`, message: `This agent has no scenario ${id}` }],
      )
      if (unknown[0]) throw new Refused(400, `${unknown[0].message}.`, unknown)
      const run = returned(
        await tx
          .insert(runs)
          .values({
            agentId: agent.id,
            versionId: version.id,
            name: body.name ?? `Run of ${agent.name}`.slice(0, 200),
            status: 'pending',
            frequency,
            outboundPhoneNumber: body.outbound_phone_number ?? null,
            tags: body.tags ?? [],
            createdAt: now,
            updatedAt: now,
          })
          .returning(),
      )
      const planned = wanted.flatMap((scenarioId) => {
        const { kind, name, instructions, firstMessage, expectedOutcome } = own.get(scenarioId) as Scenario
        const scenario = { kind, name, instructions, firstMessage, expectedOutcome }
        const common = { runId: run.id, scenarioId, status: 'pending' as const, scenario, transcript: [] }
        return Array.from({ length: frequency }, (_, index) => ({ ...common, number: index + 1 }))
      })
      const results: Result[] = []
      for (let start = 0; start < planned.length; start += BATCH)
        results.push(
          ...(await tx
            .insert(runResults)
            .values(planned.slice(start, start + BATCH))
            .returning()),
        )
      await enqueue(tx, { queue: RUN, key: String(run.id) })
      return {
        ...toRun({ run, labId: agent.labId, version: version.version }, { ...NONE, total: results.length }),
        runs: results.map(toConversation),
      }
    }, RUN)
  },
)

const runRows = (db: Queries) =>
  db
    .select({ run: runs, labId: agents.labId, version: versions.version })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .innerJoin(versions, eq(versions.id, runs.versionId))

export const listRuns = handler('listRuns', 200, runPage, async ({ db }, { query }) => {
  const { page, pagination } = await readLabPage(
    query,
    runs.id,
    (where, limit) => runRows(db).where(where).orderBy(desc(runs.id)).limit(limit),
    ({ run }) => run.id,
  )
  const rows = await tally(
    db,
    page.map(({ run }) => run.id),
  )
  const names = await namesOf(db, rows)
  const toScenarioResult = (row: Tally) => ({
    scenario: row.scenarioId,
    scenario_name: names.get(row.scenarioId) ?? '',
    verdict: verdictOf(row),
  })
  const byRun = new Map<number, Tally[]>()
  for (const row of rows) byRun.set(row.runId, [...(byRun.get(row.runId) ?? []), row])
  return {
    runs: page.map((row) => {
      const own = byRun.get(row.run.id) ?? []
      return { ...toRun(row, sumOf(own)), scenario_results: own.filter(isHeld).map(toScenarioResult) }
    }),
    pagination,
  }
})

export const readRun = handler('readRun', 200, runWithConversations, async ({ db }, { params }) => {
  const row = found(await runRows(db).where(eq(runs.id, labIdFrom(params.id))), 'run')
  const results = await db
    .select()
    .from(runResults)
    .where(eq(runResults.runId, row.run.id))
    .orderBy(asc(runResults.id))
  const counts = sumOf(await tally(db, [row.run.id]))
  return { ...toRun(row, counts), runs: results.map(toConversation) }
})
