import { type SQL, sql } from 'drizzle-orm'
import type { PageStart } from '../ingestion/passages'
import type { Database, Queries } from '../store/open-database'
import type { Language } from '../store/schema'
import { findBest } from './find-best'
import type { Found, Search } from './found'
import { markWords } from './mark-words'
import {
  type Alternative,
  all,
  countOf,
  either,
  flattened,
  loosened,
  OPERANDS_MAX,
  parseQuery,
  within,
} from './parse-query'
import { readScope, readTerms, type Scope } from './read-terms'

/** Passages looked at, the oldest first: a word of half a million passages means nothing (D101). */
const LOOKED_AT = 1_000
/** With phrases or exclusions more are needed; then again `FURTHER` times as many, if there is time (D245). */
const LOOKED_THROUGH = 5_000
const FURTHER = 5

/** Passages ranked by how close the words are, after a first ranking by frequency (D245). */
const RANKED = 100

/** With more words than this, their distance is ignored. */
const NEAR_MAX = 128

// Milliseconds after which no new step starts, and for a second, wider look (D246).
const TIME_MAX = 2_500
const FURTHER_MAX = 500

/**
 * A transaction to search in. Milliseconds that a statement may take; only a server can stop one (D101). It compiles none, which takes it longer than
 * they run (D117).
 */
export const inSearch = <T>(
  db: Database,
  statementMax: number,
  work: (tx: Queries) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('statement_timeout', ${String(statementMax)}, true), set_config('jit', 'off', true)`,
    )
    return work(tx)
  })

/**
 * The best passages, best first. With quotes, a minus or an `or`: those that have exactly that. Otherwise those that fit the
 * words best, whichever of them they have. Answers with what it has in time. `db`: of `inSearch`.
 */
export async function searchPassages(db: Queries, search: Search): Promise<Found[]> {
  const { query, isSentence = false, timeMax = TIME_MAX } = search
  const { alternatives, strict: isMarked, mayBeSentence } = parseQuery(query)
  const strict = isMarked && !isSentence
  if (alternatives.length === 0) return []
  const ends = performance.now() + timeMax
  const timeLeft = () => ends - performance.now()
  const scope = await readScope(db, search.fileIds)
  if (scope.languages.length === 0) return []
  const exact = strict ? await findExactly(db, search, { alternatives, scope }, timeLeft) : []
  return exact.length > 0 || (strict && !mayBeSentence) ? exact : findBest(db, search, scope, timeLeft)
}

async function findExactly(
  db: Queries,
  search: Search,
  { alternatives, scope }: { alternatives: readonly Alternative[]; scope: Scope },
  timeLeft: () => number,
): Promise<Found[]> {
  const { languages, isWithin } = scope
  const inAll = (make: (language: Language) => string) => either(languages.map(make))
  const pieces = alternatives.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted])
  const termOf = await readTerms(db, languages, pieces)
  const fitting = alternatives.map(({ wanted, unwanted }) => {
    const there = inAll((language) =>
      all(
        within(
          wanted.map((piece) => termOf(language, piece)),
          OPERANDS_MAX / languages.length,
        ),
      ),
    )
    // Excluded in every language, because another language may stem it differently.
    const gone = within(
      unwanted.map((piece) => inAll((each) => termOf(each, piece))),
      OPERANDS_MAX - countOf(there),
    )
    return { there, term: there && all([there, ...gone.filter(Boolean).map((each) => `!${each}`)]) }
  })
  const terms = within(
    fitting.map((each) => each.term),
    OPERANDS_MAX,
  )
  const term = either(terms)
  const index = loosened(
    either(fitting.filter((each) => terms.includes(each.term)).map(({ there }) => there)),
  )
  return findBy(db, search, { term, index, isWithin }, timeLeft)
}

interface Row extends Omit<Found, 'marks' | 'match' | 'share' | 'id'> {
  /** `null` in the only row of a search without results. */
  readonly id: string | number | null
  readonly pageStarts: readonly PageStart[] | null
  readonly language: Language
  readonly looked: number
  readonly fitting: number
}

/** The passages for a term, best first. `index`: the part that the index answers; the passages it finds are read then. */
async function findBy(
  db: Queries,
  { limit }: Search,
  { term, index, isWithin }: { readonly term: string; readonly index: string; readonly isWithin: SQL },
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
        where search @@ ${index}::tsquery and ${isWithin}
        limit ${most}
      ), promising as materialized (
        select id, search, ts_rank(search, ${words}::tsquery, 1) as rank from looked where search is not null order by rank desc, id limit ${RANKED}
      ), best as materialized (
        select id, ${rank} as rank from promising order by rank desc, id limit ${limit}
      )
      select passages.id, file_id as "fileId", files.file_name as "fileName", page, page_starts as "pageStarts", heading,
        passages.language, content as text, looked, fitting
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
    const found = rows.filter(({ id }) => id !== null)
    return markWords(
      db,
      found.map((row) => ({ ...row, id: Number(row.id), match: 'words', share: 1, words })),
    )
  }
}
