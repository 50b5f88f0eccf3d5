import type { SearchMatch } from '../../contract/search'
import type { Queries } from '../store/open-database'
import { LANGUAGES, type Language } from '../store/schema'
import { askingPart } from './asking-part'
import { isFiller } from './filler-words'
import { findSynonyms, type Synonyms } from './find-synonyms'
import type { Found, Search } from './found'
import { foldPassages, otherPagesFirst } from './join-passages'
import { markWords } from './mark-words'
import { fuse } from './meaning'
import {
  asBeginning,
  countOf,
  either,
  findNear,
  findStarting,
  lexemesOf,
  prepareTrigrams,
} from './parse-query'
import { type Asked, COUNTED_ALL, countTerms, rankPassages } from './rank-passages'
import { languagesOfQuestion, readTerms, type Scope, type TermOf } from './read-terms'
import { isUnspaced } from './unspaced'
import { wordsOf } from './words'

/** Words of a question that are read, those that may mean something, and those of them that count. */
const READ_MAX = 64
const COUNTED_MAX = 24
const WORDS_MAX = 12

/** Words that all typos of a query may stand for. */
const SLIPS_MAX = 16

/** How much a word counts that is small in some language, spelled alike, or only a beginning. */
const SMALL = 0.3
const SIMILAR = 0.7
const BEGUN = 0.5

/** How much a word counts that stands beside the question. */
const BESIDE = 0.3

/** Groups of synonyms that rank, and words and groups together. */
const SYNONYMS_MAX = 8
const RANKING_MAX = 18

/** So few words are searched as they are, if a passage has them. */
const LITERAL_MAX = 2

/** Someone may be typing the last word of so few. */
const TYPED_MAX = 3

/** More than are shown, because copies and neighbours become one. */
const RANKED_EACH = 4

/** Addresses, numbers with a point, words with a hyphen: the index has them whole, too. */
const COMPOUND = /[\p{L}\p{N}]+(?:[-.@/][\p{L}\p{N}]+)+/gu

/**
 * The passages that fit a question best: its words count by how rare they are, as often as they are there (D300). Words
 * that are nowhere stand for those spelled alike.
 */
export async function findBest(
  db: Queries,
  search: Search,
  { languages, isWithin }: Scope,
  timeLeft: () => number,
): Promise<Found[]> {
  const { query, limit } = search
  if (timeLeft() <= 0) return []
  const words = [...new Set(wordsOf(query))].slice(0, READ_MAX)
  const compounds = [...new Set(query.normalize('NFC').toLowerCase().match(COMPOUND) ?? [])].slice(
    0,
    WORDS_MAX,
  )
  const stems = await readTerms(db, LANGUAGES, [...words, ...compounds])
  const own = languagesOfQuestion(languages, words, stems)
  const readers = languages.filter((each) => own.length === 0 || own.includes(each) || each === 'simple')
  // A German "Gift" is no present, whatever the files are in.
  const spoken = languagesOfQuestion(LANGUAGES, words, stems)
  const synonyms = languages
    .filter((each) => spoken.length === 0 || spoken.includes(each) || each === 'simple')
    .flatMap((language) => findSynonyms(language, words).map((each) => ({ ...each, language })))
  const meanings = await readTerms(
    db,
    languages,
    synonyms.flatMap(({ others }) => others),
  )
  const termOf: TermOf = (language, piece) => stems(language, piece) || meanings(language, piece)
  const asking = new Set(wordsOf(askingPart(query)))
  const asked = askedOf(words, compounds, { own, readers, languages, termOf })
    .slice(0, COUNTED_MAX)
    .map((each) => ({
      ...each,
      weight: each.weight * (asking.has(each.word) || compounds.includes(each.word) ? 1 : BESIDE),
    }))
  const { total, counted: written } = await countTerms(db, asked)
  const find = async (all: readonly Asked[]) => {
    const { meaning, isSentence } = search
    const most = limit * RANKED_EACH
    const ranked = await rankPassages(db, isWithin, { asked: telling(all, total), total }, most)
    // Who looks through a list wants other pages; rules quote what fits best, of whatever page.
    const listed = isSentence ? ranked : otherPagesFirst(ranked)
    const best = meaning ? await fuse(db, meaning, isWithin, ranked, most) : listed
    return markWords(db, foldPassages(best, limit))
  }
  const meantIn = (which: typeof synonyms) =>
    countMeant(db, meantBy(written, total, { synonyms: which, termOf }), total)
  const isShort = words.length <= LITERAL_MAX
  const forms = isShort ? await meantIn(synonyms.filter(({ areForms }) => areForms)) : []
  const few = isShort ? await find([...written, ...forms]) : []
  const literal = few.some(({ match }) => match === 'words') ? few : undefined
  const meant = literal ? forms : await meantIn(synonyms)
  const counted = [...written, ...meant]
  const widen = (which: readonly Asked[], typed: boolean) =>
    widened(db, which, { languages, typed, timeLeft })

  const last = written.at(-1)
  const typed = written.length <= TYPED_MAX && !/[?？؟.!。！]\s*$/.test(query) && last?.word === words.at(-1)
  // What has a synonym that is there is no typo.
  const isKnown = (word: string) =>
    isUnspaced(word) || meant.some((each) => each.word === word && (each.count ?? 0) > 0)
  const missing = written.filter(({ count, word }) => count === 0 && !isKnown(word))
  const first = missing.length > 0 && timeLeft() > 0 ? await widen(missing, typed && last?.count === 0) : []
  // However busy the machine is: nothing found would be untrue.
  const found = literal ?? (await find([...counted, ...first]))
  if (found.length >= limit || !last || timeLeft() <= 0) return found
  // What is there may be the beginning of another word, or be written so in a file that is not asked.
  const begun = typed && last.count > 0 ? await widen([last], true) : []
  const alike = found.length === 0 && written.length <= 2 ? await widen(written, false) : []
  return begun.length + alike.length > 0 ? find([...counted, ...first, ...begun, ...alike]) : found
}

