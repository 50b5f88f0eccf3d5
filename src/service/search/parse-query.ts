import { sql } from 'drizzle-orm'
import { slipsBetween } from '../../contract/slips'
import type { Queries } from '../store/open-database'
import { words } from '../store/schema'
import { WORD_OR_CHARACTER } from './unspaced'
import { isNear } from './words'

/** Words, phrases and exclusions used of a query; the rest is ignored (D244). */
const PIECES_MAX = 24

/** Words used of a phrase; so many in a row are unique. */
const PHRASE_MAX = 16

/** An `or` between longer parts, or in a question, is part of a sentence: "Can I pay by card or in cash?" */
const BESIDE_OR_MAX = 2

export interface Alternative {
  readonly wanted: readonly string[]
  readonly unwanted: readonly string[]
}

interface ParsedQuery {
  readonly alternatives: readonly Alternative[]
  /** Whether it has quotes, a minus or an `or`, so that only exact results are wanted. */
  readonly strict: boolean
  /** Whether an `or` in small letters is all that makes it so. */
  readonly mayBeSentence: boolean
}

interface Token {
  readonly text: string
  readonly kind: 'word' | 'phrase' | 'unwanted' | 'or'
}

/** Words, `"phrases"`, `-excluded` ones, and `or`, which binds weakest. Alternatives that only exclude are dropped. */
export function parseQuery(query: string): ParsedQuery {
  const tokens = tokensOf(query)
  const parts: Token[][] = [[]]
  for (const token of tokens)
    if (token.kind === 'or') parts.push([])
    else parts.at(-1)?.push(token)
  const sides = parts.filter((part) => part.length > 0)
  const isShort = sides.every((side) => side.length <= BESIDE_OR_MAX) && !/[?？؟]\s*$/.test(query)
  const isOr = sides.length > 1 && (isShort || tokens.some(({ text }) => text === 'OR'))
  let room = PIECES_MAX
  const alternatives = (isOr ? sides : [tokens]).map((part) => {
    const pieces = part.slice(0, room)
    room -= pieces.length
    const textsOf = (unwanted: boolean) => [
      ...new Set(pieces.filter(({ kind }) => (kind === 'unwanted') === unwanted).map(({ text }) => text)),
    ]
    return { wanted: textsOf(false), unwanted: textsOf(true) }
  })
  const isMarked = tokens.some(({ kind, text }) => kind === 'phrase' || kind === 'unwanted' || text === 'OR')
  return {
    alternatives: alternatives.filter(({ wanted }) => wanted.length > 0),
    strict: isOr || tokens.some(({ kind }) => kind === 'phrase' || kind === 'unwanted'),
    mayBeSentence: isOr && !isMarked,
  }
}

function tokensOf(query: string): Token[] {
  // Some keyboards make typographic quotes.
  const plain = query.replaceAll(/[“”]/g, '"')
  const tokens: Token[] = []
  for (const [whole, minus, phrase] of plain.matchAll(/((?<!\S)-)?"([^"]*)"|[^\s"]+/g)) {
    const excludes = minus !== undefined || (phrase === undefined && /^-[\p{L}\p{N}]/u.test(whole))
    const text = firstWords(phrase ?? whole.replace(/^-+/, ''))
    if (text === '') continue
    if (excludes) tokens.push({ text, kind: 'unwanted' })
    else if (phrase !== undefined) tokens.push({ text, kind: 'phrase' })
    else tokens.push({ text, kind: /^or$/i.test(text) ? 'or' : 'word' })
  }
  return tokens
}

function firstWords(text: string): string {
  const found = [...text.matchAll(WORD_OR_CHARACTER)].slice(0, PHRASE_MAX)
  const last = found.at(-1)
  return last ? text.slice(0, last.index + last[0].length) : ''
}

// Database queries as text, so that they can be counted and limited before they run. A term is the text for a word, a
// phrase, or these with operators. It is empty if the dictionary drops all its words.

