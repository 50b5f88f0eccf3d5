import { eq, sql } from 'drizzle-orm'
import { variablesIn } from '../../contract/placeholders'
import type { EngineTool } from '../engine/engine'
import { type Fact, type FactSource, factsIn, factsOfPrompt } from '../engine/facts'
import { filesOf, listTools } from '../engine/load-agent'
import type { Queries } from '../store/open-database'
import { type agents, type PlayedScenario, type Prompt, scenarios, type versions } from '../store/schema'

export interface ScenarioSource {
  readonly agentName: string
  readonly description: string
  readonly prompt: Prompt
  /** The variables that a text of the version fills in, such as its greeting: their values are the operator's. */
  readonly filledIn: readonly string[]
  readonly facts: readonly Fact[]
  readonly tools: readonly EngineTool[]
  readonly firstMessage?: string
  readonly extraInstructions?: string
}

/** A given first message as a sentence, and after it what the customer says, without a second greeting. */
export function beginWith(given: string | undefined, message: string): string {
  if (!given || !message) return given || message
  const rest = message.replace(/^(?:hello|hi|hey)[.,!](?:\s+|$)/i, '')
  const sentence = /[\p{L}\p{N}}]$/u.test(given) ? `${given}.` : given
  return `${sentence} ${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`.trim()
}

/** Whether the agent has a scenario. */
export type IsTaken = (draft: PlayedScenario) => boolean

/** Passages for scenarios: in total, and of a file, spread over it. Of many files each gives fewer. */
const SOURCES_MAX = 600
const PER_FILE = 40

async function listSources(db: Queries, versionId: string): Promise<FactSource[]> {
  const readable = filesOf(db, versionId)
  // Chosen without their contents, which a sort of a large knowledge base would write to the disk.
  const { rows } = await db.execute(sql`
    with share as (select greatest(1, least(${PER_FILE}::int, ${SOURCES_MAX}::int / greatest(1, count(distinct file_id)))) as share from (${readable}) as readable)
    select "fileName", p.page, p.heading, p.content from (
      select "fileName", id, ordinal from (
        select f.file_name as "fileName", f.id, p.ordinal,
          row_number() over (partition by p.file_id order by p.ordinal) - 1 as place, count(*) over (partition by p.file_id) as total
        from passages p join files f on f.id = p.file_id where p.file_id in ${readable}
      ) each, share
      where place * share % total < share
      order by place * share / total, "fileName", id limit ${SOURCES_MAX}
    ) chosen join passages p on p.file_id = chosen.id and p.ordinal = chosen.ordinal
    order by "fileName", chosen.ordinal, chosen.id`)
  return rows as unknown as FactSource[]
}

export async function gatherSource(
  db: Queries,
  agent: typeof agents.$inferSelect,
  version: typeof versions.$inferSelect,
  wishes: Pick<ScenarioSource, 'firstMessage' | 'extraInstructions'>,
): Promise<ScenarioSource> {
  const documents = version.useKnowledgeBase ? await listSources(db, version.id) : []
  return {
    agentName: agent.name,
    description: agent.description,
    prompt: version.prompt,
    filledIn: variablesIn([version.prompt.system, version.firstMessage, version.voicemailMessage].join('\n')),
    facts: [...factsIn(documents, wishes.extraInstructions), ...factsOfPrompt(version.prompt.system)],
    tools: await listTools(db, version.prompt.tools),
    ...wishes,
  }
}

/** By name and outcome, as documents may answer otherwise by now. An outcome counts for any where a person changed the scenario, or one has none. */
export async function takenOf(db: Queries, agentId: string, wantsOutcomes: boolean): Promise<IsTaken> {
  const taken = new Map<string, Set<string>>()
  for (const row of await db.select().from(scenarios).where(eq(scenarios.agentId, agentId))) {
    const isChanged = row.updatedAt > row.createdAt
    for (const text of isChanged ? [row.name, row.firstMessage] : [row.name])
      taken.set(text, (taken.get(text) ?? new Set()).add(isChanged ? '' : row.expectedOutcome))
  }
  return ({ name, firstMessage, expectedOutcome }) => {
    const outcomes = taken.get(name) ?? taken.get(firstMessage || name)
    return outcomes !== undefined && (!wantsOutcomes || outcomes.has('') || outcomes.has(expectedOutcome))
  }
}
