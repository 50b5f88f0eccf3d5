import { inArray, type SQL, sql } from 'drizzle-orm'
import type { SearchMatch } from '../../contract/search'
import type { Queries } from '../store/open-database'
import { files, type Language } from '../store/schema'
import type { Found, Search } from './found'
import { all, bounded, countOf, either } from './parse-query'
import { inIngested } from './read-terms'

/** A word of a question. */
export interface Asked {
  readonly word: string
  readonly term: string
  readonly weight: number
  /** Passages that have it, on the whole. */
  readonly count?: number
  /** For a word that stands for the one that was asked. */
  readonly match?: SearchMatch
}

export interface Ranked extends Omit<Found, 'marks'> {
  readonly ordinal: number
  /** The same for passages with the same text. */
  readonly print: string
  readonly language: Language
  readonly score: number
  /** The words found in it, as a term. */
  readonly words: string
}

/** Passages counted for a word. Of a word with more, how many is reckoned from the part of the store that these take up. */
const COUNTED = 1_000

/** Passages looked at for rare words, and for frequent ones together (D302). */
const LOOKED_AT = 2_500
const LOOKED_FOR_OFTEN = 1_000
const OFTEN_MAX = 6

/** Passages that are ranked closely, after a first ranking by which words they have. */
const RANKED = 150

/** `ts_rank` of one word that is there once is 0.6079 times its weight. */
const ONCE = 1.645 / 0.7
/** How much a passage of more different words than usual loses, and what is usual. */
const LONG = 0.4
const USUAL = 60
/** What two words in a row, or nearly so, are worth of the lesser one's weight. */
const PAIR = 0.6
const PAIRS_MAX = 11

/** How many passages there are, and how many have each term. Counts all files: a word is as rare as in the whole store. */
export async function countTerms(
  db: Queries,
  terms: readonly string[],
): Promise<{ total: number; counts: number[] }> {
  if (terms.length === 0) return { total: 0, counts: [] }
  const { rows } = await db.execute(sql`
    with store as (select coalesce(min(id), 0) as first, coalesce(max(id), 0) - coalesce(min(id), 0) + 1 as total from passages)
    select store.total::float8 as total, counted.count::int as count, counted.last::float8 - store.first + 1 as reach
    from store, unnest(${sql.param([...terms])}::text[]) with ordinality as each (term, place), lateral (
      select count(*) as count, max(id) as last from (select id from passages where search @@ each.term::tsquery limit ${COUNTED}) as counting
    ) as counted
    order by each.place`)
  const counted = rows as unknown as { total: number; count: number; reach: number | null }[]
  return {
    total: counted[0]?.total ?? 0,
    counts: counted.map(({ total, count, reach }) =>
      count < COUNTED
        ? count
        : Math.round((count * total) / Math.max(count, Math.min(reach ?? total, total))),
    ),
  }
}

/** The terms that find candidates: any rare word; of frequent ones several together, or any, if asked `loosely`. */
function looksOf(asked: readonly Asked[], loosely: boolean): { term: string; most: number }[] {
  let room = LOOKED_AT
  const sorted = asked.toSorted((one, other) => (one.count ?? 0) - (other.count ?? 0))
  const rare = sorted.filter(({ count = 0 }) => {
    room -= count
    return room >= 0
  })
  const often = sorted.filter((each) => !rare.includes(each)).slice(0, OFTEN_MAX)
  const terms = often.map(({ term }) => term)
  const together = [3, 2].filter((size) => size <= terms.length).map((size) => bounded(terms, size))
  return [
    { term: either(rare.map(({ term }) => term)), most: LOOKED_AT },
    ...together.map((term) => ({ term, most: LOOKED_FOR_OFTEN })),
    { term: loosely || rare.length + terms.length === 1 ? either(terms) : '', most: LOOKED_FOR_OFTEN },
  ].filter(({ term }) => term !== '')
}

const sum = (parts: readonly SQL[]) => (parts.length > 0 ? sql.join([...parts], sql` + `) : sql`0`)
const points = (term: string, weight: number) =>
  sql`case when search @@ ${term}::tsquery then ${weight}::float8 else 0 end`

/** Words that follow each other in the question, as they do in what answers it. */
const pairsOf = (asked: readonly Asked[]) =>
  asked
    .filter(({ match }) => !match)
    .flatMap((each, index, own) => {
      const before = own[index - 1]
      if (!before || index > PAIRS_MAX || countOf(before.term) + countOf(each.term) > 16) return []
      const term = [1, 2, 3].map((apart) => `(${before.term} <${apart}> ${each.term})`).join(' | ')
      return [points(term, PAIR * Math.min(each.weight, before.weight))]
    })

/** The terms that a passage has to have for each kind of match. */
function matchesOf(asked: readonly Asked[]): SQL {
  const own = asked.filter(({ match }) => !match)
  const wide = own.map(({ word }) =>
    either(asked.filter((each) => each.word === word).map(({ term }) => term)),
  )
  const kind = asked.some(({ match }) => match === 'similar') ? 'similar' : 'prefix'
  return sql`case when search @@ ${all(own.map(({ term }) => term))}::tsquery then 'words'
    when search @@ ${all(wide)}::tsquery then ${kind} else 'some' end`
}

/** The best passages for the words, best first; `weight` is what a word is worth. */
export async function rankPassages(
  db: Queries,
  search: Search,
  asked: readonly Asked[],
  most: number,
): Promise<Ranked[]> {
  const ranked = await rank(db, search, { asked, loosely: false }, most)
  // Few files may have only one of several frequent words.
  return ranked.length > 0 ? ranked : rank(db, search, { asked, loosely: true }, most)
}

async function rank(
  db: Queries,
  { fileIds }: Search,
  { asked, loosely }: { readonly asked: readonly Asked[]; readonly loosely: boolean },
  most: number,
): Promise<Ranked[]> {
  const there = asked.filter(({ count = 0 }) => count > 0)
  const looks = looksOf(there, loosely)
  if (looks.length === 0) return []
  const words = either(there.map(({ term }) => term))
  const { rows } = await db.execute(sql`
    with looked as materialized (${sql.join(
      looks.map(
        ({ term, most }) => sql`(
          select id, ${sum(there.map((each) => points(each.term, each.weight)))} as points from passages
          where search @@ ${term}::tsquery and file_id in (select id from ${files} where ${inIngested} and ${inArray(files.id, fileIds)})
          limit ${most})`,
      ),
      sql` union all `,
    )}), promising as materialized (
      select id, search from (select distinct id, points from looked order by points desc, id limit ${RANKED}) as most join passages using (id)
    ), best as materialized (
      select id, ${matchesOf(asked)} as match,
        (${sum(there.map(({ term, weight }) => sql`${weight * countOf(term) * ONCE}::float8 * ts_rank('{0.1, 0.1, 0.7, 1}', search, ${term}::tsquery)`))})
          / (${1 - LONG}::float8 + ${LONG}::float8 * (length(search) + ${USUAL}::int) / ${2 * USUAL}::float8)
        + ${sum(pairsOf(there))} as score
      from promising order by score desc, id limit ${most}
    )
    select best.id::float8 as id, file_id as "fileId", file_name as "fileName", page, heading, ordinal, passages.language, content as text, md5(content) as print, match, score
    from best join passages using (id) join files on files.id = file_id order by score desc, best.id`)
  return rows.map((row) => ({ ...(row as unknown as Omit<Ranked, 'words'>), words }))
}
