import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Handler } from '../context'
import { notFound, Refused, wrongField } from '../errors'
import type { Queries } from '../store/open-database'
import { agents, phoneNumbers, runResults, runs, scenarios, tools, versions } from '../store/schema'
import { draftScenarios } from '../testing-lab/draft-scenarios'
import { listSubjects } from '../testing-lab/knowledge'

/** Scenarios times frequency (D32). */
const CONVERSATIONS_MAX = 1000

/** The agent by its integer id, with the version to test: the deployed one, else the newest. */
async function findAgent(db: Queries, labId: number) {
  const [found] = await db
    .select({ agent: agents, version: versions })
    .from(agents)
    .innerJoin(versions, eq(versions.agentId, agents.id))
    .where(eq(agents.labId, labId))
    .orderBy(desc(versions.deployed), desc(versions.version))
    .limit(1)
  if (!found) throw notFound('agent', 'agent_id')
  return found
}

export const generateScenarios: Handler<'generateScenarios'> = async ({ db, clock }, { body }) =>
  db.transaction(async (tx) => {
    const { agent, version } = await findAgent(tx, body.agent_id)
    if (body.inbound_phone_number !== undefined) {
      const [known] = await tx
        .select({ id: phoneNumbers.id })
        .from(phoneNumbers)
        .where(eq(phoneNumbers.labId, body.inbound_phone_number))
      if (!known) throw wrongField('inbound_phone_number', 'There is no phone number with this id.')
    }
    const slugs = version.prompt.tools
    const attached = slugs.length
      ? await tx
          .select({ name: tools.name })
          .from(tools)
          .where(inArray(tools.slug, slugs))
          .orderBy(tools.name)
      : []
    const drafts = draftScenarios(
      {
        agentName: agent.name,
        prompt: version.prompt,
        subjects: version.useKnowledgeBase ? await listSubjects(tx, version.id, body.num_scenarios) : [],
        toolNames: attached.map(({ name }) => name),
        firstMessage: body.first_message,
        extraInstructions: body.extra_instructions,
      },
      body.num_scenarios,
    )
    const rows = await tx
      .insert(scenarios)
      .values(
        drafts.map((draft) => ({
          ...draft,
          agentId: agent.id,
          expectedOutcome: body.generate_expected_outcomes ? draft.expectedOutcome : '',
          inboundPhoneNumber: body.inbound_phone_number ?? null,
          tags: [...new Set([...(body.tags ?? []), draft.kind])],
          createdAt: clock.now(),
        })),
      )
      .returning()
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      agent: agent.labId,
      personality_name: row.kind === 'hostile' ? 'Hostile' : 'Friendly',
      tags: row.tags,
      tool_ids: [],
      runs: [],
      first_message: row.firstMessage,
      inbound_phone_number: row.inboundPhoneNumber,
      instructions: row.instructions,
      expected_outcome_prompt: row.expectedOutcome,
      scenario_language: 'en' as const,
      created_at: row.createdAt.toISOString(),
    }))
  })

export const runScenarios: Handler<'runScenarios'> = async ({ db, clock, wake }, { body }) => {
  const now = clock.now()
  const frequency = body.frequency ?? 1
  const wanted = [...new Set(body.scenarios)]
  if (wanted.length * frequency > CONVERSATIONS_MAX)
    throw wrongField(
      'frequency',
      `A run has at most ${CONVERSATIONS_MAX} conversations; choose fewer scenarios or a lower frequency.`,
    )
  const started = await db.transaction(async (tx) => {
    const { agent, version } = await findAgent(tx, body.agent_id)
    const found = await tx
      .select({ id: scenarios.id, name: scenarios.name })
      .from(scenarios)
      .where(and(eq(scenarios.agentId, agent.id), inArray(scenarios.id, wanted)))
    const names = new Map(found.map(({ id, name }) => [id, name]))
    const unknown = body.scenarios.flatMap((id, index) =>
      names.has(id) ? [] : [{ path: `scenarios.${index}`, message: `This agent has no scenario ${id}` }],
    )
    if (unknown[0]) throw new Refused(400, `${unknown[0].message}.`, unknown)
    const [run] = await tx
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
      .returning()
    if (!run) throw new TypeError('The store took a run and gave nothing back.')
    const results = await tx
      .insert(runResults)
      .values(
        wanted.flatMap((scenarioId) =>
          Array.from({ length: frequency }, (_, index) => ({
            runId: run.id,
            scenarioId,
            number: index + 1,
            status: 'pending' as const,
            transcript: [],
          })),
        ),
      )
      .returning()
    return {
      id: run.id,
      agent: agent.labId,
      name: run.name,
      status: run.status,
      frequency,
      outbound_phone_number: run.outboundPhoneNumber,
      tags: run.tags,
      runs: results.map((result) => ({
        id: result.id,
        status: result.status,
        scenario: result.scenarioId,
        scenario_name: names.get(result.scenarioId) ?? '',
        number: result.number,
        success: result.success,
      })),
      created_at: now.toISOString(),
    }
  })
  wake.runs()
  return started
}
