import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Found, searchPassages } from '../search/search-passages'
import type { Queries } from '../store/open-database'
import {
  type agents,
  collectionFiles,
  files,
  type Prompt,
  type ScenarioKind,
  type ToolStructure,
  type TurnPassage,
  tools,
  versionCollections,
  type versions,
} from '../store/schema'
import { type Fact, type FactSource, factsIn, factsOfPrompt } from './facts'
import { isNumber, shareFound, tellingWords } from './meaning'

export interface LabTool {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly speech: string
  readonly variables: ToolStructure['variables']
}

export interface TestedAgent {
  readonly name: string
  readonly prompt: Prompt
  readonly tools: readonly LabTool[]
  /** Searches the agent's knowledge, if it uses any. */
  readonly search: (question: string) => Promise<TurnPassage[]>
}

export interface ScenarioSource {
  readonly agentName: string
  readonly description: string
  readonly prompt: Prompt
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

const PASSAGES_MAX = 4
const PASSAGE_LENGTH = 900

const WORDS_MAX = 12

/** Milliseconds. Long, because nobody waits, and results should depend on the documents, not the machine's load. */
const TIME_MAX = 15_000

/** Passages for scenarios: spread over each file, and in total. */
const PER_FILE = 40
const SOURCES_MAX = 600

const filesOf = (db: Queries, versionId: string) =>
  db
    .select({ id: collectionFiles.fileId })
    .from(collectionFiles)
    .innerJoin(versionCollections, eq(versionCollections.collectionId, collectionFiles.collectionId))
    .innerJoin(files, eq(files.id, collectionFiles.fileId))
    .where(and(eq(versionCollections.versionId, versionId), eq(files.status, 'INGESTED')))

const toTurnPassage = ({ fileId, fileName, page, text }: Found): TurnPassage => ({
  fileId,
  fileName,
  page,
  text: text.length > PASSAGE_LENGTH ? `${text.slice(0, PASSAGE_LENGTH)} …` : text,
})

/** Passages with all content words, else with all but numbers (a customer may be wrong), else with half of them. */
export async function findAnswers(db: Queries, versionId: string, question: string): Promise<TurnPassage[]> {
  const words = tellingWords(question).slice(0, WORDS_MAX)
  const search = async (query: readonly string[], tolerant: boolean) =>
    query.length === 0
      ? []
      : searchPassages(db, {
          query: query.join(' '),
          fileIds: sql`${filesOf(db, versionId)}`,
          limit: PASSAGES_MAX,
          tolerant,
          timeMax: TIME_MAX,
        })
  const exact = await search(words, false)
  if (exact.length > 0) return exact.map(toTurnPassage)
  const unnumbered = words.filter((word) => !isNumber(word))
  const near = unnumbered.length < words.length ? await search(unnumbered, false) : []
  if (near.length > 0) return near.map(toTurnPassage)
  const some = await search(words, true)
  return some
    .filter(({ heading, text }) => shareFound(words.join(' '), [...heading, text].join(' ')) >= 0.5)
    .map(toTurnPassage)
}

async function listSources(db: Queries, versionId: string): Promise<FactSource[]> {
  const { rows } = await db.execute(sql`
    select "fileName", page, heading, content from (
      select f.file_name as "fileName", p.page, p.heading, p.content, p.ordinal, f.id,
        row_number() over (partition by p.file_id order by p.ordinal) - 1 as place, count(*) over (partition by p.file_id) as total
      from passages p join files f on f.id = p.file_id where p.file_id in ${filesOf(db, versionId)}
    ) each
    where place % greatest(1, ceil(total / ${PER_FILE}::numeric)::bigint) = 0
    order by "fileName", ordinal, id limit ${SOURCES_MAX}`)
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
    facts: [...factsIn(documents, wishes.extraInstructions), ...factsOfPrompt(version.prompt.system)],
    tools: await listTools(db, version.prompt.tools),
    ...wishes,
  }
}
