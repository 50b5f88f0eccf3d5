import { and, eq, sql } from 'drizzle-orm'
import { type Found, searchPassages } from '../search/search-passages'
import type { Queries } from '../store/open-database'
import { collectionFiles, files, type TurnPassage, versionCollections } from '../store/schema'
import type { FactSource } from './facts'
import { isNumber, shareFound, tellingWords } from './meaning'

/** What one turn of a conversation is given at most. */
const PASSAGES_MAX = 4
const PASSAGE_LENGTH = 900

/** Words of a question that are searched for. */
const WORDS_MAX = 12

/** Milliseconds. Nobody waits for a run, and what is found should depend on the documents, not on how busy the machine is. */
const TIME_MAX = 15_000

/** Passages that scenarios are made from: so many of each file, from its beginning to its end, and so many in all. */
const PER_FILE = 40
const SOURCES_MAX = 600

/** Files of the collections that are attached to a version (§9), as far as they are ready to be used (§3). */
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

/**
 * The passages of the version's knowledge that answer a question, best first: those with all its telling words, else those with all but its numbers (a
 * customer can be wrong about them), else those with at least half.
 */
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

/** What scenarios are made from: passages of every file of the version, in an order that only the documents decide. */
export async function listSources(db: Queries, versionId: string): Promise<FactSource[]> {
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
