import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Found, Meaning } from '../search/found'
import { inSearch, searchPassages } from '../search/search-passages'
import type { Database } from '../store/open-database'
import type { TurnPassage } from '../store/schema'
import { shareFound, tellingWords } from './meaning'

const PASSAGES_MAX = 4
const LOOKED_AT = 10
/** Two passages that were joined. */
const PASSAGE_LENGTH = 1_800

/** Milliseconds. Long, because results should depend on the documents, not the machine's load. */
const TIME_MAX = 15_000

const toTurnPassage = ({ fileId, fileName, page, heading, text }: Found): TurnPassage => ({
  fileId,
  fileName,
  page,
  ...(heading.length > 0 && { heading: [...heading] }),
  text: text.length > PASSAGE_LENGTH ? `${text.slice(0, PASSAGE_LENGTH).toWellFormed()} …` : text,
})

/** How much of a question a passage has to have, and how much of what the best one has. */
const SHARE_MIN = 0.45
const OF_BEST_MIN = 0.7

/**
 * The passages that fit the question best, if they have enough of it: words that are rare in the documents count for more
 * (D351). All its telling words are enough, because where there are few short texts its small words are the rarest. `isWide`: whatever fits best, for a model that can judge it.
 */
export async function findAnswers(
  db: Database,
  fileIds: SQLWrapper,
  question: string,
  {
    isWide = false,
    meaning,
  }: { readonly isWide?: boolean | undefined; readonly meaning?: Meaning | undefined } = {},
): Promise<TurnPassage[]> {
  if (tellingWords(question).length === 0) return []
  const found = await inSearch(db, TIME_MAX, (tx) =>
    searchPassages(tx, {
      query: question,
      isSentence: true,
      fileIds: sql`${fileIds}`,
      limit: LOOKED_AT,
      timeMax: TIME_MAX,
      meaning,
    }),
  )
  const best = Math.max(...found.map(({ share }) => share))
  const least = isWide ? 0 : Math.max(SHARE_MIN, best * OF_BEST_MIN)
  return found
    .filter(({ share, text }) => share >= least || shareFound(question, text) === 1)
    .slice(0, PASSAGES_MAX)
    .map(toTurnPassage)
}
