import { desc, eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { handler } from '../context'
import { found, returned } from '../errors'
import type { Queries } from '../store/open-database'
import { agents, runResults, SCENARIO_KINDS, type ScenarioKind, scenarios } from '../store/schema'
import { generateDrafts } from '../testing-lab/generate-drafts'
import { gatherSource, takenOf } from '../testing-lab/scenario-source'
import { checkInboundNumber, findLabAgent, labIdFrom, readLabPage } from './lab'
import { dateTime, named, pagination, show } from './shapes'
import { lockAgent } from './version-rows'

/** Bare (the shape real services answer with). */
const scenario = named(
  'Scenario',
  z.strictObject({
    id: z.int(),
    name: z.string(),
    agent: z.int(),
    personality_name: z.string(),
    tags: z.array(z.string()),
    tool_ids: z.array(z.string()),
    runs: z.array(z.int()),
    first_message: z.string(),
    inbound_phone_number: z.nullable(z.int()),
    instructions: z.string(),
    /** Empty when no expected outcomes were asked for. */
    expected_outcome_prompt: z.string(),
    scenario_language: z.literal('en'),
    /** What made it, in words: rules, a language model, or a person. */
    generated_by: z.string(),
    created_at: dateTime,
    updated_at: dateTime,
  }),
)

/** In an array (the shape real services answer generation with). */
const scenarioList = z.array(scenario)

const scenarioPage = z.strictObject({ scenarios: scenarioList, pagination })

const PERSONALITIES: Readonly<Record<ScenarioKind, string>> = {
  'happy path': 'Friendly',
  'missing information': 'Vague',
  'edge case': 'Hurried',
  'off topic': 'Talkative',
  hostile: 'Hostile',
}

type Row = typeof scenarios.$inferSelect

const toScenario = (row: Row, agentLabId: number, runIds: readonly number[]) =>
  show(scenario, {
    ...row,
    agent: agentLabId,
    personalityName: PERSONALITIES[row.kind],
    toolIds: [],
    runs: [...runIds],
    expectedOutcomePrompt: row.expectedOutcome,
    scenarioLanguage: 'en',
  })

async function runsOf(db: Queries, ids: readonly number[]): Promise<Map<number, number[]>> {
  const runIds = new Map<number, number[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return runIds
  const rows = await db
    .selectDistinct({ scenarioId: runResults.scenarioId, runId: runResults.runId })
    .from(runResults)
    .where(inArray(runResults.scenarioId, [...ids]))
    .orderBy(runResults.runId)
  for (const { scenarioId, runId } of rows) runIds.get(scenarioId)?.push(runId)
  return runIds
}

/** The first tag that names a kind decides how a scenario is judged (D173). */
const kindOf = (tags: readonly string[]): ScenarioKind =>
  SCENARIO_KINDS.find((kind) => tags.some((tag) => tag.trim().toLowerCase() === kind)) ?? 'happy path'

export const generateScenarios = handler(
  'generateScenarios',
  201,
  scenarioList,
  async ({ db, clock, model }, { body }) => {
    const { agent, version } = await findLabAgent(db, body.agent_id)
    await checkInboundNumber(db, body.inbound_phone_number)
    const source = await gatherSource(db, agent, version, {
      firstMessage: body.first_message,
      extraInstructions: body.extra_instructions,
    })
    const wantsOutcomes = body.generate_expected_outcomes ?? false
    // Outside of a transaction: a language model takes its time.
    const draftsBut = await generateDrafts(source, body.num_scenarios, model)
    const now = clock.now()
    const rows = await db.transaction(async (tx) => {
      // Two requests at once would draft the same.
      await lockAgent(tx, agent.id)
      const drafts = draftsBut(await takenOf(tx, agent.id, wantsOutcomes))
      if (drafts.length === 0) return []
      return tx
        .insert(scenarios)
        .values(
          drafts.map((draft) => ({
            ...draft,
            agentId: agent.id,
            expectedOutcome: wantsOutcomes ? draft.expectedOutcome : '',
            inboundPhoneNumber: body.inbound_phone_number ?? null,
            tags: [...new Set([...(body.tags ?? []), draft.kind])],
            createdAt: now,
            updatedAt: now,
          })),
        )
        .returning()
    })
    return rows.map((row) => toScenario(row, agent.labId, []))
  },
)

export const listScenarios = handler('listScenarios', 200, scenarioPage, async ({ db }, { query }) => {
  const { page, pagination } = await readLabPage(
    query,
    scenarios.id,
    (where, limit) =>
      db
        .select({ scenario: scenarios, labId: agents.labId })
        .from(scenarios)
        .innerJoin(agents, eq(agents.id, scenarios.agentId))
        .where(where)
        .orderBy(desc(scenarios.id))
        .limit(limit),
    ({ scenario }) => scenario.id,
  )
  const runIds = await runsOf(
    db,
    page.map(({ scenario }) => scenario.id),
  )
  return {
    scenarios: page.map(({ scenario, labId }) => toScenario(scenario, labId, runIds.get(scenario.id) ?? [])),
    pagination,
  }
})

export const createScenario = handler('createScenario', 201, scenario, async ({ db, clock }, { body }) => {
  const { agent } = await findLabAgent(db, body.agent_id)
  await checkInboundNumber(db, body.inbound_phone_number)
  const now = clock.now()
  const tags = [...new Set(body.tags ?? [])]
  const rows = await db
    .insert(scenarios)
    .values({
      agentId: agent.id,
      kind: kindOf(tags),
      name: body.name,
      instructions: body.instructions,
      firstMessage: body.first_message ?? '',
      expectedOutcome: body.expected_outcome_prompt ?? '',
      inboundPhoneNumber: body.inbound_phone_number ?? null,
      tags,
      generatedBy: 'a person',
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return toScenario(returned(rows), agent.labId, [])
})

/** Earlier runs stay as they were started (D173). */
export const updateScenario = handler(
  'updateScenario',
  200,
  scenario,
  async ({ db, clock }, { params, body }) => {
    const id = labIdFrom(params.id)
    await checkInboundNumber(db, body.inbound_phone_number)
    const tags = body.tags && [...new Set(body.tags)]
    const rows = await db
      .update(scenarios)
      .set({
        name: body.name,
        instructions: body.instructions,
        firstMessage: body.first_message,
        expectedOutcome: body.expected_outcome_prompt,
        inboundPhoneNumber: body.inbound_phone_number,
        tags,
        kind: tags && kindOf(tags),
        updatedAt: clock.now(),
      })
      .where(eq(scenarios.id, id))
      .returning()
    const row = found(rows, 'scenario')
    const ofAgent = db.select({ labId: agents.labId }).from(agents).where(eq(agents.id, row.agentId))
    const { labId } = found(await ofAgent, 'scenario')
    return toScenario(row, labId, (await runsOf(db, [id])).get(id) ?? [])
  },
)
