import { inArray, type SQL, sql } from 'drizzle-orm'
import { type EmbeddingModel, ModelFailed } from '../engine/language-model'
import type { Queries } from '../store/open-database'
import { files, meanings } from '../store/schema'
import type { FindMeaning, Meaning } from './found'
import type { Ranked } from './rank-passages'

// Milliseconds that a search waits for the model, and that it does not ask it again after a failure.
const WAIT = 1_500
const QUIET = 15_000

/** Asks a model what a question means; `undefined` where it does not answer in time, so that words alone find (D353). */
export function createFindMeaning(model: EmbeddingModel, wait = WAIT, quiet = QUIET): FindMeaning {
  let quietUntil = 0
  return async (question) => {
    if (performance.now() < quietUntil) return undefined
    try {
      const [vector] = await model.embed([question], AbortSignal.timeout(wait))
      return vector && { by: model.name, vector }
    } catch (error) {
      if (!(error instanceof ModelFailed) && !(error instanceof DOMException)) throw error
      quietUntil = performance.now() + quiet
      return undefined
    }
  }
}

/** One bit a dimension. */
export const signsOf = (vector: readonly number[]): string =>
  vector.map((value) => (value > 0 ? '1' : '0')).join('')

/** In larger parts of the store, meaning only ranks what words find. */
const LOOKED_THROUGH = 20_000
const NEAR = 100

/** How alike a vector is to one of which only the signs are known. */
function likeness(vector: readonly number[], signs: string): number {
  let sum = 0
  for (const [place, value] of vector.entries()) sum += signs[place] === '1' ? value : -value
  return sum
}

/** Passages by meaning, best first: those that words found, and the nearest ones. */
async function rankByMeaning(
  db: Queries,
  { by, vector }: Meaning,
  isWithin: SQL,
  found: readonly number[],
): Promise<number[]> {
  const signs = signsOf(vector)
  // Vectors of another length cannot be compared, and the database would refuse.
  const own = sql`length(signs) = ${vector.length}::int and (file_id in (select id from ${files} where ${files.embeddedBy} = ${by})) is true`
  const { rows } = await db.execute(sql`
    with part as materialized (select passage_id, signs from ${meanings} where ${isWithin} and ${own} limit ${LOOKED_THROUGH + 1}),
    near as (
      select passage_id, signs from part where (select count(*) from part) <= ${LOOKED_THROUGH}
      order by bit_count(signs # ${signs}::bit varying), passage_id limit ${NEAR}
    )
    select passage_id::float8 as id, signs::text as signs from near
    union select passage_id::float8, signs::text from ${meanings} where passage_id = any(${sql.param([...found])}::bigint[]) and ${own}`)
  return (rows as unknown as { id: number; signs: string }[])
    .map(({ id, signs }) => ({ id, likeness: likeness(vector, signs) }))
    .sort((one, other) => other.likeness - one.likeness || one.id - other.id)
    .map(({ id }) => id)
}

/** Of a reciprocal rank: the larger, the less the first places count. */
const RANK_FIRST = 60

/** Passages by words and by meaning: each by the sum of its two reciprocal ranks. */
export async function fuse(
  db: Queries,
  meaning: Meaning,
  isWithin: SQL,
  byWords: readonly Ranked[],
  most: number,
): Promise<Ranked[]> {
  const found = byWords.map(({ id }) => id)
  const byMeaning = await rankByMeaning(db, meaning, isWithin, found)
  const points = new Map<number, number>()
  for (const list of [found, byMeaning])
    for (const [place, id] of list.entries()) points.set(id, (points.get(id) ?? 0) + 1 / (RANK_FIRST + place))
  const best = [...points].sort(([, one], [, other]) => other - one).slice(0, most)
  const byId = new Map(byWords.map((each) => [each.id, each]))
  const rest = await readPassages(
    db,
    best.map(([id]) => id).filter((id) => !byId.has(id)),
  )
  for (const each of rest) byId.set(each.id, each)
  return best.flatMap(([id, score]) => {
    const passage = byId.get(id)
    return passage ? [{ ...passage, score }] : []
  })
}

/** Passages that have none of the words. */
async function readPassages(db: Queries, ids: readonly number[]): Promise<Ranked[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute(sql`
    select passages.id::float8 as id, file_id as "fileId", file_name as "fileName", page, page_starts as "pageStarts", heading, ordinal, passages.language, content as text, md5(content) as print
    from passages join ${files} on files.id = file_id where ${inArray(sql`passages.id`, [...ids])}`)
  return rows.map((row) => ({
    ...(row as unknown as Omit<Ranked, 'match' | 'share' | 'score' | 'words'>),
    match: 'some',
    share: 0,
    score: 0,
    words: '',
  }))
}