interface Spoken {
  /** The languages that the question may be in, if that can be told. */
  readonly own: readonly Language[]
  /** The languages whose stems and synonyms count. */
  readonly readers: readonly Language[]
  readonly languages: readonly Language[]
  readonly termOf: TermOf
}

/** The words that count, with their stems. */
function askedOf(
  words: readonly string[],
  compounds: readonly string[],
  { own, readers, languages, termOf }: Spoken,
): Asked[] {
  const isSmall = (word: string, among: readonly Language[]) =>
    among.some((language) => termOf(language, word) === '')
  const seen = new Set<string>()
  const fresh = (lexemes: readonly string[]) => lexemes.filter((each) => !seen.has(each) && seen.add(each))
  const asked: Asked[] = []
  for (const word of words) {
    const term = either(fresh(readers.flatMap((language) => lexemesOf(termOf(language, word)))))
    if (term === '' || isSmall(word, own)) continue
    const weight = isFiller(word) ? 0 : own.length === 0 && isSmall(word, languages) ? SMALL : 1
    asked.push({ word, term, weight })
  }
  for (const word of compounds) {
    const whole = readers
      .flatMap((language) => lexemesOf(termOf(language, word)))
      .filter((each) => each === `'${word}'`)
    const term = either(fresh(whole))
    if (term !== '') asked.push({ word, term, weight: 1 })
  }
  const weighty = asked.filter(({ weight }) => weight > 0)
  return weighty.length > 0 ? weighty : asked.map((each) => ({ ...each, weight: 1 }))
}

