import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { VersionChanges } from '../../contract/requests/agents'
import { found } from '../errors'
import { versionWithAgent } from '../handlers/live-version'
import { columnsOf } from '../handlers/version-rows'
import type { Database, Queries } from '../store/open-database'
import { collectionFiles, files, tools, versionCollections } from '../store/schema'
import type { EngineAgent, EngineTool } from './engine'
import { findAnswers } from './find-answers'

interface LoadOptions {
  readonly values?: EngineAgent['values']
  /** Unsaved fields of the version, which stand in for the stored ones. */
  readonly edits?: Partial<VersionChanges>
}

export async function listTools(db: Queries, slugs: readonly string[]): Promise<EngineTool[]> {
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
    structure,
  }))
}

/** The readable files of the collections that match. */
const filesWhere = (db: Queries, collections: SQL | undefined) =>
  db
    .select({ id: collectionFiles.fileId })
    .from(collectionFiles)
    .innerJoin(files, eq(files.id, collectionFiles.fileId))
    .where(and(eq(files.status, 'INGESTED'), collections))

/** The readable files of a version's collections. */
export const filesOf = (db: Queries, versionId: string) =>
  filesWhere(
    db,
    inArray(
      collectionFiles.collectionId,
      db
        .select({ id: versionCollections.collectionId })
        .from(versionCollections)
        .where(eq(versionCollections.versionId, versionId)),
    ),
  )

const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

/** Loads who answers. Throws 404 for a version that is not there. */
export async function loadAgent(
  db: Database,
  versionId: string,
  { values = {}, edits = {} }: LoadOptions = {},
): Promise<EngineAgent> {
  const { version: stored, agent } = found(await versionWithAgent(db, versionId), 'agent version')
  const version = { ...stored, ...defined(columnsOf(edits, stored)) }
  const collectionIds = edits.knowledgeBaseCollectionIds
  const usesKnowledge =
    edits.useKnowledgeBase ?? (collectionIds ? collectionIds.length > 0 : stored.useKnowledgeBase)
  return {
    name: agent.name,
    prompt: version.prompt,
    firstMessage: version.firstMessage ?? undefined,
    speakFirst: version.settings.speakFirst === true,
    values,
    tools: await listTools(db, version.prompt.tools),
    async search(question, isWide, meaning) {
      if (!usesKnowledge || collectionIds?.length === 0) return []
      const fileIds = collectionIds
        ? filesWhere(db, inArray(collectionFiles.collectionId, collectionIds))
        : filesOf(db, versionId)
      return findAnswers(db, fileIds, question, { isWide, meaning })
    },
  }
}
