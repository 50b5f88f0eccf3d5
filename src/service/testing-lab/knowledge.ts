import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { searchPassages } from '../search/search-passages'
import type { Queries } from '../store/open-database'
import { collectionFiles, files, passages, versionCollections } from '../store/schema'

/** Files of the collections that are attached to a version (§9), as far as they are ready to be used (§3). */
const filesOf = (db: Queries, versionId: string) =>
  db
    .select({ id: collectionFiles.fileId })
    .from(collectionFiles)
    .innerJoin(versionCollections, eq(versionCollections.collectionId, collectionFiles.collectionId))
    .innerJoin(files, eq(files.id, collectionFiles.fileId))
    .where(and(eq(versionCollections.versionId, versionId), eq(files.status, 'INGESTED')))

/** The text of the passage of the version's knowledge that fits best and has all the words, or `undefined`. */
export async function searchKnowledge(
  db: Queries,
  versionId: string,
  words: string,
): Promise<string | undefined> {
  const [found] = await searchPassages(db, {
    query: words,
    fileIds: sql`${filesOf(db, versionId)}`,
    limit: 1,
    tolerant: false,
  })
  return found?.text
}

/** What the version's knowledge is about: one short subject a passage, spread over its files. */
export async function listSubjects(db: Queries, versionId: string, count: number): Promise<string[]> {
  const rows = await db
    .select({ heading: passages.heading, content: passages.content })
    .from(passages)
    .where(inArray(passages.fileId, filesOf(db, versionId)))
    .orderBy(asc(passages.ordinal), asc(passages.fileId))
    .limit(count * 4)
  const subjects = rows.map(({ heading, content }) => subjectOf(heading.at(-1) ?? content))
  return [...new Set(subjects)].filter((subject) => subject !== '').slice(0, count)
}

/** The first words of a text, without marks. */
export function subjectOf(text: string): string {
  return (text.match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []).slice(0, 6).join(' ').slice(0, 120)
}
