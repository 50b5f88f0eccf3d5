import { inArray, type SQL, sql } from 'drizzle-orm'
import type { SearchMatch } from '../../contract/search'
import type { Queries } from '../store/open-database'
import { files, LANGUAGES, type Language } from '../store/schema'
import { findNear, findStarting, findWritten, hasTrigrams } from './near-words'
import { wordsOf } from './words'

export interface Found {
  readonly id: number
  readonly fileId: string
  readonly fileName: string
  readonly page: number | null
  readonly heading: readonly string[]
  readonly text: string
  readonly marks: readonly { readonly start: number; readonly end: number }[]
  readonly match: SearchMatch
}

/** Where and how to search. */
export interface Search {
  readonly query: string
  /** A query of the ids of the files to search. Only those that are INGESTED count (§3). */
  readonly fileIds: SQL
  readonly limit: number
  /** Whether it may go beyond what has all the words. */
  readonly tolerant: boolean
}

/** So many that fit are ranked, the ones that were stored first: a word of half a million passages tells nothing (D101). */
const CANDIDATES = 1_000

/** Words of a query that count where they are taken one by one. */
const WORDS_MAX = 10

/** Of these, the longest are taken by threes and in pairs, as long words say more than short ones. */
const COMBINED_MAX = 6

/** A person who writes quotes, `or` or a minus means it, so nothing is added to that. */
const HAS_OPERATORS = /["“”]|(?:^|\s)-\S|\sor\s/i

/**
 * The passages that fit best, best first. Those with all the words, or with the phrase that is asked for; then, while there is room, those where the last
 * word is only a beginning; then, only if there are none, words spelled alike; then passages with some of the words.
 */
export async function searchPassages(db: Queries, search: Search): Promise<Found[]> {
  const { query, limit, tolerant } = search
  const languages = await languagesOf(db, search.fileIds)
  if (languages.length === 0) return []
  const inAll = (make: (language: Language) => SQL) => sql`(${sql.join(languages.map(make), sql` || `)})`
  /** `terms` is in the notation of `to_tsquery`, of letters and digits and its operators. */
  const written = (terms: string) => inAll((language) => sql`to_tsquery(dictionary(${language}), ${terms})`)

  // Typographic quotes are what some keyboards make of straight ones.
  const plain = query.replaceAll(/[“”]/g, '"')
  const found = await findBy(
    db,
    search,
    'words',
    inAll((language) => sql`websearch_to_tsquery(dictionary(${language}), ${plain})`),
  )
  const words = [...new Set(wordsOf(query))].slice(0, WORDS_MAX)
  const last = words.at(-1)
  if (!tolerant || !last || HAS_OPERATORS.test(query)) return found

  if (found.length < limit && last.length > 1) {
    // A stem need not begin as its words do, so words that begin so are asked for too: "openi" is no beginning of "open".
    const meant = either([`${quote(last)}:*`, ...(await findStarting(db, last)).map(quote)])
    const begun = await findBy(
      db,
      search,
      'prefix',
      written([...words.slice(0, -1).map(quote), meant].join(' & ')),
    )
    const known = new Set(found.map(({ id }) => id))
    found.push(...begun.filter(({ id }) => !known.has(id)).slice(0, limit - found.length))
  }
  if (found.length > 0) return found

  const near = await findMeant(db, words)
  const termOf = (word: string) => either([word, ...(near.get(word) ?? [])].map(quote))
  const terms = words.map(termOf)
  if (near.size > 0) {
    const alike = await findBy(db, search, 'similar', written(terms.join(' & ')))
    if (alike.length > 0) return alike
  }
  const telling = words
    .toSorted((one, other) => other.length - one.length)
    .slice(0, COMBINED_MAX)
    .map(termOf)
  // Threes first: among a million passages thousands have two of the words, and only so many are ranked.
  const some: Found[] = []
  for (const size of [3, 2]) {
    if (telling.length <= size || some.length >= limit) continue
    const known = new Set(some.map(({ id }) => id))
    const more = await findBy(db, search, 'some', written(combinationsOf(telling, size).join(' | ')))
    some.push(...more.filter(({ id }) => !known.has(id)).slice(0, limit - some.length))
  }
  if (some.length > 0) return some
  return terms.length > 1 ? findBy(db, search, 'some', written(terms.join(' | '))) : []
}

/**
 * What words can have meant that nobody wrote so. A word that is written somewhere is taken for right, except in a query of one or two: there it may be
 * a slip that another file has too.
 */
async function findMeant(db: Queries, asked: readonly string[]): Promise<Map<string, string[]>> {
  const meant = new Map<string, string[]>()
  if (!(await hasTrigrams(db))) return meant
  const written = asked.length > 2 ? await findWritten(db, asked) : new Set<string>()
  for (const word of asked) {
    const near = written.has(word) ? [] : await findNear(db, word)
    if (near.length > 0) meant.set(word, near)
  }
  return meant
}

const quote = (word: string) => `'${word}'`
/** All ways to take so many of the terms together. */
function combinationsOf(terms: readonly string[], size: number): string[] {
  if (size === 1) return [...terms]
  return terms.flatMap((term, index) =>
    combinationsOf(terms.slice(index + 1), size - 1).map((rest) => `(${term} & ${rest})`),
  )
}

const either = (terms: readonly string[]) => `(${terms.join(' | ')})`

/** In which languages the query has to be understood. Asked one by one, so that none has to look at all files. */
async function languagesOf(db: Queries, fileIds: SQL): Promise<Language[]> {
  const { rows } = await db.execute(sql`
    select language from unnest(${sql.param([...LANGUAGES])}::text[]) as each (language)
    where exists (
      select from ${files} where ${inIngested} and files.language = each.language and ${inArray(files.id, fileIds)}
    )`)
  return rows.map(({ language }) => language as Language)
}

const inIngested = sql`${files.status} = 'INGESTED'`

/** Stand around the words found on the way from the database. Private characters, which are taken out of the text first. */
const [OPEN, CLOSE] = ['\uE000', '\uE001']

type Row = Omit<Found, 'marks' | 'match' | 'id'> & { readonly id: string | number }

async function findBy(
  db: Queries,
  { fileIds, limit }: Search,
  match: SearchMatch,
  query: SQL,
): Promise<Found[]> {
  const { rows } = await db.execute(sql`
    with fitting as materialized (
      select id, search from passages
      where search @@ ${query} and file_id in (select id from ${files} where ${inIngested} and ${inArray(files.id, fileIds)})
      limit ${CANDIDATES}
    ), best as materialized (
      select id, ts_rank_cd(search, ${query}, 1) as rank from fitting order by rank desc, id limit ${limit}
    )
    select passages.id, file_id as "fileId", files.file_name as "fileName", page, heading,
      ts_headline(dictionary(passages.language), translate(content, ${OPEN + CLOSE}, ''), ${query},
        ${`HighlightAll=true, StartSel=${OPEN}, StopSel=${CLOSE}`}) as text
    from best join passages using (id) join files on files.id = file_id
    order by rank desc, id`)
  return (rows as unknown as Row[]).map((row) => ({
    ...row,
    id: Number(row.id),
    ...takeMarks(row.text),
    match,
  }))
}

/** The text without what stands around the words found, and where those are. */
function takeMarks(marked: string): Pick<Found, 'text' | 'marks'> {
  const marks: { start: number; end: number }[] = []
  let text = ''
  for (const [index, piece] of marked.split(OPEN).entries()) {
    const [word = '', rest] = piece.split(CLOSE)
    if (index > 0 && rest !== undefined) marks.push({ start: text.length, end: text.length + word.length })
    text += word + (rest ?? '')
  }
  return { text, marks }
}
