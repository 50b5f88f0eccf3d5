import { type SQL, sql } from 'drizzle-orm'
import type { SearchMatch } from '../../contract/search'
import type { PageStart } from '../ingestion/passages'
import type { Queries } from '../store/open-database'
import type { Language } from '../store/schema'
import type { Found } from './found'
import { all, bounded, countOf, either } from './parse-query'

/** A word of a question. */
export interface Asked {
  readonly word: string
  readonly term: string
  readonly weight: number
  /** Of a synonym: the other words that it stands for, and how surely it says the same. */
  readonly rest?: readonly string[]
  readonly likeness?: number
  /** Passages that have it, on the whole. */
  readonly count?: number
  /** For a word that stands for the one that was asked; `some` for a synonym. */
  readonly match?: SearchMatch
}

export interface Ranked extends Omit<Found, 'marks'> {
  readonly ordinal: number
  /** The same for passages with the same text. */
  readonly print: string
  readonly pageStarts: readonly PageStart[] | null
  readonly language: Language
  readonly score: number
  /** The words found in it, as a term. */
  readonly words: string
}

/** In a store with more passages, so many of them tell how many have a word; a word that fewer of these have is counted. */
export const COUNTED_ALL = 20_000
const SAMPLED = 500
const SEEN_MIN = 3

/** Passages looked at for rare words, and for frequent ones together (D302). Of two words only if few have three. */
const LOOKED_AT = 2_500
const LOOKED_FOR_OFTEN = 1_000
const FEW = 500
/** And in a small store for what rare words may be called otherwise. */
const LOOKED_FOR_MEANT = 400
const OFTEN_MAX = 6

/** Entries of the index that a look for frequent words reads, beyond those of the rarest one (D350). */
const READ_MAX = 60_000

/** Passages that are ranked closely, after a first ranking by which words they have. */
const RANKED = 120

/** `ts_rank` of one word that is there once is 0.6079 times its weight. */
const ONCE = 1.645 / 0.7
/** How much a passage of more different words than usual loses, and what is usual. */
const LONG = 0.4
const USUAL = 60
/** What two words in a row, or nearly so, are worth of the lesser one's weight. */
const PAIR = 0.6
const PAIRS_MAX = 11

/**
 * How many passages there are, and how many have each word. Counts all files: a word is as rare as in the whole store. Ids that replaced and deleted
 * files left unused count for nothing: beyond `COUNTED_ALL` of them, the share of sampled ids that exist tells how many passages there are.
 */
export async function countTerms<Word extends Pick<Asked, 'term'>>(
  db: Queries,
  words: readonly Word[],
): Promise<{ total: number; counted: (Word & { count: number })[] }> {
  if (words.length === 0) return { total: 0, counted: [] }
  const terms = words.map(({ term }) => term)
  const { rows } = await db.execute(sql`
    with ids as (select coalesce(min(id), 0) as first, coalesce(max(id), 0) - coalesce(min(id), 0) + 1 as span from passages),
    asked as (select each.term::tsquery as term, place from unnest(${sql.param(terms)}::text[]) with ordinality as each (term, place)),
    sampled as materialized (
      select each.search from ids, generate_series(0, ${SAMPLED - 1}::int) as number,
        lateral (select search from passages where id = first + number * span / ${SAMPLED}::int) as each
      where span > ${COUNTED_ALL}::int
    ),
    guessed as materialized (select case when span > ${COUNTED_ALL}::int then span * (select count(*) from sampled) / ${SAMPLED}::int else span end as total, span from ids),
    store as materialized (
      select case when span <= ${COUNTED_ALL}::int or total > ${COUNTED_ALL}::int then total
        else (select count(*) from (select from passages order by id limit ${COUNTED_ALL + 1}::int) as counted) end as total
      from guessed
    ),
    seen as (select place, count(*) as count from asked, sampled where search @@ term group by place)
    select total::float8 as total, case
      when total > ${COUNTED_ALL}::int and seen.count >= ${SEEN_MIN}::int then seen.count * total / (select count(*) from sampled)
      else (select count(*) from (select from passages where search @@ term limit ${COUNTED_ALL}::int) as counted)
    end::float8 as count
    from store, asked left join seen using (place) order by asked.place`)
  const found = rows as unknown as { total: number; count: number }[]
  const counted = words.map((word, place) => ({ ...word, count: found[place]?.count ?? 0 }))
  return { total: found[0]?.total ?? 0, counted }
}

