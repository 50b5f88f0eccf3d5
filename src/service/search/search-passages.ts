import { inArray, type SQL, sql } from 'drizzle-orm'
import type { SearchMatch } from '../../contract/search'
import type { Queries } from '../store/open-database'
import { files, LANGUAGES, type Language } from '../store/schema'
import { findNear, findStarting, findWritten, hasTrigrams } from './near-words'
import { parseQuery } from './parse-query'
import { all, asBeginning, countOf, either, flattened, loosened, someOf } from './term-text'

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
  /** Milliseconds after which it answers with what it has. Without it, what a person waits for. */
  readonly timeMax?: number
}

/** So many are looked at, the ones that were stored first: a word of half a million passages tells nothing (D101). */
const LOOKED_AT = 1_000
/** Where most may lack the phrase, or have what is excluded: so many, then so many times as many if there is time (D245). */
const LOOKED_THROUGH = 5_000
const FURTHER = 5

/** So many are ranked by how near the words stand, after a first look at how often they stand there (D245). */
const RANKED = 100

/** Words that a query may ask for, all languages, beginnings and slips together; by more than `NEAR_MAX`, nearness is not looked at. */
const OPERANDS_MAX = 256
const NEAR_MAX = 128

/** Words that count where not all of them have to be there. */
const WORDS_MAX = 10

/** Of these, the longest are taken by threes and in pairs, as long words say more than short ones. */
const COMBINED_MAX = 6

/** Words that the slips of a query may stand for, together. */
const SLIPS_MAX = 16

/** Milliseconds after which nothing more is begun, and those that a second, further look may take (D246). */
const TIME_MAX = 2_500
const FURTHER_MAX = 500

/**
 * The passages that fit best, best first. Those with all the words, or with the phrase that is asked for; then, while there is room, those where the last
 * word is only a beginning; then, only if there are none, words spelled alike; then passages with some of the words. What was found when the time is over
 * is the answer.
 */
export async function searchPassages(db: Queries, search: Search): Promise<Found[]> {
  const { query, limit, tolerant, timeMax = TIME_MAX } = search
  const { alternatives, strict, words } = parseQuery(query)
  if (alternatives.length === 0) return []
  const languages = await languagesOf(db, search.fileIds)
  if (languages.length === 0) return []
  const ends = performance.now() + timeMax
  const timeLeft = () => ends - performance.now()
  const inAll = (make: (language: Language) => string) => either(languages.map(make))
  const roomEach = OPERANDS_MAX / languages.length
  const allOf = (terms: readonly string[]) => all(within(terms, roomEach))
  const find = (match: SearchMatch, term: string, index?: string) =>
    findBy(db, search, match, { term, index: index ?? loosened(term) }, timeLeft)

  const pieces = alternatives.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted])
  const termOf = await readTerms(db, languages, [...pieces, ...words])
  const fitting = (language: Language) =>
    alternatives.map(({ wanted, unwanted }) => {
      const there = allOf(wanted.map((piece) => termOf(language, piece)))
      // What is excluded is so in every language, or a passage would have it by another stem.
      const gone = within(
        unwanted.flatMap((piece) => inAll((each) => termOf(each, piece))),
        OPERANDS_MAX,
      )
      return { there, term: there && all([there, ...gone.filter(Boolean).map((each) => `!${each}`)]) }
    })
  const found = await find(
    'words',
    inAll((language) => either(fitting(language).map(({ term }) => term))),
    inAll((language) => loosened(either(fitting(language).map(({ there }) => there)))),
  )
  const last = words.at(-1)
  if (!tolerant || !last || strict) return found

  if (found.length < limit && last.length > 1 && timeLeft() > 0) {
    // A stem need not begin as its words do, so words that begin so are asked for too: "openi" is no beginning of "open".
    const starting = await findStarting(db, last)
    const startOf = await readTerms(db, languages, starting)
    const begun = await find(
      'prefix',
      inAll((language) => {
        const meant = [
          asBeginning(termOf(language, last)),
          ...starting.map((each) => startOf(language, each)),
        ]
        return allOf([either(meant), ...words.slice(0, -1).map((word) => termOf(language, word))])
      }),
    )
    const known = new Set(found.map(({ id }) => id))
    found.push(...begun.filter(({ id }) => !known.has(id)).slice(0, limit - found.length))
  }
  if (found.length > 0) return found

  // A small word of one language says little in another, too.
  const full = words.filter((word) => languages.every((language) => termOf(language, word) !== ''))
  const asked = (full.length > 0 ? full : words).slice(0, WORDS_MAX)
  const near = await findMeant(db, asked, timeLeft)
  const each = Math.max(1, Math.floor(SLIPS_MAX / near.size))
  const slips = new Map([...near].map(([word, meant]) => [word, meant.slice(0, each)]))
  const slipOf = await readTerms(db, languages, [...slips.values()].flat())
  const tolerantOf = (language: Language, word: string) =>
    either([termOf(language, word), ...(slips.get(word) ?? []).map((meant) => slipOf(language, meant))])
  if (slips.size > 0 && timeLeft() > 0) {
    const alike = await find(
      'similar',
      inAll((language) => allOf(asked.map((word) => tolerantOf(language, word)))),
    )
    if (alike.length > 0) return alike
  }
  const anyOf = (word: string) => inAll((language) => tolerantOf(language, word))
  const telling = asked
    .toSorted((one, other) => other.length - one.length)
    .slice(0, COMBINED_MAX)
    .map(anyOf)
  // Threes first: among a million passages thousands have two of the words, and only so many are ranked.
  const some: Found[] = []
  for (const size of [3, 2]) {
    if (telling.length <= size || some.length >= limit || timeLeft() <= 0) continue
    const known = new Set(some.map(({ id }) => id))
    const more = await find('some', bounded(telling, size))
    some.push(...more.filter(({ id }) => !known.has(id)).slice(0, limit - some.length))
  }
  if (some.length > 0 || asked.length === 1 || timeLeft() <= 0) return some
  return find('some', either(within(asked.map(anyOf), OPERANDS_MAX)))
}