/** What the words that tell most may be called elsewhere, for ranking alone: a passage is not said to have the words. */
function meantBy(
  written: readonly Asked[],
  total: number,
  {
    synonyms,
    termOf,
  }: {
    readonly synonyms: readonly (Synonyms & { readonly language: Language })[]
    readonly termOf: TermOf
  },
): Asked[] {
  const taken = new Set(written.flatMap(({ term }) => lexemesOf(term)))
  // "last" is no answer to both words of "how long ... take".
  const standsFor = new Map<string, string>()
  const best = telling(written, total).toSorted((one, other) => other.weight - one.weight)
  // "Get" does not count, "get rid of" does.
  const countedIn = ({ word, rest }: Synonyms) =>
    [word, ...rest].find((each) => best.some((one) => one.word === each))
  return best
    .flatMap(({ word }) =>
      synonyms
        .filter((each) => countedIn(each) === word)
        .map((each) => ({ ...each, word, rest: each.rest.length > 0 ? [each.word, ...each.rest] : [] })),
    )
    .flatMap(({ word, rest, others, likeness, language }): Asked[] => {
      const { weight = 0, count } = written.find((each) => each.word === word) ?? {}
      const terms = others
        .filter((other) => !other.includes(' ') || countOf(termOf(language, other)) > 1)
        .map((other) => termOf(language, other))
        .filter((term) => !taken.has(term) && (standsFor.get(term) ?? word) === word)
      for (const each of terms) standsFor.set(each, word)
      const term = either(terms)
      const worth = Math.sqrt(likeness)
      return term === ''
        ? []
        : [
            {
              word,
              rest,
              likeness,
              term,
              match: 'some',
              // What is nowhere is surely called otherwise.
              weight: weight * (count === 0 ? Math.sqrt(worth) : worth),
              ...(count && { count }),
            },
          ]
    })
    .slice(0, Math.min(SYNONYMS_MAX, RANKING_MAX - best.length))
}

/** In a large store they count as if they were as rare as the word itself, where that is anywhere. */
async function countMeant(db: Queries, meant: readonly Asked[], total: number): Promise<Asked[]> {
  const uncounted = meant.filter(({ count }) => total <= COUNTED_ALL || count === undefined)
  const { counted } = await countTerms(db, uncounted)
  return meant.map((each) => counted[uncounted.indexOf(each)] ?? each)
}

/** The words that tell most, and all synonyms. What is rarer counts more, as in BM25. */
function telling(asked: readonly Asked[], total: number): Asked[] {
  const idf = (count: number) => Math.log(1 + (Math.max(total, count) - count + 0.5) / (count + 0.5))
  const best = new Set(
    asked
      .filter(({ match }) => match !== 'some')
      .map((each) => ({ each, points: each.weight * idf(each.count ?? 0) }))
      .sort((one, other) => other.points - one.points)
      .slice(0, WORDS_MAX)
      .map(({ each }) => each),
  )
  return asked
    .filter((each) => each.match === 'some' || best.has(each))
    .map((each) => ({ ...each, weight: each.weight * idf(each.count ?? 0) }))
}

/** For words: those spelled alike, and for the last one, if someone is typing, those that begin so. */
async function widened(
  db: Queries,
  asked: readonly Asked[],
  { languages, typed, timeLeft }: { languages: readonly Language[]; typed: boolean; timeLeft: () => number },
): Promise<Asked[]> {
  const last = typed ? asked.at(-1) : undefined
  const meant: { word: string; others: string[]; match: SearchMatch }[] = []
  if (last && last.word.length > 1)
    meant.push({ word: last.word, others: await findStarting(db, last.word), match: 'prefix' })
  const begins = (meant[0]?.others.length ?? 0) > 0
  const spelled = asked
    .filter((each) => !(begins && each === last) && !/\p{N}/u.test(each.word))
    .slice(0, SLIPS_MAX)
  const each = Math.floor(SLIPS_MAX / spelled.length)
  if (spelled.length > 0 && (await prepareTrigrams(db)))
    for (const { word } of spelled) {
      if (timeLeft() <= 0) break
      meant.push({ word, others: (await findNear(db, word)).slice(0, each), match: 'similar' })
    }
  const termOf = await readTerms(
    db,
    languages,
    meant.flatMap(({ others }) => others),
  )
  const wide = meant.flatMap(({ word, others, match }) => {
    const stems = others.flatMap((other) =>
      languages.flatMap((language) => lexemesOf(termOf(language, other))),
    )
    const own = asked.find((one) => one.word === word)?.term ?? ''
    const term = either(match === 'prefix' ? [...lexemesOf(own).map(asBeginning), ...stems] : stems)
    return term === '' ? [] : [{ word, term, match, weight: match === 'prefix' ? BEGUN : SIMILAR }]
  })
  const { counted } = await countTerms(db, wide)
  return counted.filter(({ count }) => count > 0)
}
