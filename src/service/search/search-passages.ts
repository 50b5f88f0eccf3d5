import { inArray, type SQL, sql } from 'drizzle-orm'
import type { SearchMatch } from '../../contract/search'
import type { Queries } from '../store/open-database'
import { files, LANGUAGES, type Language } from '../store/schema'
import {
  all,
  asBeginning,
  countOf,
  either,
  findNear,
  findStarting,
  findWritten,
  flattened,
  hasTrigrams,
  loosened,
  parseQuery,
  someOf,
} from './parse-query'

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

export interface Search {
  readonly query: string
  /** A query for file ids. Only INGESTED files count (§3). */
  readonly fileIds: SQL
  readonly limit: number
  /** Whether passages without all the words may be found. */
  readonly tolerant: boolean
  /** Milliseconds after which it answers with what it has. Default: what a person waits for. */
  readonly timeMax?: number
}

/** Passages looked at, the oldest first: a word of half a million passages means nothing (D101). */
const LOOKED_AT = 1_000
/** With phrases or exclusions more are needed; then again `FURTHER` times as many, if there is time (D245). */
const LOOKED_THROUGH = 5_000
const FURTHER = 5

/** Passages ranked by how close the words are, after a first ranking by frequency (D245). */
const RANKED = 100

/** Words of a query over all languages, prefixes and typos. Above `NEAR_MAX`, distance is ignored. */
const OPERANDS_MAX = 256
const NEAR_MAX = 128

const WORDS_MAX = 10

/** The longest of these are combined in threes and pairs, because long words mean more. */
const COMBINED_MAX = 6

/** Words that all typos of a query may stand for. */
const SLIPS_MAX = 16

// Milliseconds after which no new step starts, and for a second, wider look (D246).
const TIME_MAX = 2_500
const FURTHER_MAX = 500

/**
 * The best passages, best first: those with all words or the phrase; then, while there is room, with the last word as a
 * prefix; then, if nothing was found, with similar words; then with some of the words. Answers with what it has in time.
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
      // Excluded in every language, because another language may stem it differently.
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
    // A prefix of a word need not be one of its stem ("openi" and "open"), so stored words are asked too.
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
    const ids = new Set(found.map(({ id }) => id))
    found.push(...begun.filter(({ id }) => !ids.has(id)).slice(0, limit - found.length))
  }
  if (found.length > 0) return found

  // A small word of one language means little in others too.
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
  // Threes first: of a million passages, thousands have two of the words.
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

function within(terms: readonly string[], operands: number): string[] {
  let room = operands
  return terms.filter((term) => {
    room -= countOf(term)
    return room >= 0
  })
}

function bounded(terms: readonly string[], size: number): string {
  const distinct = [...new Set(terms)]
  const term = someOf(distinct, size)
  return countOf(term) > OPERANDS_MAX ? bounded(distinct.slice(0, -1), size) : term
}

/** A stored word counts as correct, except in a query of one or two words: another file may have the same typo. */
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

/** The languages of the files. Asked one by one, so that no query reads all files. */
async function languagesOf(db: Queries, fileIds: SQL): Promise<Language[]> {
  const { rows } = await db.execute(sql`
    select language from unnest(${sql.param([...LANGUAGES])}::text[]) as each (language)
    where exists (
      select from ${files} where ${inIngested} and files.language = each.language and ${inArray(files.id, fileIds)}
    )`)
  return rows.map(({ language }) => language as Language)
}

const inIngested = sql`${files.status} = 'INGESTED'`

/** Mark found words in the database's answer. Private characters, removed from the text before. */
const [OPEN, CLOSE] = ['\uE000', '\uE001']

interface Row extends Omit<Found, 'marks' | 'match' | 'id'> {
  /** `null` in the only row of a search without results. */
  readonly id: string | number | null
  readonly looked: number
  readonly fitting: number
}

/** The passages for a term, best first. `index`: the part that the index answers; the passages it finds are read then. */
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