/** A lexeme in a query, with `:*` for a prefix. */
const LEXEME = /'(?:[^'\\]|''|\\.)*'(?::\*)?/g

const join = (terms: readonly string[], operator: string) => {
  const distinct = [...new Set(terms)].filter((term) => term !== '')
  return distinct.length > 1 ? `(${distinct.join(operator)})` : (distinct[0] ?? '')
}
export const all = (terms: readonly string[]) => join(terms, ' & ')
export const either = (terms: readonly string[]) => join(terms, ' | ')

export const lexemesOf = (term: string): string[] => term.match(LEXEME) ?? []

export const countOf = (term: string) => lexemesOf(term).length

/** The words of a term as alternatives, for marking and for cheap ranking. */
export const flattened = (term: string) => either(lexemesOf(term))

/** Without word order, which an index can answer without reading passages. */
export const loosened = (term: string) => term.replaceAll(/ <(?:-|\d+)> /g, ' & ')

export const asBeginning = (term: string) =>
  term.replaceAll(LEXEME, (lexeme) => (lexeme.endsWith('*') ? lexeme : `${lexeme}:*`))

/** At least `count` of the terms, nested, which is far shorter than all combinations. */
export function someOf(terms: readonly string[], count: number): string {
  const there = terms.filter((term) => term !== '')
  if (there.length < count) return ''
  if (count === 1) return either(there)
  const [first = '', ...rest] = there
  const others = someOf(rest, count)
  return either([all([first, someOf(rest, count - 1)]), others])
}

/** Words of a query over all languages, prefixes and typos. */
export const OPERANDS_MAX = 256

export function within(terms: readonly string[], operands: number): string[] {
  let room = operands
  return terms.filter((term) => {
    room -= countOf(term)
    return room >= 0
  })
}

/** Some of the terms, fewer of them if there would be too many words. */
export function bounded(terms: readonly string[], size: number): string {
  const distinct = [...new Set(terms)]
  const term = someOf(distinct, size)
  return countOf(term) > OPERANDS_MAX ? bounded(distinct.slice(0, -1), size) : term
}

/** Words that a prefix or a typo may stand for. */
const MEANT_MAX = 8

/** Two short words with one typo share so little; `isNear` then checks exactly. */
const SIMILARITY_MIN = 0.2
const LOOKED_AT = 60

/** Words that one look-up reads. */
const READ_MAX = 5_000

/** Stored words with this prefix: the shortest of the alphabetically first (D103). */
export async function findStarting(db: Queries, beginning: string): Promise<string[]> {
  const first = db
    .select({ word: words.word })
    .from(words)
    .where(sql`${words.word} >= ${beginning} and ${words.word} < ${`${beginning}\u{10FFFF}`}`)
    .orderBy(words.word)
    .limit(READ_MAX)
    .as('first')
  const rows = await db.select().from(first).orderBy(sql`length(${first.word})`, first.word).limit(MEANT_MAX)
  return rows.map(({ word }) => word)
}

/** Whether `findNear` can be asked, for the rest of this transaction. */
export async function prepareTrigrams(db: Queries): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select to_regprocedure('similarity(text, text)') is not null as there, set_config('pg_trgm.similarity_threshold', ${String(SIMILARITY_MIN)}, true)`,
  )
  return rows[0]?.there === true
}

/** Stored words that this one may mean, nearest first. Needs trigrams that are prepared. */
export async function findNear(db: Queries, word: string): Promise<string[]> {
  if (word.length < 3) return []
  const rows = await db
    .select({ word: words.word })
    .from(words)
    .where(sql`${words.word} % ${word} and ${words.word} <> ${word}`)
    .orderBy(sql`similarity(${words.word}, ${word}) desc`, words.word)
    .limit(LOOKED_AT)
  return rows
    .map((row) => row.word)
    .filter((each) => isNear(word, each))
    .sort((one, other) => slipsBetween(word, one) - slipsBetween(word, other))
    .slice(0, MEANT_MAX)
}