interface Look {
  readonly term: string
  readonly most: number
  /** Only if the look before finds fewer. */
  readonly unless?: number
}

/** So many of the terms, rarest first. Each alternative begins with the term whose entries the index reads for it. */
function together(asked: readonly Asked[], size: number): string {
  let room = READ_MAX
  const parts = asked.flatMap(({ term, count = 0 }, place) => {
    room -= place === 0 ? 0 : count
    const others = asked.slice(place + 1).map((each) => each.term)
    return room < 0 || others.length < size - 1 ? [] : [all([term, bounded(others, size - 1)])]
  })
  return either(parts)
}

const byCount = (asked: readonly Asked[]) =>
  asked.toSorted((one, other) => (one.count ?? 0) - (other.count ?? 0))

/** The rarest words: all passages that have any of them can be looked at. */
function rareOf(asked: readonly Asked[], most = LOOKED_AT): Asked[] {
  let room = most
  return byCount(asked).filter(({ count = 0 }) => {
    room -= count
    return room >= 0
  })
}

const anyOf = (asked: readonly Asked[]) => either(asked.map(({ term }) => term))

/** The terms that find candidates: any rare word; of frequent ones several together, or any, if asked `loosely`. */
function looksOf(asked: readonly Asked[], loosely: boolean): Look[] {
  const rare = rareOf(asked)
  const sorted = byCount(asked)
  const often = sorted.filter((each) => !rare.includes(each)).slice(0, OFTEN_MAX)
  const most = LOOKED_FOR_OFTEN
  return [
    { term: anyOf(rare), most: LOOKED_AT },
    { term: together(often, 3), most },
    { term: together(often, 2), most, ...(often.length > 2 && { unless: FEW }) },
    { term: loosely || rare.length + often.length === 1 ? anyOf(often) : '', most },
  ]
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

/** Each word of the question once, with the terms that may stand for it. */
const wordsMeant = (asked: readonly Asked[]) =>
  asked
    .filter(({ match }) => !match)
    .map(({ word, weight }) => ({
      weight,
      term: either(
        asked.filter((each) => each.word === word && each.match !== 'some').map(({ term }) => term),
      ),
      synonyms: asked.filter(
        (each) => each.match === 'some' && (each.word === word || each.rest?.includes(word)),
      ),
    }))

/** What the words of the question are worth in a passage: each as it is, or as what stands for it, if that is worth more. */
function ranksOf(asked: readonly Asked[]): SQL[] {
  const rankOf = ({ term, weight }: Asked) =>
    sql`${weight * countOf(term) * ONCE}::float8 * ts_rank('{0.1, 0.1, 0.7, 1}', search, ${term}::tsquery)`
  return [...new Set(asked.map(({ word }) => word))].map((word) => {
    const [first = sql`0`, ...others] = asked.filter((each) => each.word === word).map(rankOf)
    return others.length > 0 ? sql`greatest(${sql.join([first, ...others], sql`, `)})` : first
  })
}

/** The terms that a passage has to have for each kind of match. */
function matchesOf(asked: readonly Asked[]): SQL {
  const own = asked.filter(({ match }) => !match).map(({ term }) => term)
  const wide = wordsMeant(asked).map(({ term }) => term)
  const kind = asked.some(({ match }) => match === 'similar') ? 'similar' : 'prefix'
  return sql`case when search @@ ${all(own)}::tsquery then 'words' when search @@ ${all(wide)}::tsquery then ${kind} else 'some' end`
}

/** The share of what the question's words are worth together that a passage has, from 0 to 1. */
function shareOf(asked: readonly Asked[]): SQL {
  // Of the root: what is asked in other words lacks rare ones. Of a question's only word, all can be called otherwise.
  const meant = wordsMeant(asked).map((each) => ({ ...each, weight: Math.sqrt(each.weight) }))
  const whole = meant.reduce((total, { weight }) => total + weight, 0)
  const parts = meant.map(({ term, synonyms, weight }) => {
    const own = points(term, weight / whole)
    const others = synonyms.map(({ term, likeness = 1 }) =>
      points(term, ((meant.length > 1 ? likeness : Math.sqrt(likeness)) * weight) / whole),
    )
    return others.length > 0 ? sql`greatest(${sql.join([own, ...others], sql`, `)})` : own
  })
  return sql`(${sum(parts)})`
}

/** The best passages for the words, best first; `weight` is what a word is worth, `total` how many passages the store has. */
export async function rankPassages(
  db: Queries,
  isWithin: SQL,
  { asked, total }: { readonly asked: readonly Asked[]; readonly total: number },
  most: number,
): Promise<Ranked[]> {
  const isSmall = total <= COUNTED_ALL
  const ranked = await rank(db, isWithin, { asked, isSmall, loosely: false }, most)
  // Few files may have only one of several frequent words, or none but in other words.
  return ranked.length > 0 ? ranked : rank(db, isWithin, { asked, isSmall, loosely: true }, most)
}

async function rank(
  db: Queries,
  isWithin: SQL,
  {
    asked,
    isSmall,
    loosely,
  }: { readonly asked: readonly Asked[]; readonly isSmall: boolean; readonly loosely: boolean },
  most: number,
): Promise<Ranked[]> {
  const there = asked.filter(({ count = 0 }) => count > 0)
  const own = there.filter(({ match }) => match !== 'some')
  const meant = there.filter((each) => !own.includes(each))
  // In a large store, looking for synonyms takes half as long again.
  const inOtherWords: Look = {
    term: isSmall && !loosely ? anyOf(rareOf(meant, LOOKED_FOR_MEANT)) : '',
    most: LOOKED_FOR_MEANT,
  }
  const looks = [...looksOf(loosely ? there : own, loosely), inOtherWords].filter(({ term }) => term !== '')
  if (looks.length === 0) return []
  const words = anyOf(there)
  const nameOf = (place: number) => sql.identifier(`look_${place}`)
  const { rows } = await db.execute(sql`
    with ${sql.join(
      looks.map(
        ({ term, most, unless }, place) => sql`${nameOf(place)} as materialized (
          select id, ${sum(there.map((each) => points(each.term, each.weight)))} as points from passages
          where search @@ ${term}::tsquery and ${isWithin}
            ${unless ? sql`and (select count(*) from ${nameOf(place - 1)}) < ${unless}::int` : sql``}
          limit ${most})`,
      ),
      sql`, `,
    )},
    looked as materialized (${sql.join(
      looks.map((_, place) => sql`select * from ${nameOf(place)}`),
      sql` union all `,
    )}), promising as materialized (
      select id, search from (select distinct id, points from looked order by points desc, id limit ${RANKED}) as most join passages using (id)
    ), best as materialized (
      select id, ${matchesOf(asked)} as match, ${shareOf(asked)} as share,
        (${sum(ranksOf(there))})
          / (${1 - LONG}::float8 + ${LONG}::float8 * (length(search) + ${USUAL}::int) / ${2 * USUAL}::float8)
        + ${sum(pairsOf(there))} as score
      from promising order by score desc, id limit ${most}
    )
    select best.id::float8 as id, file_id as "fileId", file_name as "fileName", page, page_starts as "pageStarts", heading, ordinal, passages.language, content as text, md5(content) as print, match, share, score
    from best join passages using (id) join files on files.id = file_id order by score desc, best.id`)
  return rows.map((row) => ({ ...(row as unknown as Omit<Ranked, 'words'>), words }))
}
