import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../store/open-database'
import { files, LANGUAGES, type Language } from '../store/schema'
import { countOf } from './parse-query'
import { endsShort, spaced } from './unspaced'

export const inIngested = sql`${files.status} = 'INGESTED'`

/** Of so many files the database is told the ids, so that it can begin with their passages; of more, it begins with the words (D350). */
const TOLD_MAX = 200

/** What is searched. */
export interface Scope {
  readonly languages: readonly Language[]
  /** Whether a passage is of one of the files. */
  readonly isWithin: SQL
}

/** The languages of the files are asked one by one, so that no query reads all files. */
export async function readScope(db: Queries, fileIds: SQL): Promise<Scope> {
  const readable = sql`select id from ${files} where ${inIngested} and ${inArray(files.id, fileIds)}`
  const { rows } = await db.execute(sql`
    select array(
        select language from unnest(${sql.param([...LANGUAGES])}::text[]) as each (language)
        where exists (${readable} and files.language = each.language)
      ) as languages, array(${readable} limit ${TOLD_MAX + 1}::int) as ids`)
  const { languages, ids } = rows[0] as { languages: Language[]; ids: string[] }
  return {
    languages,
    isWithin:
      ids.length <= TOLD_MAX
        ? sql`file_id = any(${sql.param(ids)}::text[])`
        : // A join may look up the words anew for each file.
          sql`(file_id in (${readable})) is true`,
  }
}

export type TermOf = (language: Language, piece: string) => string

/** Asks the dictionaries for the term of each piece. */
export async function readTerms(
  db: Queries,
  languages: readonly Language[],
  pieces: readonly string[],
): Promise<TermOf> {
  const distinct = [...new Set(pieces)]
  if (distinct.length === 0) return () => ''
  const asked = distinct.map(spaced)
  const { rows } = await db.execute(sql`
    select language, piece, phraseto_tsquery(dictionary(language), asked)::text as term
    from unnest(${sql.param([...languages])}::text[]) as language, unnest(${sql.param(distinct)}::text[], ${sql.param(asked)}::text[]) as each (piece, asked)`)
  const terms = new Map(
    (rows as unknown as { language: Language; piece: string; term: string }[]).map(
      ({ language, piece, term }) => [
        `${language} ${piece}`,
        endsShort(piece) ? term.replace(/'$/, "':*") : term,
      ],
    ),
  )
  return (language, piece) => {
    const term = terms.get(`${language} ${piece}`) ?? ''
    return countOf(term) > 1 ? `(${term})` : term
  }
}

/**
 * The languages that a question may be in: those that drop most of its words. Of a few words one cannot tell; "war" is
 * nothing in German.
 */
export function languagesOfQuestion(
  languages: readonly Language[],
  words: readonly string[],
  termOf: TermOf,
): Language[] {
  const dropped = languages.map((language) => words.filter((word) => termOf(language, word) === '').length)
  const most = Math.max(...dropped)
  return most < 2 ? [] : languages.filter((_, index) => dropped[index] === most)
}
