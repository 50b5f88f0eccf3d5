import { type SQLWrapper, sql } from 'drizzle-orm'
import { type Found, searchPassages } from '../search/search-passages'
import type { Queries } from '../store/open-database'
import type { TurnPassage } from '../store/schema'
import { isNumber, shareFound, tellingWords } from './meaning'

const PASSAGES_MAX = 4
const PASSAGE_LENGTH = 900
const WORDS_MAX = 12

/** Milliseconds. Long, because results should depend on the documents, not the machine's load. */
const TIME_MAX = 15_000

const toTurnPassage = ({ fileId, fileName, page, text }: Found): TurnPassage => ({
  fileId,
  fileName,
  page,
  text: text.length > PASSAGE_LENGTH ? `${text.slice(0, PASSAGE_LENGTH)} …` : text,
})

/** Passages with all content words, else with all but numbers (a customer may be wrong), else with half of them. */
export async function findAnswers(
  db: Queries,
  fileIds: SQLWrapper,
  question: string,
): Promise<TurnPassage[]> {
  const words = tellingWords(question).slice(0, WORDS_MAX)
  const search = async (query: readonly string[], tolerant: boolean) =>
    query.length === 0
      ? []
      : searchPassages(db, {
          query: query.join(' '),
          fileIds: sql`${fileIds}`,
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