/** The first of the terms, as many as the bound allows. */
function within(terms: readonly string[], operands: number): string[] {
  let room = operands
  return terms.filter((term) => {
    room -= countOf(term)
    return room >= 0
  })
}

/** So many of the terms together, of as many terms as the bound allows. */
function bounded(terms: readonly string[], size: number): string {
  const distinct = [...new Set(terms)]
  const term = someOf(distinct, size)
  return countOf(term) > OPERANDS_MAX ? bounded(distinct.slice(0, -1), size) : term
}

/**
 * What words can have meant that nobody wrote so. A word that is written somewhere is taken for right, except in a query of one or two: there it may be
 * a slip that another file has too.
 */
async function findMeant(
  db: Queries,
  asked: readonly string[],
  timeLeft: () => number,
): Promise<Map<string, string[]>> {
  const meant = new Map<string, string[]>()
  if (timeLeft() <= 0 || !(await hasTrigrams(db))) return meant
  const written = asked.length > 2 ? await findWritten(db, asked) : new Set<string>()
  for (const word of asked) {
    if (timeLeft() <= 0) break
    const near = written.has(word) ? [] : await findNear(db, word)
    if (near.length > 0) meant.set(word, near)
  }
  return meant
}

/** What the dictionaries make of pieces of a query, as terms. */
async function readTerms(
  db: Queries,
  languages: readonly Language[],
  pieces: readonly string[],
): Promise<(language: Language, piece: string) => string> {
  const distinct = [...new Set(pieces)]
  if (distinct.length === 0) return () => ''
  const { rows } = await db.execute(sql`
    select language, piece, phraseto_tsquery(dictionary(language), piece)::text as term
    from unnest(${sql.param([...languages])}::text[]) as language, unnest(${sql.param(distinct)}::text[]) as piece`)
  const terms = new Map(rows.map(({ language, piece, term }) => [`${language} ${piece}`, String(term)]))
  return (language, piece) => {
    const term = terms.get(`${language} ${piece}`) ?? ''
    return countOf(term) > 1 ? `(${term})` : term
  }
}

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

interface Row extends Omit<Found, 'marks' | 'match' | 'id'> {
  /** `null` in the one row of a search that found nothing. */
  readonly id: string | number | null
  readonly looked: number
  readonly fitting: number
}

/**
 * The passages that a term fits, best first. `index`: what the index can tell of it without reading a passage; the passages that it gives are looked at
 * themselves, and only so many.
 */
async function findBy(
  db: Queries,
  { fileIds, limit }: Search,
  match: SearchMatch,
  { term, index }: { readonly term: string; readonly index: string },
  timeLeft: () => number,
): Promise<Found[]> {
  if (term === '') return []
  const words = flattened(index)
  const through = term !== index
  const rank = countOf(index) <= NEAR_MAX ? sql`ts_rank_cd(search, ${index}::tsquery, 1)` : sql`rank`
  const look = async (most: number) => {
    const { rows } = await db.execute(sql`
      with looked as materialized (
        select id, ${through ? sql`case when search @@ ${term}::tsquery then search end as search` : sql`search`} from passages
        where search @@ ${index}::tsquery and file_id in (select id from ${files} where ${inIngested} and ${inArray(files.id, fileIds)})
        limit ${most}
      ), promising as materialized (
        select id, search, ts_rank(search, ${words}::tsquery, 1) as rank from looked where search is not null order by rank desc, id limit ${RANKED}
      ), best as materialized (
        select id, ${rank} as rank from promising order by rank desc, id limit ${limit}
      )
      select passages.id, file_id as "fileId", files.file_name as "fileName", page, heading,
        ts_headline(dictionary(passages.language), translate(content, ${OPEN + CLOSE}, ''), ${words}::tsquery,
          ${`HighlightAll=true, StartSel=${OPEN}, StopSel=${CLOSE}`}) as text, looked, fitting
      from (select count(*)::int as looked, count(search)::int as fitting from looked) as counted
        left join best on true left join passages using (id) left join files on files.id = file_id
      order by best.rank desc, id`)
    return rows as unknown as Row[]
  }
  for (let most = through ? LOOKED_THROUGH : LOOKED_AT; ; most *= FURTHER) {
    const started = performance.now()
    const rows = await look(most)
    const next = (performance.now() - started) * FURTHER
    const [{ looked, fitting } = { looked: 0, fitting: 0 }] = rows
    const isDone = !through || fitting >= limit || looked < most || most > LOOKED_THROUGH
    if (!isDone && next <= Math.min(timeLeft(), FURTHER_MAX)) continue
    return rows.flatMap(({ id, looked: _, fitting: __, ...row }) =>
      id === null ? [] : [{ ...row, id: Number(id), ...takeMarks(row.text), match }],
    )
  }
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
