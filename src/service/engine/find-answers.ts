import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Found } from '../search/found'
import { searchPassages } from '../search/search-passages'
import type { Queries } from '../store/open-database'
import type { TurnPassage } from '../store/schema'
import { isNumber, shareFound, tellingWords } from './meaning'

const PASSAGES_MAX = 4
const LOOKED_AT = 10
/** Two passages that were joined. */
const PASSAGE_LENGTH = 1_800
const WORDS_MAX = 12

/** Milliseconds. Long, because results should depend on the documents, not the machine's load. */
const TIME_MAX = 15_000

const toTurnPassage = ({ fileId, fileName, page, text }: Found): TurnPassage => ({
  fileId,
  fileName,
  page,
  text: text.length > PASSAGE_LENGTH ? `${text.slice(0, PASSAGE_LENGTH)} …` : text,
})

/**
 * Of the passages that fit the question best those with all content words, else with all but numbers (a customer may be
 * wrong), else with half of them. `isWide`: whatever fits best, for a model that can judge it.
 */
export async function findAnswers(
  db: Queries,
  fileIds: SQLWrapper,
  question: string,
  isWide = false,
): Promise<TurnPassage[]> {
  const words = tellingWords(question).slice(0, WORDS_MAX)
  if (words.length === 0) return []
  const found = await searchPassages(db, {
    query: question,
    isSentence: true,
    fileIds: sql`${fileIds}`,
    limit: LOOKED_AT,
    timeMax: TIME_MAX,
  })
  if (isWide) return found.slice(0, PASSAGES_MAX).map(toTurnPassage)
  const unnumbered = words.filter((word) => !isNumber(word))
  const fitting = (asked: readonly string[], least: number) =>
    asked.length === 0
      ? []
      : found.filter(
          ({ heading, text }) => shareFound(asked.join(' '), [...heading, text].join(' ')) >= least,
        )
  const best = [fitting(words, 1), fitting(unnumbered, 1), fitting(words, 0.5)].find(
    (each) => each.length > 0,
  )
  return (best ?? []).slice(0, PASSAGES_MAX).map(toTurnPassage)
}
