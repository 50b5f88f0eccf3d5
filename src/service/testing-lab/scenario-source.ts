import { inArray } from 'drizzle-orm'
import type { Queries } from '../store/open-database'
import {
  type agents,
  type Prompt,
  type ScenarioKind,
  type ToolStructure,
  tools,
  type versions,
} from '../store/schema'
import { type Fact, factsIn, factsOfPrompt } from './facts'
import { listSources } from './knowledge'

export interface LabTool {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly speech: string
  readonly variables: ToolStructure['variables']
}

export interface ScenarioSource {
  readonly agentName: string
  readonly description: string
  readonly prompt: Prompt
  /** From the agent's documents and prompt. */
  readonly facts: readonly Fact[]
  readonly tools: readonly LabTool[]
  readonly firstMessage?: string
  readonly extraInstructions?: string
}

export interface ScenarioDraft {
  readonly kind: ScenarioKind
  readonly name: string
  readonly instructions: string
  readonly firstMessage: string
  readonly expectedOutcome: string
}

export async function listTools(db: Queries, slugs: readonly string[]): Promise<LabTool[]> {
  if (slugs.length === 0) return []
  const rows = await db
    .select()
    .from(tools)
    .where(inArray(tools.slug, [...slugs]))
    .orderBy(tools.slug)
  return rows.map(({ slug, name, description, speech, structure }) => ({
    slug,
    name,
    description,
    speech,
    variables: structure.variables,
  }))
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
    facts: [...factsIn(documents, wishes.extraInstructions), ...factsOfPrompt(version.prompt.system)],
    tools: await listTools(db, version.prompt.tools),
    ...wishes,
  }
}
